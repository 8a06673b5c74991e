import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { dayOf } from './of-day.ts';
import { thingIn, thingsOf } from './of-merchant.ts';

const as = (userRole: UserRole) => ({ userRole, permissions: ROLE_PERMISSIONS[userRole] }) as never;
const staff = as('BACKOFFICE_ADMIN');
const seen = ['business-days', 'transactions', 'orders', 'merchants', 'recurring'].map((name) => ({
  name,
  label: name,
}));
const amber = { id: 'a1', name: 'Amber & Oak' };

test('a merchant’s name beside what is theirs leads staff to the screen of that merchant alone', () => {
  for (const text of ['amber orders', 'Orders of Amber', 'orders amber', 'amber’s orders'])
    assert.deepEqual(
      thingsOf(staff, seen, text, [amber]),
      [
        {
          name: '/orders?f_merchantId=a1',
          href: '/orders?f_merchantId=a1',
          label: 'Orders: Amber & Oak',
        },
      ],
      text,
    );
  assert.equal(thingIn(staff, seen, 'amber oak recurring payments')?.name, 'amber oak');
  assert.equal(
    thingsOf(staff, seen, 'amber employees', [amber])[0]!.href,
    '/merchants/a1?tab=employees',
  );
  // nothing beside it, no name, what this menu does not have, and a merchant’s own people
  for (const text of ['orders', 'orders 5000', 'amber', 'amber loans', 'amber toString'])
    assert.equal(thingIn(staff, seen, text), null, text);
  assert.equal(thingIn(as('MERCHANT_ADMIN'), seen, 'amber orders'), null);
});

const of = (text: string, actor = staff) =>
  dayOf(actor, text, '2026-11-28').map(({ href, label }) => [href, label]);

test('a day is that of the business, whole, for whoever reads it; an amount and what is to come are none', () => {
  const day = [['/business-days?from=2026-11-27&to=2026-11-27', 'Business Days: 27.11.2026']];
  for (const text of ['27.11.2026', ' 27 nov ', '2026-11-27'])
    assert.deepEqual(of(text), day, text);
  // by what is looked for there
  for (const text of ['settlement 27.11.', 'Payouts of 27 nov', '27.11. sales', 'sales yesterday'])
    assert.deepEqual(of(text), day, text);
  assert.deepEqual(of('27.11.2026', as('MERCHANT_OPERATOR')), day);
  for (const text of ['20.11', '29.11.2026', '27.11.2026 43.99', 'yesterday', 'amber', 'sales'])
    assert.deepEqual(of(text), [], text);
});
