import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs'; import { createRequire } from 'node:module'; const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
import { launchOptions } from './browser.ts';
const B = 'http://127.0.0.1:4800';
const browser = await chromium.launch(await launchOptions());
async function as(email: string) {
  const r = await fetch(`${B}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ username: email, password: 'quiet harbour lantern 42' }) });
  return (await r.json()) as any;
}
const get = async (token: string, path: string) => (await fetch(B + path, { headers: { 'x-auth-token': token, authorization: `Bearer ${token}` } })).json() as any;
const only = process.argv.slice(2);
for (const [who, email] of [['staff', 'admin@paydesk.test'], ['owner', 'owner@amber.test']] as const) {
  for (const scheme of ['light', 'dark'] as const) for (const width of [1440, 390]) {
    if (scheme === 'dark' && width === 390) continue;
    const ctx = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, bypassCSP: true });
    const page = await ctx.newPage();
    await page.goto(B + '/login');
    await page.getByLabel(/email|username/i).first().fill(email);
    await page.getByLabel('Password', { exact: true }).fill('quiet harbour lantern 42');
    await page.getByRole('button', { name: /sign in|log in/i }).click();
    await page.waitForURL((u) => !u.pathname.includes('login'), { timeout: 20000 });
    const closing = page.getByRole('dialog').getByRole('button').last();
    if (await closing.isVisible().catch(() => false)) await closing.click();
    const shots: [string, string][] = [];
    const list = who === 'staff' ? '/financing/consumer-credits' : '/loans';
    shots.push(['list', list], ['dash', '/'], ['recurring', '/recurring'], ['dues', '/recurring-dues']);
    if (who === 'staff') shots.push(['refunds', '/financing/consumer-credits-refunds']);
    const firstOf = async (url: string) => { await page.goto(B + url); await page.waitForTimeout(2500); const d = page.getByRole('dialog'); if (await d.isVisible().catch(() => false)) await page.keyboard.press('Escape'); return page.locator('tr[data-href]').first().getAttribute('data-href', { timeout: 8000 }).catch(() => null); };
    const waiting = await firstOf(list + '?f_status=WAITING_FOR_CONFIRMATION');
    const confirmed = await firstOf(list + '?f_status=CONFIRMED&f_totalRequestedRefundsAmount=1..');
    const rec = await firstOf('/recurring?f_status=ACTIVE');
    if (waiting) shots.push(['loan-waiting', waiting]);
    if (confirmed) shots.push(['loan-confirmed', confirmed]);
    if (rec) shots.push(['rec', rec]);
    for (const [name, url] of shots) {
      if (only.length && !only.includes(name)) continue;
      await page.goto(B + url);
      await page.waitForTimeout(2500);
      const d = page.getByRole('dialog'); if (await d.isVisible().catch(() => false)) await page.keyboard.press('Escape');
      await page.screenshot({ path: `/tmp/desk15-shots/${who}-${name}-${width}-${scheme}.png`, fullPage: true });
      if (width === 1440 || scheme === 'light') {
        await page.evaluate(axeSource); const violations = await page.evaluate(async () => (await (window as any).axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })).violations.map((v: any) => ({ id: v.id, nodes: v.nodes.map((n: any) => ({ html: n.html })) })));
        for (const v of violations) console.log(who, name, width, scheme, v.id, v.nodes.map((n) => n.html.slice(0, 120)).slice(0, 3));
      }
    }
    await ctx.close();
  }
}
await browser.close();
console.log('done');
