import { chromium, expect, type Page, type CDPSession } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { launchOptions } from '../e2e/browser.ts';
import { signInTo } from './demo.ts';

const URL_ = process.env.URL_ ?? 'http://127.0.0.1:4410';
const only = process.argv[2] ? new RegExp(process.argv[2]) : /./;
const ROUNDS = Number(process.env.ROUNDS ?? 8);
const PROFILE = process.env.PROFILE === '1';

function watchEvents(): void {
  const seen: any[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) seen.push({ name: entry.name, d: entry.duration, delay: Math.round(entry.processingStart - entry.startTime), proc: Math.round(entry.processingEnd - entry.processingStart) });
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(globalThis, {
    slowest: async () => {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150)));
      return seen.splice(0).toSorted((a, b) => b.d - a.d)[0] ?? { d: 8, name: '-', delay: 0, proc: 0 };
    },
  });
}
const slowest = (page: Page) => page.evaluate(() => (globalThis as any).slowest());
const p75 = (t: number[]) => t.toSorted((a, b) => a - b)[Math.min(t.length - 1, Math.floor(t.length * 0.75))]!;
const med = (t: number[]) => t.toSorted((a, b) => a - b)[Math.floor(t.length / 2)]!;

async function metrics(s: CDPSession) {
  const { metrics } = await s.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map((m) => [m.name, m.value])) as Record<string, number>;
}
const rows = (page: Page) => page.locator('tbody tr');
const listed = async (page: Page) => {
  await expect(page.locator('section[aria-busy=true]')).toHaveCount(0);
  await expect(rows(page)).toHaveCount(50);
};
type Act = (page: Page, round: number) => Promise<() => Promise<void>>;
const acts: Record<string, Act> = {
  sort: async (page) => {
    await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
    return () => listed(page);
  },
  filterkey: async (page, round) => {
    const field = page.getByLabel('Filter by Amount');
    await field.focus();
    await slowest(page);
    await page.keyboard.press(String(1 + (round % 9)));
    return async () => { await field.fill(''); await listed(page); };
  },
  panel: async (page) => {
    await page.getByRole('button', { name: 'All filters' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    return async () => { await page.keyboard.press('Escape'); await listed(page); };
  },
  row: async (page, round) => {
    await rows(page).nth(round).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: / EUR$/ })).toBeVisible();
    return async () => { await page.goBack(); await listed(page); };
  },
  ctrlk: async (page) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    return async () => { await page.keyboard.press('Escape'); await expect(page.getByRole('dialog')).toBeHidden(); };
  },
  columns: async (page) => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await slowest(page);
    await page.getByRole('menuitem', { name: 'Choose columns…' }).click();
    await expect(page.getByRole('dialog', { name: /columns/i })).toBeVisible();
    return async () => { await page.keyboard.press('Escape'); await expect(page.getByRole('dialog')).toBeHidden(); };
  },
  closek: async (page) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(300);
    await slowest(page);
    await page.keyboard.press('Escape'); await expect(page.getByRole('dialog')).toBeHidden();
    return async () => {};
  },
  views: async (page) => {
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Choose columns…' })).toBeVisible();
    return async () => { await page.keyboard.press('Escape'); };
  },
};
async function run(page: Page, s: CDPSession, what: string, act: Act, throttle: number) {
  const times: any[] = [], cpu: Record<string, number[]> = { TaskDuration: [], ScriptDuration: [], LayoutDuration: [], RecalcStyleDuration: [] };
  for (let round = 0; round < ROUNDS; round++) {
    await slowest(page);
    const a = await metrics(s);
    if (process.env.TRACE && round === 3) await browser.startTracing(page, { path: `/tmp/desk/${what}.trace.json`, categories: ['devtools.timeline','disabled-by-default-devtools.timeline','blink.user_timing','loading','v8.execute'] } as any);
    if (PROFILE && round === 3) { await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 100 }); await s.send('Profiler.start'); }
    const back = await act(page, round);
    const t = await slowest(page);
    if (process.env.TRACE && round === 3) await browser.stopTracing();
    if (PROFILE && round === 3) { const { profile } = await s.send('Profiler.stop'); writeFileSync(`/tmp/desk/${what}.cpuprofile`, JSON.stringify(profile)); }
    const b = await metrics(s);
    for (const k of Object.keys(cpu)) cpu[k]!.push((b[k]! - a[k]!) * 1000);
    times.push(t);
    await back();
  }
  const d = times.map((t) => t.d);
  const at = times.toSorted((a, b) => a.d - b.d)[Math.floor(times.length * 0.75)];
  console.log(what.padEnd(10), `p75 ${p75(d)} worst ${Math.max(...d)}`.padEnd(24), JSON.stringify(at).padEnd(60), Object.entries(cpu).map(([k, v]) => `${k.replace('Duration', '')} ${med(v).toFixed(0)}`).join(' '));
}
const browser = await chromium.launch(await launchOptions());
const page = await browser.newPage({ baseURL: URL_, viewport: { width: 1440, height: 900 } });
await page.addInitScript(watchEvents);
await signInTo(page, '/transactions', 'owner@amber.test');
await page.waitForTimeout(1500);
const cont = page.getByRole('button', { name: 'Continue to the console' });
if (await cont.isVisible()) await cont.click();
await expect(rows(page)).toHaveCount(50);
await page.goto('/transactions');
await expect(rows(page)).toHaveCount(50);
const s = await page.context().newCDPSession(page);
await s.send('Performance.enable');
const chosen = Object.entries(acts).filter(([n]) => only.test(n));
for (const [, act] of chosen) await (await act(page, 0))();
const rate = Number(process.env.RATE ?? 4);
await s.send('Emulation.setCPUThrottlingRate', { rate });
for (const [n, act] of chosen) await run(page, s, n, act, rate);
if (only.test('refund')) {
  await page.goto('/transactions?f_status=SUCCESS&f_type=PAYMENT');
  await rows(page).first().getByRole('link').first().click();
  const button = page.getByRole('button', { name: 'Refund', exact: true });
  await expect(button).toBeVisible();
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Refund this payment' })).toBeVisible();
  await page.keyboard.press('Escape');
  const act: Act = async () => {
    await button.click();
    await expect(page.getByRole('dialog', { name: 'Refund this payment' })).toBeVisible();
    return async () => { await page.keyboard.press('Escape'); await expect(page.getByRole('dialog')).toBeHidden(); await page.waitForTimeout(300); };
  };
  await expect(page.getByRole('dialog')).toBeHidden(); await page.waitForTimeout(500);
  await run(page, s, 'refund', act, rate);
}
await browser.close();
