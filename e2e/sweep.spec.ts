import type { Page, Request } from '@playwright/test';
import { violationsOf } from './axe.ts';
import { goWithin, mayOpen, ROUTES } from './routes.ts';
import { expect, test } from './server.ts';
import { EACH_ROLE, merchantId, PEOPLE, rowsOf, signIn } from './support.ts';

/**
 * Every route that a role may open, on a record of the demo data: nothing in the console, no failed
 * call. `PROVE=1 npm run test:e2e -- e2e/sweep.spec.ts` looks at each with axe, too, and as every role;
 * without it the two roles that open all there is.
 */
const whole = process.env['PROVE'] === '1';
const ROLES = whole ? EACH_ROLE : (['staff', 'owner'] as const);

/** The table whose newest record stands behind a route with a parameter; the merchant's own where it has one. */
const TABLES: Record<string, string> = {
  transaction: 'transactions',
  purchase: 'purchases',
  order: 'orders',
  'consumer-credit': 'consumer_credits',
  user: 'users',
  widget: 'widgets',
  'shipping-method': 'shipping_methods',
  cert: 'certificates',
  customer: 'customers',
  'merchant-by-id': 'merchants',
  'financing-institution': 'financing_institutions',
  'financing-product': 'financing_products',
  'customers-announcement': 'customers_announcements',
  rule: 'rules',
  'delivery-company': 'delivery_companies',
  'delivery-method': 'delivery_methods',
};

// of a merchant's people alone: who has no merchant gets a notice in place of the record
const OWN = ['widget', 'shipping-method', 'cert'];
const EMPTY_FOR_STAFF = ['merchant', 'merchant-employees', 'certs'];

/** Nothing is under way any more, nor after two frames more in which what came could ask on. */
async function settled(page: Page, calls: ReadonlySet<Request>): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = calls.size ? 0 : quiet + 1) {
    if (calls.size) await page.waitForTimeout(20);
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
}

for (const who of ROLES)
  test(`every route opens on a record without a fault: ${PEOPLE[who].userRole}`, async ({
    page,
    paydesk,
  }) => {
    test.setTimeout(300_000);
    const person = PEOPLE[who];
    const staff = person.userRole.startsWith('BACKOFFICE');
    const amber = await merchantId(paydesk);
    const faults: string[] = [];
    let at = '';
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${at}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${at}: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 400) faults.push(`${at}: ${response.status()} ${response.url()}`);
    });
    // what the console asks for and has no answer to yet
    const calls = new Set<Request>();
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.add(request);
    });
    page.on('requestfinished', (request) => calls.delete(request));
    page.on('requestfailed', (request) => calls.delete(request));
    await signIn(page, person);
    await page.goto('/help');
    const routes = ROUTES.filter(
      ({ access, set, name }) =>
        access === undefined &&
        mayOpen(person, set) &&
        !(staff && [...OWN, ...EMPTY_FOR_STAFF].includes(name)) &&
        // an operator reaches the address and is told what is missing
        !(who === 'operator' && ['certs', 'cert', 'add-cert'].includes(name)),
    );
    expect(routes.length).toBeGreaterThan(15);
    for (const { name, path } of routes) {
      at = path;
      const table = TABLES[name];
      expect(path.includes('{') && !table, `${path} needs a record`).toBe(false);
      const ofOne = table && (await newest(table));
      const search = name === 'transaction-by-query' ? `?f_id=${await newest('transactions')}` : '';
      // a link's way, and not a load of the whole console each: that is what accessibility.spec.ts does
      await page.locator('main h1').evaluateAll((all) => {
        for (const one of all) one.setAttribute('data-left', '');
      });
      await goWithin(page, path.replace(/\{\w+\}/, ofOne ?? '').replace('/*', '/nowhere') + search);
      await expect(page.locator('main h1:not([data-left])').first(), path).toBeVisible();
      await settled(page, calls);
      if (whole) faults.push(...(await violationsOf(page)).map(({ id }) => `${path}: axe ${id}`));
    }
    expect(faults).toEqual([]);

    async function newest(table: string): Promise<string> {
      const [tenant] = await rowsOf(
        paydesk,
        `select 1 from information_schema.columns
         where table_name = '${table}' and column_name = 'merchant_id'`,
      );
      const [row] = await rowsOf<{ id: string }>(
        paydesk,
        `select id from ${table} ${tenant ? `where merchant_id = '${amber}'` : ''} order by id desc limit 1`,
      );
      return row!.id;
    }
  });
