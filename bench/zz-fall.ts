import { chromium, expect } from '@playwright/test';
import { launchOptions } from '../e2e/browser.ts';
import { signInTo } from './demo.ts';
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (0.75 * 1024 * 1024) / 8 };
const browser = await chromium.launch(await launchOptions());
const page = await browser.newPage({ baseURL: process.env.URL_ ?? 'http://127.0.0.1:4410', viewport: { width: 1440, height: 900 } });
await signInTo(page, '/transactions', 'owner@amber.test');
await page.waitForTimeout(2000);
const cont = page.getByRole('button', { name: 'Continue to the console' });
if (await cont.isVisible()) await cont.click();
await expect(page.locator('tbody tr')).toHaveCount(50);
const s = await page.context().newCDPSession(page);
await s.send('Network.enable');
await s.send('Network.emulateNetworkConditions', SLOW_4G);
for (const kept of [false, true]) {
  for (let i = 0; i < (kept ? 2 : Number(process.env.ROUNDS ?? 2)); i++) {
    await page.goto('about:blank');
    if (!kept) await s.send('Network.clearBrowserCache');
    await page.goto('/transactions', { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('paydesk.list').length > 0);
    const t = await page.evaluate(() => performance.getEntriesByName('paydesk.list')[0]!.startTime);
    const nav = await page.evaluate(() => { const n = performance.getEntriesByType('navigation')[0] as any; return [n.requestStart, n.responseStart, n.responseEnd, n.transferSize].map(Math.round).join(' '); });
    const fcp = await page.evaluate(() => performance.getEntriesByType('paint').map((e) => `${e.name} ${Math.round(e.startTime)}`).join(', '));
    console.log(kept ? 'KEPT' : 'NOTHING KEPT', Math.round(t), 'nav', nav, fcp);
    if (i || process.env.ALL) {
      const all = await page.evaluate(() => (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((e) => [Math.round(e.startTime), Math.round(e.requestStart), Math.round(e.responseStart), Math.round(e.responseEnd), e.transferSize, e.initiatorType, (e as any).renderBlockingStatus, e.name.replace(location.origin, '')] as const).filter((r) => r[0] < 1e5));
      let sum = 0;
      for (const r of all) { if (r[0] > t) continue; sum += r[4]; if (!kept || r[4] || r[7].includes('/api')) console.log(r.map((x, i) => i < 5 ? String(x).padStart(6) : x).join(' ')); }
      console.log('files', all.filter((r) => r[0] <= t).length, 'bytes', sum);
    }
  }
}
await browser.close();
