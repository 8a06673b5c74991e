import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { expect, type Page } from '@playwright/test';
import { bundleIn, INITIAL_LIMIT } from '../scripts/bundle.ts';
import { onDemo, signInTo } from './demo.ts';
import { median } from '../scripts/quantile.ts';

/**
 * `npm run bench -- paint`: how long a person waits for the rows of another filter, in a list of 200
 * rows by 15 columns of the technical role. A choice counts from the click, a typed text from
 * the last key less the pause of 500 ms, both to the paint of the rows that the window shows, which
 * come first, and to that of all of them; the part in the browser alone, from the last byte of the
 * answer to the first of the two, stands beside.
 */

const ROUNDS = 24;
const ROWS = 200;
/** As wide as the bar is told for: the first of all that the reader may see, not of those that a list begins with. */
const COLUMNS = visibleColumns(transactions.columns, {
  userId: '',
  userRole: 'BACKOFFICE_TECHNICAL',
  permissions: ROLE_PERMISSIONS.BACKOFFICE_TECHNICAL,
  merchantId: null,
})
  .map(([key]) => key)
  .slice(0, 15);
const PAUSE_MS = 500;
const MEDIAN_MS = 100;
const WORST_MS = 300;

interface Round {
  /** From the choice or the last key, the pause left out, to the rows that the window shows. */
  seen: number;
  /** To the last of the rows. */
  whole: number;
  /** From the last byte of the answer to the rows that the window shows. */
  own: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs in the page: notes the person's last event and the paint after the rows have changed. */
function watchRows(): void {
  const notes = { event: 0, seen: 0, painted: 0 };
  Object.assign(globalThis, { paintNotes: notes });
  for (const type of ['input', 'change'])
    addEventListener(type, () => (notes.event = performance.now()), { capture: true });
  const after = new MessageChannel();
  after.port1.addEventListener('message', () => {
    notes.painted = performance.now();
    notes.seen ||= notes.painted;
  });
  after.port1.start();
  new MutationObserver(() =>
    // the frame that paints this change, and the first moment after it
    requestAnimationFrame(() => after.port2.postMessage(null)),
  ).observe(document.querySelector('tbody')!, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

async function round(page: Page, pause: number, act: () => Promise<unknown>): Promise<Round> {
  await page.evaluate(() => {
    performance.clearResourceTimings();
    Object.assign((globalThis as unknown as { paintNotes: object }).paintNotes, {
      seen: 0,
      painted: 0,
    });
  });
  await act();
  await page.waitForFunction(
    () => (globalThis as unknown as { paintNotes: { painted: number } }).paintNotes.painted > 0,
  );
  await expect(page.locator('section[aria-busy=true]')).toHaveCount(0);
  await expect(page.locator('tbody tr')).toHaveCount(ROWS);
  const { event, seen, painted, answered } = await page.evaluate(() => ({
    ...(globalThis as unknown as { paintNotes: Record<'event' | 'seen' | 'painted', number> })
      .paintNotes,
    answered: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/api/transactions?'))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
      .at(-1)!,
  }));
  return {
    seen: seen - event - pause,
    whole: painted - event - pause,
    own: seen - answered,
  };
}

const show = (ms: number) => `${ms.toFixed(0).padStart(5)} ms`;

function say(what: string, times: number[], limits = true): void {
  console.log(
    `${what.padEnd(40)} median ${show(median(times))}${limits ? `   limit ${MEDIAN_MS} ms` : ''}` +
      `   worst ${show(Math.max(...times))}${limits ? `   limit ${WORST_MS} ms` : ''}`,
  );
}

await onDemo(async (page) => {
  await signInTo(
    page,
    `/transactions?size=${ROWS}&c=${COLUMNS.join(',')}`,
    'technical@paydesk.test',
  );
  await expect(page.locator('tbody tr')).toHaveCount(ROWS);
  const columns = await page.locator('thead tr').first().locator('th').count();
  await page.evaluate(watchRows);

  const chosen: Round[] = [];
  const typed: Round[] = [];
  const status = page.getByLabel('Filter by Status');
  const amount = page.getByLabel('Filter by Amount');
  for (let at = 0; at < ROUNDS; at++) {
    // other rows each time, and none that the page has seen before
    const text = at % 2 ? `..${50 + at}` : `${20 + at}..`;
    typed.push(
      await round(page, PAUSE_MS, async () => {
        await amount.fill('');
        await amount.pressSequentially(text);
      }),
    );
    chosen.push(await round(page, 0, () => status.selectOption(at % 2 ? 'Success' : 'Failed')));
  }

  console.log(`${ROWS} rows by ${columns} columns, ${ROUNDS} rounds each`);
  for (const [what, rounds] of [
    ['a status chosen', chosen],
    ['an amount typed, less the pause', typed],
  ] as const) {
    say(
      `${what}: what is seen`,
      rounds.map(({ seen }) => seen),
    );
    say(
      `${what}: all ${ROWS}`,
      rounds.map(({ whole }) => whole),
      false,
    );
  }
  say(
    'of it after the answer',
    [...chosen, ...typed].map(({ own }) => own),
    false,
  );
  const bundle = await bundleIn(join(root, 'apps/web/dist'));
  const size = (await bundle.gzipped(bundle.initial)) / 1024;
  console.log(
    `${'initial JS and CSS, gzip'.padEnd(40)} ${size.toFixed(1)} KB   limit ${INITIAL_LIMIT / 1024} KB`,
  );
});
