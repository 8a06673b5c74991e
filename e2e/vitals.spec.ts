import type { Page } from '@playwright/test';
import { LIST_MARK } from '../apps/web/src/platform/list-mark.ts';
import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: false });

test('what a person’s browser says of a list, of a key and of what jumped stands in /metrics', async ({
  page,
  paydesk,
}) => {
  const list = () => counted(paydesk.url, 'paydesk_screen_seconds', LIST);
  const key = () =>
    counted(paydesk.url, 'paydesk_screen_seconds', /inp.*transactions|transactions.*inp/);
  const shift = () => counted(paydesk.url, 'paydesk_screen_shift', /transactions/);

  await signIn(page, PEOPLE.owner);
  const watching = page.waitForResponse(/\/assets\/vitals-/);
  await page.goto('/transactions');
  await listed(page);
  await watching;
  const before = { list: await list(), key: await key(), shift: await shift() };
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
  expect(await list(), 'told as the window is left').toBe(before.list);

  await page.goto('about:blank');
  await expect.poll(list).toBe(before.list + 1);
  await expect.poll(key).toBe(before.key + 1);
  expect(await shift()).toBe(before.shift + 1);
});

test('a list that comes later than what measures it is told of, too', async ({ page, paydesk }) => {
  await signIn(page, PEOPLE.owner);
  const measures = page.waitForResponse(/\/assets\/vitals-/);
  await page.route('**/api/users/me', async (route) => {
    await measures;
    await page.waitForTimeout(500);
    await route.continue();
  });
  const list = () => counted(paydesk.url, 'paydesk_screen_seconds', LIST);
  const before = await list();
  await page.goto('/transactions');
  await listed(page);
  await page.goto('about:blank');
  await expect.poll(list).toBe(before + 1);
});

/** Its rows are painted, which is noted a moment after. */
const listed = (page: Page) =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, LIST_MARK);

const LIST = /list.*transactions|transactions.*list/;

/** How often it was told of a screen, whatever the window was. */
async function counted(url: string, metric: string, labels: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}_count{`) && labels.test(line))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
