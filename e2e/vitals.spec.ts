import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: false });

test('what a person’s browser says of a list, of a key and of what jumped stands in /metrics', async ({
  page,
  paydesk,
}) => {
  /** How often it was told of a screen, whatever the window was. */
  const counted = async (metric: string, labels: RegExp) => {
    const text = await (await fetch(`${paydesk.url}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${metric}_count{`) && labels.test(line))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const list = () => counted('paydesk_screen_seconds', /list.*transactions|transactions.*list/);
  const key = () => counted('paydesk_screen_seconds', /inp.*transactions|transactions.*inp/);
  const shift = () => counted('paydesk_screen_shift', /transactions/);

  await signIn(page, PEOPLE.owner);
  const watching = page.waitForResponse(/\/assets\/vitals-/);
  await page.goto('/transactions');
  await expect(page.getByRole('row')).not.toHaveCount(2);
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
