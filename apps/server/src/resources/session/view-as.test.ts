import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { UserRole } from '@paydesk/contract/permissions.ts';
import { insertUser } from '../../seed/factories.ts';
import { insertRole, without, withRole } from '../../testing/roles.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const rows = Object.entries(table) as [Key, Endpoint][];
const begin = (by: Client, body: object) =>
  by.call('POST /api/users/me/view-as', { body: body as never });
const end = (by: Client) => by.call('DELETE /api/users/me/view-as');
const me = async (by: Client) => (await by.call('GET /api/users/me')).body;

describe('looking at the console as somebody else', () => {
  let server: TestServer;
  let amber: string;
  let baltic: string;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
  });
  after(() => server.close());

  const somebody = async (userRole: UserRole, merchantId: string | null = null) =>
    (await insertUser(server.pool, { userRole, merchantId, status: 'ACTIVATED' })).id;
  const fresh = (userRole: UserRole, merchantId: string | null = null) =>
    server.person({ userRole, merchantId });

  test('SB-46, RO-07 everything is read with the rights of the other, and only of theirs', async () => {
    const admin = await fresh('BACKOFFICE_ADMIN');
    const all = (await admin.call('GET /api/orders')).body.totalElements;
    const userId = await somebody('MERCHANT_OPERATOR', amber);
    const begun = await begin(admin, { userId });
    assert.equal(begun.status, 200, begun.text);
    const seen = await me(admin);
    assert.deepEqual(
      [seen.id, seen.userRole, seen.merchantId, seen.viewing],
      [admin.userId, 'MERCHANT_OPERATOR', amber, { name: begun.body.name }],
    );
    const { body: orders } = await admin.call('GET /api/orders');
    const { count } = await server.one<{ count: bigint }>(
      'select count(*) as count from orders where merchant_id = $1',
      [amber],
    );
    assert.equal(BigInt(orders.totalElements), count);
    assert.ok(orders.totalElements < all);
    assert.equal((await admin.call('GET /api/users')).status, 403);
    assert.equal((await admin.call('GET /api/user-merchant/certificates')).status, 403);
    assert.equal((await end(admin)).status, 200);
    assert.equal((await admin.call('GET /api/orders')).body.totalElements, all);
    assert.equal((await me(admin)).viewing, null);
  });

  test('SB-46 nothing is changed meanwhile, no secret shown and no file of people taken: by no call of the table', async () => {
    const admin = await fresh('BACKOFFICE_ADMIN');
    await begin(admin, { userId: await somebody('MERCHANT_ADMIN', amber) });
    let calls = 0;
    for (const [key, row] of rows) {
      if (row.access === 'public' || isMachines(row.access)) continue;
      if (key.startsWith('GET ') && !row.sensitive && !row.secondPerson) continue;
      if (key === 'POST /api/logout' || key === 'DELETE /api/users/me/view-as') continue;
      const params = Object.fromEntries(
        [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, amber]),
      );
      const { status, text } = await admin.call(key, { params } as never);
      assert.equal(status, 403, `${key}: ${text}`);
      assert.match(text, /as somebody else/, key);
      calls++;
    }
    assert.ok(calls > 150, `${calls} calls`);
    assert.equal((await begin(admin, { userRole: 'BACKOFFICE_ADMIN' })).status, 403, 'from within');
    assert.equal((await end(admin)).status, 200);
  });

  test('SB-03, SB-46 nobody sees more by it: not of another merchant, of the other side, or beyond the own role', async () => {
    const owner = await fresh('MERCHANT_ADMIN', amber);
    for (const body of [
      { userId: await somebody('MERCHANT_OPERATOR', baltic) },
      { userId: await somebody('BACKOFFICE_TECHNICAL') },
      { roleId: await insertRole(server, { merchantId: baltic }) },
      { roleId: await insertRole(server) },
      { userId: amber },
    ])
      assert.equal((await begin(owner, body)).status, 404, JSON.stringify(body));
    for (const userRole of ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'])
      assert.equal((await begin(owner, { userRole })).status, 403, userRole);
    const less = await withRole(server, {
      base: 'MERCHANT_ADMIN',
      rights: without('MERCHANT_ADMIN', 'REFUND'),
      merchantId: amber,
    });
    assert.equal((await begin(less, { userRole: 'MERCHANT_OPERATOR' })).status, 403);
    assert.equal((await begin(less, { userRole: 'MERCHANT_ADMIN' })).status, 403);
    for (const operator of [
      await fresh('MERCHANT_OPERATOR', amber),
      await fresh('BACKOFFICE_TECHNICAL'),
    ])
      assert.equal((await begin(operator, { userRole: 'MERCHANT_OPERATOR' })).status, 403);
    assert.equal((await begin(owner, {})).status, 400);
    assert.equal((await me(owner)).viewing, null);
    // what somebody was given beyond their role shows nothing to whoever has it not
    const given = await insertUser(server.pool, {
      userRole: 'MERCHANT_OPERATOR',
      merchantId: amber,
      permissions: ['READ_ANY_TRANSACTION', 'READ_ANY_USER'],
      status: 'ACTIVATED',
    });
    assert.equal((await begin(owner, { userId: given.id })).status, 200);
    assert.deepEqual((await me(owner)).userPermissions, []);
    assert.equal((await owner.call('GET /api/users')).status, 403);
    await end(owner);
  });

  test('SB-46 a role is looked at with nobody in it, of a firm’s own with what it leaves out', async () => {
    const owner = await fresh('MERCHANT_ADMIN', amber);
    const roleId = await insertRole(server, {
      merchantId: amber,
      name: 'Till',
      rights: without('MERCHANT_OPERATOR', 'ORDERS'),
    });
    assert.equal((await begin(owner, { roleId })).body.name, 'Till');
    assert.equal((await owner.call('GET /api/orders')).status, 403);
    assert.equal((await owner.call('GET /api/transactions')).status, 200);
    await end(owner);
    assert.equal((await begin(owner, { userRole: 'MERCHANT_OPERATOR' })).status, 200);
    assert.equal((await owner.call('GET /api/orders')).status, 200);
    await end(owner);
  });

  test('SB-46 it ends by itself where it may not go on, is the session’s own, and stands in the audit log', async () => {
    const { id } = await insertUser(server.pool, { userRole: 'MERCHANT_ADMIN', merchantId: amber });
    const [one, other] = [await server.session(id), await server.session(id)];
    const userId = await somebody('MERCHANT_OPERATOR', amber);
    await begin(one, { userId });
    assert.equal((await me(other)).viewing, null);
    await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [userId]);
    assert.deepEqual([(await me(one)).viewing, (await me(one)).userRole], [null, 'MERCHANT_ADMIN']);
    await server.pool.query(`update users set status = 'ACTIVATED' where id = $1`, [userId]);
    assert.notEqual((await me(one)).viewing, null);
    await server.pool.query(
      `update users set user_role = 'MERCHANT_OPERATOR', permissions = '{READ_MERCHANT_ORDER}' where id = $1`,
      [id],
    );
    assert.deepEqual(
      [(await me(one)).viewing, (await me(one)).userPermissions],
      [null, ['READ_MERCHANT_ORDER']],
    );
    await server.pool.query(`update users set user_role = 'MERCHANT_ADMIN' where id = $1`, [id]);
    await end(one);
    const log = await server.all<{ action: string; entity_id: string; user_id: string }>(
      `select action, entity_id, user_id from audit_logs where user_id = $1 and action like '%VIEW_AS' order by id`,
      [id],
    );
    assert.deepEqual(
      log.map(({ action, entity_id }) => [action, entity_id]),
      [
        ['VIEW_AS', userId],
        ['END_VIEW_AS', userId],
      ],
    );
  });
});
