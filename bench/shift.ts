import { expect, type CDPSession, type Page } from '@playwright/test';
import { onDemo, signInTo } from './demo.ts';

/**
 * `npm run bench -- shift [rounds]`: what a tab holds that is worked in for a day, after each tenth of so many rounds
 * (100) through lists, records, search, dialogs and home, when everything that nobody holds has been let go: heap,
 * elements and listeners. It may settle; it may not go on growing.
 */

const ROUNDS = Number(process.argv[3] ?? 100);
/** Rounds before the first look: each screen's code comes, and answers that are kept for minutes. */
const SETTLES = 10;
const GROWN = 1.25;

async function round(page: Page, nth: number): Promise<void> {
  const rows = page.locator('tbody tr');
  const heading = page.getByRole('heading', { level: 1 });
  const follow = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  const settled = () => expect(page.locator('section[aria-busy=true]')).toHaveCount(0);
  const openList = async (name: string) => {
    await follow(name);
    await expect(rows.first()).toBeVisible();
    await settled();
  };
  const openRowAndBack = async (row: number) => {
    await rows.nth(row).getByRole('link').first().click();
    await expect(heading.filter({ hasText: / EUR$/ })).toBeVisible();
    await page.goBack();
    await expect(rows.first()).toBeVisible();
  };
  const amount = page.getByLabel('Filter by Amount');
  await openList('Transactions');
  for (const typed of [String(1 + (nth % 90)), '']) {
    await amount.fill(typed);
    await settled();
  }
  await openRowAndBack(nth % 40);
  await openList('Orders');
  await openRowAndBack(nth % 15);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tor');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose columns…' }).click();
  await expect(page.getByRole('dialog', { name: /columns/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await follow('Dashboard');
  await expect(heading).toBeVisible();
}

interface Held {
  heap: number;
  elements: number;
  listeners: number;
}

const look = async (session: CDPSession): Promise<Held> => {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((one) => one.name === name)!.value;
  return { heap: of('JSHeapUsedSize'), elements: of('Nodes'), listeners: of('JSEventListeners') };
};

/** What is held when everything is drawn: the charts come after the heading, and are half of all elements. */
const held = async (session: CDPSession): Promise<Held> => {
  let before = await look(session);
  for (let tries = 0; tries < 10; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const now = await look(session);
    if (now.elements === before.elements) return now;
    before = now;
  }
  return before;
};

await onDemo(async (page) => {
  await signInTo(page, '/transactions', 'owner@amber.test');
  await page.getByRole('button', { name: 'Continue to the console' }).click();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const seen: Held[] = [];
  for (let nth = 1; nth <= SETTLES; nth++) await round(page, nth);
  for (let nth = 1; nth <= ROUNDS; nth++) {
    await round(page, nth);
    if (nth % Math.ceil(ROUNDS / 10) && nth < ROUNDS) continue;
    const { heap, elements, listeners } = await held(session);
    seen.push({ heap, elements, listeners });
    console.log(
      `after ${String(nth).padStart(4)} rounds ${(heap / 1e6).toFixed(1)} MB   ${elements} elements   ${listeners} listeners`,
    );
  }
  // something may go on in any one look; the least of some is what is held
  const least = (of: Held[], what: keyof Held) => Math.min(...of.map((one) => one[what]));
  const [first, last] = [seen.slice(0, seen.length / 2), seen.slice(seen.length / 2)];
  for (const what of ['heap', 'elements', 'listeners'] as const) {
    const grown = least(last, what) / least(first, what);
    console.log(
      `${what}, second half beside the first ${grown.toFixed(2)}   limit ${GROWN}${grown > GROWN ? '   MISSED' : ''}`,
    );
  }
});
