import type { Page } from '@playwright/test';
import { PERMISSIONS, type Permission } from '../packages/contract/src/permissions.ts';
import { addressOf, goWithin, mayOpen, NOBODY, ROUTES } from './routes.ts';
import { expect, test } from './server.ts';
import { EACH_ROLE, insertPerson, merchantId, PEOPLE, signIn } from './support.ts';

const guarded = ROUTES.filter(({ access }) => access === undefined);

const where = (page: Page) => page.evaluate(() => location.pathname + location.search);

test('NG-01..03 RT-06 login, register and password recovery are open to anonymous visitors', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.goto('/register?invitation=abc');
  await expect(page.getByRole('heading', { name: 'Create password' })).toBeVisible();
  await page.goto('/password-recovery');
  await expect(page.getByRole('heading', { name: 'Password recovery' })).toBeVisible();
  expect(await where(page)).toBe('/password-recovery');
});

test('NG-04, NG-06, NG-07 AM-81 every other route leads an anonymous visitor to the login and keeps the full path', async ({
  page,
}) => {
  const addresses = ROUTES.filter(({ access }) => access !== 'open' && access !== 'login').map(
    addressOf,
  );
  expect(addresses.length).toBeGreaterThan(50);
  for (const [at, address] of addresses.entries()) {
    const asked = address === '/' ? address : `${address}?f_orderId=1&sort=amount,ASC#part`;
    // every eighth in a browser that starts there; the guard is the same
    if (at % 8 === 0) await page.goto(asked, { waitUntil: 'commit' });
    else await goWithin(page, asked);
    const login = address === '/' ? '/login' : `/login?redirectFrom=${asked}`;
    await expect.poll(async () => decodeURIComponent(await where(page)), address).toBe(login);
    await expect(page.getByRole('button', { name: 'Login' }), address).toBeVisible();
  }
});

for (const who of EACH_ROLE) {
  const person = PEOPLE[who];
  const forbidden = guarded.filter(({ set }) => !mayOpen(person, set));

  test(`NG-10, NG-11 forbidden routes say so: ${person.userRole}`, async ({ page }) => {
    await signIn(page, person);
    const refused = page.getByRole('heading', { name: 'You are not allowed to see this page.' });
    await page.goto(addressOf(forbidden[0]!));
    await expect(refused).toBeVisible();
    await expect(page.getByText('Please contact administrator.')).toBeVisible();
    // why is said in words, which no code of a permission is
    const why = page.getByRole('main').getByText(/^(You need the permission to|It is) /);
    await expect(why).toHaveText(/^[^_]+$/);
    expect(forbidden.length).toBeGreaterThan(4);
    for (const route of forbidden) {
      await goWithin(page, '/help');
      await expect(refused, route.path).toBeHidden();
      await goWithin(page, addressOf(route));
      await expect(refused, route.path).toBeVisible();
      expect(await where(page), 'the address stays').toBe(addressOf(route));
      await expect(page).toHaveTitle('Not allowed · Paydesk');
    }
    // what they have in its place is a press away
    if (!person.userRole.startsWith('MERCHANT')) return;
    await goWithin(page, '/financing/consumer-credits');
    await expect(page.getByText('It is the back office’s.')).toBeVisible();
    await page.getByRole('link', { name: 'Your loans' }).click();
    await expect(page).toHaveURL('/loans');
  });
}

/** The catalogue's own words, so that a slip in the table is seen. */
const TITLES: readonly (readonly [path: string, title: string])[] = [
  ['/transactions', 'Transactions'],
  [`/transactions/${NOBODY}`, 'Transaction Details'],
  ['/exchange-logs', 'Exchange Requests And Responses'],
  ['/business-days', 'Business Days'],
  [`/purchases/${NOBODY}`, 'Purchase Details'],
  ['/recurring', 'Recurring Payments'],
  ['/widgets', 'Widgets'],
  ['/widgets/add', 'Widget Details'],
  [`/widget/${NOBODY}`, 'Widget'],
  ['/shipping-methods', 'Shipping Methods'],
  ['/shipping-methods/add', 'Shipping Method'],
  [`/users/${NOBODY}`, 'User Details'],
  ['/certs', 'Certificates'],
  [`/cert/${NOBODY}`, 'Certificate details'],
  ['/orders', 'Orders'],
  ['/payment-links', 'Payment Links'],
  ['/loans', 'Loans'],
  [`/order/${NOBODY}`, 'Order details'],
  [`/financing/consumer-credits/${NOBODY}`, 'Loan'],
];

test('RT-09, RT-10, RT-12..15, RT-19..23, RT-26, RT-28, RT-29, RT-31..33 titles in the words of the catalogue', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/help');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  for (const [address, title] of TITLES) {
    await goWithin(page, address);
    await expect(crumbs.locator('[aria-current=page]'), address).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Paydesk`);
  }
});

test('RT-08, RT-16, RT-17 profile, own merchant and employees ask for no role', async ({
  page,
}) => {
  for (const who of EACH_ROLE) {
    await signIn(page, PEOPLE[who]);
    await page.goto('/profile');
    for (const [address, title] of [
      ['/profile', PEOPLE[who].name],
      ['/merchant', 'Settings'],
      ['/merchant-employees', 'Employees'],
    ] as const) {
      await goWithin(page, address);
      await expect(page.getByRole('heading', { name: title, level: 1 }), who).toBeVisible();
      expect(await where(page)).toBe(address);
    }
    await page.evaluate(() => localStorage.clear());
  }
});

test('RT-11, RT-18, RT-25, RT-27 breadcrumbs lead back; two routes have no title of their own', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await page.goto(`/users/${NOBODY}`);
  await expect(crumbs.getByRole('listitem')).toHaveText(['Settings', 'Employees', 'User Details']);
  await crumbs.getByRole('link', { name: 'Employees' }).click();
  await expect(page).toHaveURL('/merchant-employees');

  await goWithin(page, '/merchant-employees/add');
  await expect(crumbs.getByRole('listitem')).toHaveText(['Settings', 'Employees']);
  await goWithin(page, `/shipping-method/${NOBODY}`);
  await expect(crumbs.getByRole('listitem')).toHaveText(['Settings', 'Shipping Methods']);

  await goWithin(page, `/transactions/${NOBODY}`);
  await expect(crumbs.getByRole('listitem')).toHaveText([
    'Payment Information',
    'Transactions',
    'Transaction Details',
  ]);
  await crumbs.getByRole('link', { name: 'Transactions' }).click();
  await expect(page).toHaveURL('/transactions');
  await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible();
});

test('RT-01, RT-02 AM-01 home leads to the dashboard whoever may see it; the others choose', async ({
  page,
  paydesk,
}) => {
  const nobody = await insertPerson(paydesk, {
    merchantId: await merchantId(paydesk),
    userRole: 'MERCHANT_OPERATOR',
    permissions: ['READ_MERCHANT_ORDER'],
  });
  await signIn(page, nobody);
  await page.goto('/');
  await expect(page.getByText('Please select view')).toBeVisible();
  expect(await where(page)).toBe('/');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeHidden();

  for (const who of EACH_ROLE) {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE[who]);
    await page.goto('/');
    await expect(page, who).toHaveURL('/business-days');
  }
});

test('NG-05, NG-12 RT-03, RT-04 a stored session is tried before the login form is shown', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  let asked = 0;
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/users/me', async (route) => {
    asked++;
    await mayAnswer;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByRole('button', { name: 'Login' })).toBeHidden();
  answer();
  await expect(page).toHaveURL('/business-days');
  expect(asked).toBe(1);

  asked = 0;
  const deep = '/transactions?f_status=FAILED';
  await page.goto(deep);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Failed');
  expect(await where(page)).toBe(deep);
  expect(asked, 'once for a fresh page').toBe(1);
  await goWithin(page, '/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  expect(asked, 'and no more for the next').toBe(1);
});

test('NG-08, NG-23 RT-05 while the password is expired every route leads to its renewal, for each role', async ({
  page,
  paydesk,
}) => {
  const past = new Date(Date.now() - 86_400_000);
  const heading = page.getByRole('heading', { name: 'Password Expired' });
  for (const who of EACH_ROLE) {
    const { userRole } = PEOPLE[who];
    const merchant = userRole.startsWith('MERCHANT') ? await merchantId(paydesk) : null;
    const person = await insertPerson(paydesk, {
      userRole,
      merchantId: merchant,
      passwordExpiresDate: past,
    });
    await page.context().clearCookies();
    await signIn(page, person);
    await page.goto('/transactions?f_status=FAILED');
    await expect(heading, userRole).toBeVisible();
    await expect(page).toHaveURL('/password-renewal');
    await page.reload();
    await expect(heading).toBeVisible();
    if (who === 'owner')
      for (const route of ROUTES.filter(({ access }) => access !== 'renewal')) {
        await goWithin(page, addressOf(route));
        await expect(page, route.path).toHaveURL('/password-renewal');
      }
    await page.evaluate(() => localStorage.clear());
  }
});

test('NG-09 with a valid password the renewal leads home', async ({ page }) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/password-renewal');
  await expect(page).toHaveURL('/business-days');
});

/** The sets of the specification: the permissions of which any one opens the routes. */
const SETS: [row: string, anyOf: Permission[], paths: string[]][] = [
  [
    'RO-25',
    ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
    ['/transactions', `/transactions/${NOBODY}`, '/business-days'],
  ],
  [
    'RO-26',
    ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
    ['/exchange-logs', `/purchases/${NOBODY}`, '/recurring'],
  ],
  ['RO-27', ['READ_MERCHANT_WIDGET'], ['/widgets', `/widget/${NOBODY}`]],
  ['RO-28', ['CREATE_MERCHANT_WIDGET'], ['/widgets/add']],
  [
    'RO-33',
    ['READ_ANY_USER', 'READ_MERCHANT_CERTIFICATE', 'READ_MERCHANT_ORDER'],
    [
      '/certs',
      `/cert/${NOBODY}`,
      '/add-cert',
      '/orders',
      `/order/${NOBODY}`,
      `/financing/consumer-credits/${NOBODY}`,
    ],
  ],
];

test('RO-25, RO-26, RO-27, RO-28, RO-33 any one permission of a set opens its routes, and all others do not', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk, 'Amber & Oak');
  const refused = page.getByRole('heading', { name: 'You are not allowed to see this page.' });
  for (const [row, anyOf, addresses] of SETS) {
    const others = (Object.keys(PERMISSIONS) as Permission[]).filter((one) => !anyOf.includes(one));
    for (const permissions of [others, ...anyOf.map((one) => [one])]) {
      const person = await insertPerson(paydesk, { merchantId: merchant, permissions });
      await signIn(page, person);
      await page.goto('/help');
      for (const address of addresses) {
        await goWithin(page, address);
        await expect.poll(() => where(page)).toBe(address);
        const open = permissions !== others;
        await expect(refused, `${row} ${address} ${permissions[0]}`).toBeVisible({
          visible: !open,
        });
      }
      // the stored session comes before the next person's cookie
      await page.evaluate(() => localStorage.clear());
    }
  }
});

test('RO-34 the menu has Certificates for holders of their permission alone', async ({ page }) => {
  for (const [who, shown] of [
    ['owner', true],
    ['operator', false],
    ['staff', false],
  ] as const) {
    await signIn(page, PEOPLE[who]);
    await page.goto('/help');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Transactions' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Certificates' })).toHaveCount(shown ? 1 : 0);
    await page.evaluate(() => localStorage.clear());
  }
});
