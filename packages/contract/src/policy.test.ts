import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type UserRole,
} from './permissions.ts';
import { decide, isAllowed } from './policy.ts';

const person = (userRole: UserRole, permissions = ROLE_PERMISSIONS[userRole]) => ({
  userRole,
  permissions,
});

test('RO-07 any one of the permissions is enough, for every pair of them', () => {
  const all = Object.keys(PERMISSIONS) as Permission[];
  for (const held of all)
    for (const other of all) {
      const actor = person('MERCHANT_OPERATOR', [held]);
      assert.equal(isAllowed(actor, { anyOf: [other, held] }), true);
      assert.equal(isAllowed(actor, { anyOf: [other] }), other === held);
    }
});

test('a role that is asked for is asked for beside the permissions', () => {
  const asked = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;
  const allowed = (Object.keys(ROLES) as UserRole[]).filter((role) =>
    isAllowed(person(role), asked),
  );
  assert.deepEqual(allowed, ['BACKOFFICE_ADMIN']);
  assert.equal(isAllowed(person('BACKOFFICE_ADMIN', []), asked), false);
});

test('NG-10 a refusal names what is missing and whom to ask, within the own side alone', () => {
  const anyOf = ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'] as const;
  const operator = decide(person('MERCHANT_OPERATOR'), { anyOf });
  assert.ok(!operator.allowed);
  assert.deepEqual(operator.missing, ['READ_MERCHANT_PURCHASE']);
  assert.equal(
    operator.reason,
    'You need the permission to read the purchases of your own merchant (READ_MERCHANT_PURCHASE).',
  );
  assert.match(
    operator.ask,
    /Merchant Administrator has it: ask an administrator of your merchant/,
  );

  const staffOnly = decide(person('MERCHANT_ADMIN'), { anyOf: ['READ_ANY_USER'] });
  assert.ok(!staffOnly.allowed);
  assert.match(staffOnly.ask, /belongs to the back office/);
  assert.deepEqual(staffOnly.missing, [], 'nobody could give it to them');

  const reversal = decide(person('BACKOFFICE_TECHNICAL'), {
    roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
  });
  assert.ok(!reversal.allowed);
  assert.match(reversal.reason, /a Back Office Administrator or a Merchant Administrator/);
  assert.match(reversal.ask, /ask a back office administrator/);
});

test('of several requirements one is enough, and a refusal speaks of the own side', () => {
  const asked = [
    { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] },
    { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] },
  ] as const;
  assert.equal(isAllowed(person('BACKOFFICE_ADMIN'), asked), true);
  assert.equal(isAllowed(person('MERCHANT_ADMIN'), asked), true);
  const operator = decide(person('MERCHANT_OPERATOR'), asked);
  assert.ok(!operator.allowed);
  assert.match(operator.reason, /UPDATE_MERCHANT_EMPLOYEE/);
  const technical = decide(person('BACKOFFICE_TECHNICAL'), asked);
  assert.ok(!technical.allowed);
  assert.match(technical.reason, /Only a Back Office Administrator may do this/);
});
