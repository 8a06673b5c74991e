import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ROLE_PERMISSIONS,
  type Actor,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { paths, type ParamsOf } from './paths.ts';
import { readSearch, searchText } from './platform/search-text.ts';
import { screen } from './platform/routing.ts';
import { crumbsOf, ROUTES, type RouteRow, type Whole } from './route-table.ts';
import type * as resources from './manifests.ts';

const actor = (userRole: UserRole): Actor => ({
  userId: 'u',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId: null,
});

const SEARCH = { f_id: '1' };

/** Each builder's answer, asked as a list and as a detail. */
const built = Object.fromEntries(
  Object.entries(paths)
    .filter(([name]) => !['merchantOf', 'notFound'].includes(name))
    .map(([name, build]) => [name, String((build as (id: unknown) => string)('ID'))] as const)
    .map(([name, url]) => [name, url.replace(/\?.*$/, '')]),
);

function routeFor(url: string): RouteRow | undefined {
  const parts = url.split('/');
  return ROUTES.filter(({ path }) => path !== '/*').find(({ path }) => {
    const pattern = path.split('/');
    return (
      pattern.length === parts.length &&
      pattern.every(
        (part, at) => part === parts[at] || (part.startsWith('{') && parts[at] === 'ID'),
      )
    );
  });
}

test('every builder leads to a route of the table', () => {
  for (const [name, url] of Object.entries(built)) assert.ok(routeFor(url), `${name}: ${url}`);
});

test('every route but the second name of one has a builder', () => {
  const reached = new Set(Object.values(built).map((url) => routeFor(url)?.path));
  const left = ROUTES.map(({ path }) => path).filter((path) => !reached.has(path));
  assert.deepEqual(left, ['/add-shipping-method', '/*']);
});

test('no path stands in the table twice', () => {
  const all = ROUTES.map(({ path }) => path);
  assert.deepEqual([...new Set(all)], all);
});

const called = (path: string) => {
  const row = ROUTES.find((one) => one.path === path);
  return row && [row.name, row.title];
};

test('RT-01 RT-03 RT-09 RT-10 the routes of home, login and transactions', () => {
  assert.equal(called('/')?.[0], 'home');
  assert.equal(called('/login')?.[0], 'login');
  assert.deepEqual(called('/transactions'), ['transactions', 'Transactions']);
  assert.deepEqual(called('/transactions/{transactionId}'), ['transaction', 'Transaction Details']);
});

test('the names and titles of the routes whose screens come later', () => {
  assert.deepEqual(called('/business-days'), ['business-days', 'Business Days']);
  assert.deepEqual(called('/exchange-logs'), ['exchange-logs', 'Exchange Requests And Responses']);
  assert.deepEqual(called('/purchases/{purchaseId}'), ['purchase', 'Purchase Details']);
  assert.deepEqual(called('/recurring'), ['recurring', 'Recurring Payments']);
  assert.deepEqual(called('/merchant'), ['merchant', 'Settings']);
  assert.deepEqual(called('/merchant-employees'), ['merchant-employees', 'Employees']);
  assert.deepEqual(called('/merchant-employees/add'), ['add-employee', undefined]);
  assert.deepEqual(called('/widgets'), ['widgets', 'Widgets']);
  assert.deepEqual(called('/widgets/add'), ['add-widget', 'Widget Details']);
  assert.deepEqual(called('/widget/{widgetId}'), ['widget', 'Widget']);
  assert.deepEqual(called('/shipping-methods'), ['shipping-methods', 'Shipping Methods']);
  assert.deepEqual(called('/shipping-methods/add'), ['add-shipping-method', 'Shipping Method']);
  assert.deepEqual(called('/add-shipping-method'), called('/shipping-methods/add'));
  assert.deepEqual(called('/shipping-method/{id}'), ['shipping-method', undefined]);
  assert.deepEqual(called('/users/{userId}'), ['user', 'User Details']);
  assert.deepEqual(called('/certs'), ['certs', 'Certificates']);
  assert.deepEqual(called('/cert/{certificateId}'), ['cert', 'Certificate details']);
  assert.deepEqual(called('/add-cert'), ['add-cert', 'New certificate']);
  assert.deepEqual(called('/orders'), ['orders', 'Orders']);
  assert.deepEqual(called('/order/{orderId}'), ['order', 'Order details']);
  assert.deepEqual(called('/financing/consumer-credits/{consumerCreditId}'), [
    'consumer-credit',
    'Loan',
  ]);
});

/** As a merchant's person sees them, who opens nothing of the back office. */
const crumbsAt = (path: string, group?: string) => {
  const row = ROUTES.find((one) => one.path === path);
  return row && crumbsOf(row, group, ({ set }) => set !== 'BACKOFFICE');
};

/** The first crumb of staff, who open everything here. */
const aboveForStaff = (name: string) =>
  crumbsOf(
    ROUTES.find((row) => row.name === name)!,
    undefined,
    () => true,
  )[0];

const named = (set: string) => ROUTES.filter((row) => row.set === set).map(({ name }) => name);

test('RT-11 AM-10 RT-27 SH-27 breadcrumbs: the routes above, then the own title', () => {
  const transactions = { label: 'Transactions', href: '/transactions' };
  assert.deepEqual(crumbsAt('/transactions/{transactionId}', 'Payment Information'), [
    { label: 'Payment Information' },
    transactions,
    { label: 'Transaction Details' },
  ]);
  assert.deepEqual(crumbsAt('/transaction'), [transactions, { label: 'Transaction Details' }]);
  assert.deepEqual(crumbsAt('/users/{userId}'), [
    { label: 'Employees', href: '/merchant-employees' },
    { label: 'User Details' },
  ]);
  assert.deepEqual(crumbsAt('/transactions', 'Payment Information'), [
    { label: 'Payment Information' },
    { label: 'Transactions' },
  ]);
});

test('RT-18 a route without a title adds nothing to the breadcrumbs', () => {
  const row = ROUTES.find(({ name }) => name === 'add-employee')!;
  assert.deepEqual(
    crumbsOf(row, undefined, ({ set }) => set !== 'BACKOFFICE'),
    [{ label: 'Employees', href: '/merchant-employees' }],
  );
});

test('AM-41 staff, who belong to no merchant, come back to lists that they have', () => {
  assert.deepEqual(aboveForStaff('user'), { label: 'Users', href: '/users' });
  assert.deepEqual(aboveForStaff('add-employee'), { label: 'Merchants', href: '/merchants' });
});

test('AM-115 a route that opens wider than its calls says so to a merchant’s people', () => {
  // what the server asks for each of these, as the specification's table of access has it
  const asked: Record<string, readonly Permission[]> = {
    certs: ['READ_MERCHANT_CERTIFICATE'],
    cert: ['READ_MERCHANT_CERTIFICATE'],
    'add-cert': ['UPDATE_MY_MERCHANT'],
    'api-keys': ['READ_MERCHANT_CERTIFICATE'],
    'api-key': ['READ_MERCHANT_CERTIFICATE'],
    orders: ['READ_MERCHANT_ORDER'],
    order: ['READ_MERCHANT_ORDER'],
    'payment-links': ['READ_MERCHANT_ORDER'],
    'payment-link': ['READ_MERCHANT_ORDER'],
    'consumer-credit': ['READ_MERCHANT_ORDER'],
    'merchant-employees': ['READ_MERCHANT_EMPLOYEE'],
    'add-shipping-method': ['READ_MERCHANT_SHIPPING_METHOD'],
  };
  const wider = ROUTES.filter(({ asks }) => asks !== undefined);
  assert.deepEqual(
    [...new Set(wider.map(({ name }) => name))].toSorted(),
    Object.keys(asked).toSorted(),
  );
  for (const { name, asks } of wider) assert.deepEqual(asks, { anyOf: asked[name] }, name);
});

test('a parent that the user may not open is no link', () => {
  const row = ROUTES.find(({ name }) => name === 'transaction')!;
  assert.deepEqual(crumbsOf(row, undefined, () => false)[0], { label: 'Transactions' });
});

test('AM-06 a merchant link leads staff to that merchant and a merchant’s user to the own', () => {
  assert.equal(paths.merchantOf(actor('BACKOFFICE_TECHNICAL'), 'M1'), '/merchants/M1');
  assert.equal(paths.merchantOf(actor('MERCHANT_ADMIN'), 'M1'), '/merchant');
});

test('AM-05 AM-101 the back office’s own routes ask for its set', () => {
  const own = `/customers /customers/{customerId} /screening /purchases /transaction /users /merchants
    /merchants/add /merchants/{merchantId} /financing/consumer-credits /financing/consumer-credits-refunds
    /financing/credit-orders /financing/offers /financing/authentications /financing/signatures
    /financing/financing-institutions /financing/financing-institutions/{id} /financing-products
    /financing-products/{id} /soap-logs /mpi-logs /audit-logs /task-executions /undelivered-messages /announcements
    /announcements/{announcementId} /customers-announcements /customers-announcements/{id} /settings/rules /settings/rules/{id}
    /rules-evaluation-results /settings/bin-ranges /settings/meta-data /settings/installation /settings/system /settings/permissions
    /users/add /settings/rules/add /reviews /screening/cases /screening/cases/{id}
    /delivery/companies /delivery/companies/{id} /delivery/methods /delivery/methods/{id}
    /delivery/merchants /settings/provider-keys /settings/provider-keys/{id}`;
  const guarded = ROUTES.filter(({ set }) => set === 'BACKOFFICE').map(({ path }) => path);
  assert.deepEqual(guarded.sort(), own.split(/\s+/).sort());
});

test('AM-101 each guarded route of the console names its set', () => {
  assert.deepEqual(named('TRANSACTION_DASHBOARD'), [
    'business-days',
    'disputes',
    'transactions',
    'transaction',
  ]);
  assert.deepEqual(named('ADMIN_LEVEL'), [
    'exchange-logs',
    'purchase',
    'recurring',
    'recurring-payment',
    'recurring-dues',
  ]);
  assert.deepEqual(named('WIDGET_VIEW'), ['widgets', 'widget']);
  assert.deepEqual(named('WIDGET_ADD'), ['add-widget']);
  assert.deepEqual(named('SHIPPING_LIST'), ['shipping-methods']);
  assert.deepEqual(named('SHIPPING_ADD'), ['add-shipping-method', 'add-shipping-method']);
  assert.deepEqual(named('SHIPPING_VIEW'), ['shipping-method']);
  assert.deepEqual(named('USER_DETAIL'), ['user']);
  assert.deepEqual(named('OWN_LOANS'), ['loans']);
  assert.deepEqual(named('APPROVALS'), ['approvals', 'approval']);
  assert.deepEqual(named('THRESHOLDS'), ['approval-thresholds', 'approval-threshold']);
  assert.deepEqual(named('ROLES'), ['roles', 'add-role', 'who-can-do-what', 'role']);
  assert.deepEqual(named('OWN_AUDIT'), ['own-audit-logs']);
  assert.deepEqual(named('CERT_ORDER_LOAN'), [
    'certs',
    'cert',
    'add-cert',
    'api-keys',
    'api-key',
    'consumer-credit',
    'orders',
    'order',
    'payment-links',
    'payment-link',
  ]);
});

test('a search is strings, readable, and comes back as it went', () => {
  const search = { f_status: 'SUCCESS', f_amount: '1..2', f_batchId: '4120', sort: 'date,DESC' };
  const text = 'f_status=SUCCESS&f_amount=1..2&f_batchId=4120&sort=date,DESC';
  assert.equal(searchText(search), text);
  assert.deepEqual(readSearch(text), search);
  for (const value of ['a b', 'a+b', 'a&b=c', '50%', '"1"', 'true', '{}', 'ā', '#', ''])
    assert.deepEqual(readSearch(searchText({ f_x: value })), value ? { f_x: value } : {}, value);
});

test('builders keep their search and escape their id', () => {
  assert.equal(paths.recurring(SEARCH), '/recurring?f_id=1');
  assert.equal(paths.transaction('a/../b'), '/transactions/a%2F..%2Fb');
  assert.equal(paths.transactions({ f_purchaseId: undefined }), '/transactions');
});

test('a link to no route, or without its parameter, does not compile; nor a screen that is none', () => {
  const user: ParamsOf<'user'> = { userId: 'U1' };
  assert.equal(paths.user(user.userId), '/users/U1');
  assert.equal(paths.login({ redirectFrom: '/orders' }), '/login?redirectFrom=%2Forders');
  assert.equal(paths.addShippingMethod(), '/shipping-methods/add');
  // @ts-expect-error the parameter is missing
  assert.equal(paths.user(), '/users/undefined');
  // @ts-expect-error there is no such route
  assert.equal(paths.users2, undefined);
  // @ts-expect-error the sign-in reads no such word
  assert.ok(paths.login({ backTo: '/orders' }));
  // @ts-expect-error a parameter by another name
  assert.equal(user.id, undefined);
  // @ts-expect-error the file has no such screen
  assert.ok(screen(() => import('./platform/Home.tsx'), 'House'));
});

test('a name, an address or a place in the menu given twice does not compile', () => {
  const taken = (...words: (keyof Whole<typeof resources & { another: typeof another }>)[]) =>
    words;
  const another = {
    'soap-logs': { path: '/elsewhere' },
    users2: { path: '/users', menu: { in: 'Logs', place: 3 } },
    user2: { path: '/users2/{id}', parent: 'nobody' },
  } as const;
  taken('soap-logs is given twice', '/users is given twice', 'Logs 3 is given twice');
  taken('nobody is a parent and no route');
  // @ts-expect-error it has that alone
  taken('/users2/{id} is given twice');
});
