import type { Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { inSharedTab } from './tab.ts';

test('a tab that journeys share is as new for the next one; with a moved clock it is given up', async ({
  browser,
  paydesk,
}) => {
  let first: Page | undefined;
  let heard = 0;
  const login = `${paydesk.url}/login`;
  await inSharedTab(browser, paydesk.url, async ({ context, page }) => {
    first = page;
    await context.addInitScript(() => Object.assign(globalThis, { left: true }));
    await page.addInitScript(() => Object.assign(globalThis, { left: true }));
    await context.route('**/version.json', (route) => route.abort());
    await page.route('**/health/live', (route) => route.abort());
    page.on('framenavigated', () => void heard++);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 390, height: 844 });
    await context.addCookies([{ name: 'left', value: 'x', url: paydesk.url }]);
    await page.goto(login);
    await page.evaluate(() => {
      localStorage.setItem('left', 'x');
      sessionStorage.setItem('left', 'x');
    });
    await (await context.newPage()).goto(login);
    await context.setOffline(true);
  });
  await inSharedTab(browser, paydesk.url, async ({ context, page }) => {
    expect(page).toBe(first);
    expect(context.pages()).toHaveLength(1);
    expect(await context.cookies()).toEqual([]);
    heard = 0;
    await page.goto(login);
    expect(heard).toBe(0);
    const found = await page.evaluate(async () => [
      'left' in globalThis,
      localStorage.getItem('left') ?? sessionStorage.getItem('left'),
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
      `${innerWidth} ${innerHeight}`,
      (await fetch('/health/live')).status,
    ]);
    expect(found).toEqual([false, null, false, true, '1440 900', 200]);
    await page.clock.install();
  });
  await inSharedTab(browser, paydesk.url, async ({ page }) => {
    expect(page).not.toBe(first);
    await page.goto(login);
  });
});
