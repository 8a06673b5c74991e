import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { table } from '@paydesk/contract/index.ts';
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES } from '@paydesk/contract/permissions.ts';
import { testServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
before(async () => {
  server = await testServer();
});
after(() => server.close());

const NAMES = [
  'READ_ANY_USER',
  'READ_ANY_TRANSACTION',
  'READ_ANY_PURCHASE',
  'READ_MERCHANT_PURCHASE',
  'READ_MERCHANT_TRANSACTION',
  'UPDATE_MY_MERCHANT',
  'READ_MERCHANT_EMPLOYEE',
  'UPDATE_MERCHANT_EMPLOYEE',
  'READ_MERCHANT_WIDGET',
  'CREATE_MERCHANT_WIDGET',
  'READ_MERCHANT_CERTIFICATE',
  'READ_MERCHANT_ORDER',
  'READ_MERCHANT_SHIPPING_METHOD',
  'CREATE_MERCHANT_SHIPPING_METHOD',
  'UPDATE_MERCHANT_SHIPPING_METHOD',
];

async function holdsRows(names: readonly string[]) {
  const staff = await server.as('technical@paydesk.test');
  const { body } = await staff.call('GET /api/permissions');
  for (const name of names)
    assert.deepEqual(
      body.find((one) => one.name === name)?.roles,
      Object.keys(ROLES).filter((role) =>
        (ROLE_PERMISSIONS[role as keyof typeof ROLES] as readonly string[]).includes(name),
      ),
      name,
    );
}

test('RO-10..14 the permissions to read payments exist, with the roles that hold them', () =>
  holdsRows(NAMES.slice(0, 5)));
test('RO-15..19 those of the merchant, its people and its widgets', () =>
  holdsRows(NAMES.slice(5, 10)));
test('RO-20..24 those of certificates, orders and shipping methods', () =>
  holdsRows(NAMES.slice(10)));

test('API-20, ST-09 the answer has the fifteen names, and the calls that each opens', async () => {
  const staff = await server.as('admin@paydesk.test');
  const { body } = await staff.call('GET /api/permissions');
  assert.deepEqual(
    body.map(({ name }) => name),
    NAMES,
  );
  assert.deepEqual(Object.keys(PERMISSIONS), NAMES);
  const opened = new Set(body.flatMap(({ calls }) => calls.map(({ key }) => key)));
  const guarded = Object.entries(table)
    .filter(([, { access }]) => Array.isArray(access))
    .map(([key]) => key);
  assert.deepEqual([...opened].sort(), guarded.sort());
  const merchant = await server.as('owner@amber.test');
  assert.equal((await merchant.call('GET /api/permissions')).status, 403);
});

test('SB-03 NG-10 a refusal says which permission is missing', async () => {
  const merchant = await server.as('owner@amber.test');
  const { error } = await merchant.call('GET /api/permissions');
  assert.match(error.message, /READ_ANY_USER/);
});
