import { AxeBuilder } from '@axe-core/playwright';
import { mayOpen, ROUTES } from './routes.ts';
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
    await signIn(page, person);
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
      await page.goto(path.replace(/\{\w+\}/, ofOne ?? '').replace('/*', '/nowhere') + search);
      await expect(page.locator('main h1').first(), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      if (!whole) continue;
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      faults.push(...violations.map(({ id }) => `${path}: axe ${id}`));
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
