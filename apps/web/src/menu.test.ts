import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  holdsAny,
  ROLE_PERMISSIONS,
  ROUTE_SETS,
  type Application,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { groupOf, menuOf, standsIn } from './menu.ts';
import { crumbsOf, ROUTES, rowsAbove } from './route-table.ts';

/** The menu as a role with its default permissions sees it: each block and group by its title. */
function seen(role: UserRole): Record<string, string[]> {
  const permissions = ROLE_PERMISSIONS[role];
  const open = (set?: keyof typeof ROUTE_SETS) =>
    set === undefined || holdsAny({ permissions }, ROUTE_SETS[set]);
  return Object.fromEntries(
    menuOf(CONSOLES[role])
      .flatMap(({ title = '', entries, groups = [] }) => [{ title, entries }, ...groups])
      .map(
        ({ title, entries }) =>
          [title, entries.filter(({ set }) => open(set)).map(({ label }) => label)] as const,
      )
      .filter(([, labels]) => labels.length),
  );
}

const CONSOLES = {
  BACKOFFICE_ADMIN: 'BACKOFFICE',
  BACKOFFICE_TECHNICAL: 'BACKOFFICE',
  MERCHANT_ADMIN: 'MERCHANT_CONSOLE',
  MERCHANT_OPERATOR: 'MERCHANT_CONSOLE',
} as const satisfies Record<UserRole, Application>;

test('SH-09 SH-10..13 a merchant’s administrator sees every entry of the merchant console', () => {
  const menu = seen('MERCHANT_ADMIN');
  assert.deepEqual(menu['']?.slice(0), ['Dashboard']);
  assert.deepEqual(menu['Payment Information'], [
    'Transactions',
    'Recurring Payments',
    'Orders',
    'Payment Links',
    'Loans',
  ]);
  assert.equal(menu['Risk'], undefined);
});

test('SH-14..17 the group Settings', () => {
  assert.deepEqual(seen('MERCHANT_ADMIN')['Settings'], [
    'Employees',
    'Shipping Methods',
    'Widgets',
    'Business Profile',
  ]);
});

test('SH-18..20 the group Developers', () => {
  assert.deepEqual(seen('MERCHANT_ADMIN')['Developers'], [
    'Certificates',
    'Exchange Logs',
    'Integration Documentation',
  ]);
});

test('SH-09 an operator sees no recurring payments, certificates and exchange logs', () => {
  const menu = seen('MERCHANT_OPERATOR');
  const payments = ['Transactions', 'Orders', 'Payment Links', 'Loans'];
  assert.deepEqual(menu['Payment Information'], payments);
  assert.deepEqual(menu['Developers'], ['Integration Documentation']);
});

test('SH-09 AM-05 staff’s menu goes by what they do', () => {
  const menu = seen('BACKOFFICE_ADMIN');
  // a new list stands at its end (npm run new:list)
  const setUp = menu['Set-up']!.slice(0, 5);
  assert.deepEqual(
    { ...menu, 'Set-up': setUp },
    {
      '': ['Dashboard', 'Reviews', 'Approvals', 'Merchants', 'Customers'],
      Payments: [
        'Transactions',
        'Orders',
        'Purchases',
        'Recurring Payments',
        'Payment Links',
        'Disputes',
      ],
      Lending: [
        'Loans',
        'Loan Refunds',
        'Credit Orders',
        'Credit Offers',
        'Authentications',
        'Signatures',
      ],
      Risk: ['Screening', 'Rules', 'Rule Results', 'BIN Ranges'],
      Partners: [
        'Financing Institutions',
        'Financing Products',
        'Delivery Companies',
        'Delivery Methods',
        'Delivery Merchants',
      ],
      Communication: ['Announcements', 'Customer Announcements'],
      'Users and access': ['Users', 'Permissions', 'Roles', 'Approval Thresholds'],
      Logs: [
        'Audit Logs',
        'Exchange Logs',
        'SOAP Logs',
        '3DS Logs',
        'Task Executions',
        'Undelivered Messages',
      ],
      'Set-up': [
        'Installation',
        'System',
        'Meta Data',
        'Provider Keys',
        'Integration Documentation',
      ],
    },
  );
});

test('every screen of staff’s own that no other leads to stands in their menu', () => {
  const all = new Set(Object.values(seen('BACKOFFICE_ADMIN')).flat());
  for (const { path, title, set, parent } of ROUTES)
    if (set === 'BACKOFFICE' && title && !parent && !path.includes('{'))
      assert.ok(all.has(title), path);
});

test('the group of an entry, as the console has it', () => {
  const [staffs, merchants] = [menuOf('BACKOFFICE'), menuOf('MERCHANT_CONSOLE')];
  assert.equal(groupOf(merchants, 'transactions'), 'Payment Information');
  assert.equal(groupOf(staffs, 'transactions'), 'Payments');
  assert.equal(groupOf(staffs, 'merchants'), undefined);
  assert.equal(groupOf(merchants, 'soap-logs'), undefined);
});

test('no group of the menu bears the name of an entry in it', () => {
  for (const console of ['BACKOFFICE', 'MERCHANT_CONSOLE'] as const)
    for (const { title, entries, groups = [] } of menuOf(console))
      for (const group of [{ title, entries }, ...groups])
        assert.ok(!group.entries.some(({ label }) => label === group.title), String(group.title));
});

const everybody = () => true;

test('SH-27 crumbs go by one rule: the group of the menu, what is above, the title; of a list, a list below another and a record', () => {
  const menu = menuOf('BACKOFFICE');
  const crumbs = (name: string) => {
    const row = ROUTES.find((one) => one.name === name)!;
    return crumbsOf(row, groupOf(menu, rowsAbove(row, everybody).at(-1)?.name), everybody).map(
      ({ label }) => label,
    );
  };
  for (const [name, ...labels] of [
    ['transactions', 'Payments', 'Transactions'],
    ['transaction', 'Payments', 'Transactions', 'Transaction Details'],
    ['recurring-dues', 'Payments', 'Recurring Payments', 'Charges Due'],
    ['screening-case', 'Risk', 'Screening', 'Screening Cases', 'Screening Case'],
    ['announcement', 'Communication', 'Announcements', 'Announcement'],
    ['consumer-credit', 'Lending', 'Loans', 'Loan'],
    ['merchants', 'Merchants'],
  ] as const)
    assert.deepEqual(crumbs(name), labels);
});

const crumbsIn = (name: string, console: Application) => {
  const menu = menuOf(console);
  const inMenu = (one: string) => standsIn(menu, one);
  const row = ROUTES.find((one) => one.name === name)!;
  const group = groupOf(menu, rowsAbove(row, everybody, inMenu).at(-1)?.name);
  return crumbsOf(row, group, everybody, inMenu).map(({ label }) => label);
};

test('SH-27 what staff have in their menu stands for merchants below the screen that leads to it', () => {
  for (const [name, merchants, staffs] of [
    ['approvals', 'Settings › Approvals', 'Approvals'],
    [
      'approval-thresholds',
      'Settings › Approval Thresholds',
      'Users and access › Approval Thresholds',
    ],
    ['roles', 'Settings › Employees › Roles', 'Users and access › Roles'],
    ['sso-connections', 'Settings › Single sign-on', 'Set-up › Single sign-on'],
  ] as const) {
    assert.equal(crumbsIn(name, 'MERCHANT_CONSOLE').join(' › '), merchants);
    assert.equal(crumbsIn(name, 'BACKOFFICE').join(' › '), staffs);
  }
});

test('a screen has one name: in the menu and the search as in title, crumb and tab, and above its list', () => {
  // where the specification names both otherwise
  const OTHERS = ['business-days', 'exchange-logs', 'merchant'];
  const lists = new Map(
    Object.values(table as Readonly<Record<string, Endpoint>>).flatMap(({ list }) =>
      list ? [[list.resource.slug, list.resource.title] as const] : [],
    ),
  );
  const told: string[] = [];
  for (const { name, title, menu = [] } of ROUTES) {
    const spots = [menu].flat();
    const labels = spots.flatMap(({ label }) => label ?? []);
    if (labels.some((label) => label !== title)) told.push(name);
    if (spots.length) assert.ok(title, `${name} has a title`);
    const heading = lists.get(name);
    if (heading !== undefined) assert.equal(heading, title, `the heading of ${name}`);
  }
  assert.deepEqual(told, OTHERS);
});
