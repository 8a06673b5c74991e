import { expect, test } from '@playwright/test';

test('the browser shows a page, with letters, a time zone and a clipboard', async ({ page }) => {
  await page.route('http://127.0.0.1/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Paydesk</title><h1>Hello, desk 0123</h1></html>',
    }),
  );
  await page.goto('http://127.0.0.1/');
  const heading = page.getByRole('heading', { name: 'Hello, desk 0123' });
  await expect(heading).toBeVisible();
  // Without a font the letters would have no width.
  const width = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width;
  });
  expect(width).toBeGreaterThan(100);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(zone).toBe('Europe/Riga');
  const copied = await page.evaluate(async () => {
    await navigator.clipboard.writeText('copied');
    return navigator.clipboard.readText();
  });
  expect(copied).toBe('copied');
  if (process.env['PICTURE']) await page.screenshot({ path: process.env['PICTURE'] });
});
