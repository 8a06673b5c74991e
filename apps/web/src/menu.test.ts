import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  holdsAny,
  ROLE_PERMISSIONS,
  ROUTE_SETS,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { blockOf, MENU } from './menu.ts';

/** The menu as a role with its default permissions sees it, groups' entries included. */
function seen(role: UserRole): Record<string, string[]> {
  const permissions = ROLE_PERMISSIONS[role];
  const open = (set?: keyof typeof ROUTE_SETS) =>
    set === undefined || holdsAny({ permissions }, ROUTE_SETS[set]);
  return Object.fromEntries(
    MENU.filter(({ set }) => open(set))
      .map(({ title = '', entries, groups = [] }) => {
        const all = [entries, ...groups.map((group) => group.entries)].flat();
        return [title, all.filter(({ set }) => open(set)).map(({ label }) => label)] as const;
      })
      .filter(([, labels]) => labels.length),
  );
}

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
  assert.equal(menu['Back Office'], undefined);
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

test('SH-09 AM-05 AM-41 staff see the back office, and the entries that need no role', () => {
  const menu = seen('BACKOFFICE_TECHNICAL');
  assert.ok(!menu['Payment Information']?.includes('Loans'), 'theirs are those of all merchants');
  assert.deepEqual(menu['Settings'], ['Employees', 'Business Profile']);
  assert.deepEqual(menu['Developers'], [
    'Exchange Logs',
    'Integration Documentation',
    'Provider Keys',
  ]);
  for (const label of [
    'Merchants',
    'Customers',
    'Purchases',
    'SOAP Logs',
    '3DS Logs',
    'Audit Logs',
  ])
    assert.ok(menu['Back Office']?.includes(label), label);
});

test('the block of an entry, in a group or not', () => {
  assert.equal(blockOf('transactions')?.title, 'Payment Information');
  assert.equal(blockOf('soap-logs')?.title, 'Back Office');
  assert.equal(blockOf('login'), undefined);
});
