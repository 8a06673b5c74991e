import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from './permissions.ts';
import { groupedRights, permissionsInOrder, rightsHeld, rightsInOrder } from './rights.ts';

test('RO-07 somebody can do what their role holds, less what a permission taken from them carries, and what needs that', () => {
  const operator = {
    userRole: 'MERCHANT_OPERATOR',
    permissions: ['READ_MERCHANT_TRANSACTION', 'READ_MERCHANT_ORDER'],
  } as const;
  const all = rightsHeld(operator);
  for (const right of ['PAYMENTS', 'REFUND', 'MARK', 'CAPTURE'] as const)
    assert.ok(all.includes(right), right);
  assert.ok(!all.includes('REVERSE'), 'no operator reverses');

  const noPayments = rightsHeld({ ...operator, permissions: ['READ_MERCHANT_ORDER'] });
  assert.deepEqual(
    all
      .filter((right) => !noPayments.includes(right))
      .filter((right) => /^(PAYMENTS|REFUND|MARK|CAPTURE)$/.test(right)),
    ['PAYMENTS', 'REFUND', 'MARK', 'CAPTURE'],
  );

  // a role of the firm's own leaves out more, and gives nothing beyond its base
  assert.deepEqual(rightsHeld({ ...operator, roleRights: ['PAYMENTS', 'REVERSE'] }), ['PAYMENTS']);
  assert.deepEqual(rightsHeld({ ...operator, roleRights: ['REFUND'] }), []);
});

test('RO-07 rights and permissions are shown as the menus have them: payments and their refund first, and none is left out', () => {
  const groups = groupedRights(rightsInOrder);
  assert.deepEqual(groups[0]!.of.slice(0, 2), ['PAYMENTS', 'REFUND']);
  assert.deepEqual(
    groups.flatMap(({ of }) => of).toSorted(),
    rightsInOrder.toSorted(),
    'each in one group',
  );
  const order = permissionsInOrder();
  assert.deepEqual(order.slice(0, 4), [
    'READ_ANY_TRANSACTION',
    'READ_MERCHANT_TRANSACTION',
    'READ_ANY_PURCHASE',
    'READ_MERCHANT_PURCHASE',
  ]);
  assert.deepEqual(order.toSorted(), Object.keys(PERMISSIONS).toSorted());
});
