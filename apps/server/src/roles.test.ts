import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import { ROLE_PERMISSIONS, ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { isAllowed, type Requirement, type Requirements } from '@paydesk/contract/policy.ts';
import {
  definitionOf,
  partOf,
  rightOf,
  rightsInOrder,
  rightsOf,
  type GivenRight,
} from '@paydesk/contract/rights.ts';
import * as manifests from './manifests.ts';
import { narrowed } from './platform/auth/roles.ts';
import { insertUser } from './seed/factories.ts';
import { insertPayment } from './testing/money.ts';
import { insertRole, without, withRole } from './testing/roles.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const bases = Object.keys(ROLES) as UserRole[];
const rows = (Object.entries(table) as [Key, Endpoint][]).filter(
  ([, { access }]) => access !== 'public' && !isMachines(access),
);
const requirement = ({ access, roles }: Endpoint) => ({
  anyOf: Array.isArray(access) ? access : undefined,
  roles,
});
const may = (base: UserRole, row: Endpoint) =>
  isAllowed({ userRole: base, permissions: ROLE_PERMISSIONS[base] }, requirement(row));
const NOBODYS = '0198c1de-0000-7000-8000-000000000000';

const create = (by: Client, body: object) => by.call('POST /api/roles', { body: body as never });
const edit = (by: Client, id: string, body: object) =>
  by.call('PUT /api/roles/{id}', { params: { id }, body: body as never });
const give = (by: Client, id: string, userRole: UserRole, roleId: string | null = null) =>
  by.call('POST /api/users/{id}/actions/set-role', {
    params: { id },
    body: { userRole, roleId } as never,
  });
const refused = ({ status, text }: { status: number; text: string }, words: RegExp) => {
  assert.ok(status === 400 || status === 403, `${status} ${text}`);
  assert.match(text, words);
};

test('SB-46 every call that asks who somebody is belongs to one right, and a right to roles that can do something of it', () => {
  for (const [key] of rows) assert.notEqual(partOf(key), undefined, `${key}: of which right?`);
  for (const right of rightsInOrder)
    assert.deepEqual(
      bases.filter((base) => rows.some(([key, row]) => rightOf(key) === right && may(base, row))),
      bases.filter((base) => definitionOf(right).bases.includes(base)),
      right,
    );
});

test('SB-46, AM-105 a button asks for the right that its call is part of', () => {
  let asked = 0;
  for (const { records = [] } of Object.values<{ records?: readonly { record: AnyRecord }[] }>(
    manifests as never,
  ))
    for (const { record } of records)
      for (const [key, { asks }] of Object.entries<{ asks: Requirements }>(record.actions)) {
        const right = rightOf(key);
        if (right === null) continue;
        const rights = ([asks].flat() as Requirement[]).map((one) => one.right);
        // a merchant's and staff's call may share an action
        assert.ok(rights.includes(right) && rights.every(Boolean), `${key}: ${rights}`);
        asked++;
      }
  assert.ok(asked > 60, String(asked));
});

test('SB-46 a role opens nothing: what is left of a role is what that role may do, less its missing rights, call by call', () => {
  let decisions = 0;
  for (const base of bases)
    for (const out of [...rightsOf(base), null]) {
      const rights = out ? without(base, out) : rightsOf(base);
      const permissions = [...ROLE_PERMISSIONS[base]];
      const actor = narrowed({
        user_role: base,
        permissions,
        role: {
          id: '',
          name: '',
          rights,
          refundUpToCents: null,
          reverseUpToCents: null,
          merchantIds: null,
        },
      });
      for (const [key, row] of rows) {
        const right = rightOf(key);
        const held = right === null || rights.includes(right as GivenRight);
        // a permission that went with its right may close more: what waits, and what roles there are
        if (base.startsWith('MERCHANT_') && /\/api\/(approvals|roles|rights)/.test(key)) {
          assert.ok(!isAllowed(actor, { ...requirement(row), right }) || (held && may(base, row)));
          continue;
        }
        assert.equal(
          isAllowed(actor, { ...requirement(row), right }),
          held && may(base, row),
          `${base} without ${out}: ${key}`,
        );
        decisions++;
      }
    }
  assert.ok(decisions > 30_000, String(decisions));
});

describe('roles of a firm’s own', () => {
  let server: TestServer;
  let amber: string;
  let admin: Client;
  let owner: Client;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    admin = await server.as('admin@paydesk.test');
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  const ofBase = (base: UserRole) => (base.startsWith('MERCHANT_') ? amber : null);
  for (const base of bases)
    test(`SB-46 ${base}: each call of a right that a role leaves out is refused, with each of its rights missing`, async () => {
      let calls = 0;
      for (const out of rightsOf(base)) {
        const rights = without(base, out);
        const name = `Without ${out} (${base})`;
        const client = await withRole(server, { base, rights, name, merchantId: ofBase(base) });
        for (const [key, row] of rows) {
          if (rightOf(key) !== out || !may(base, row)) continue;
          const params = Object.fromEntries(
            [...key.matchAll(/\{(\w+)\}/g)].map(([, param]) => [param, NOBODYS]),
          );
          const reply = await client.call(key, { params } as never);
          assert.equal(reply.status, 403, `${name}: ${key} ${reply.text}`);
          assert.match(reply.text, /leaves this out/, `${name}: ${key}`);
          calls++;
        }
      }
      assert.ok(calls > 30, String(calls));
    });

  test('SB-46 sessions that are open are refused at once, and a stream of events tells of the lists that are left', async () => {
    const { id } = await insertUser(server.pool, {
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
    });
    const operator = await server.session(id);
    assert.equal((await operator.call('GET /api/orders')).status, 200);
    const roleId = await insertRole(server, {
      merchantId: amber,
      rights: without('MERCHANT_OPERATOR', 'ORDERS'),
    });
    assert.equal((await give(owner, id, 'MERCHANT_OPERATOR', roleId)).status, 200);
    assert.equal((await operator.call('GET /api/orders')).status, 403);
    const me = await operator.call('GET /api/users/me');
    assert.deepEqual(me.body.role?.lacks.includes('ORDERS'), true);
    assert.ok(me.body.role.closes?.includes('orders'));
    assert.equal((await edit(owner, roleId, { name: 'Less', rights: ['PAYMENTS'] })).status, 200);
    assert.equal((await operator.call('GET /api/payment-links')).status, 403);
    assert.equal((await operator.call('GET /api/transactions')).status, 200);
    assert.equal((await give(owner, id, 'MERCHANT_OPERATOR')).status, 200);
    assert.equal((await operator.call('GET /api/orders')).status, 200);
  });

  test('SB-46 what a role leaves out is neither found, nor waits, nor stands in a story', async () => {
    const { number } = await server.one<{ number: string }>(
      `select external_order_number as number from orders where merchant_id = $1 and external_order_number <> '' limit 1`,
      [amber],
    );
    const kinds = async (by: Client) =>
      new Set(
        (await by.call('GET /api/search', { query: { q: number } as never })).body.map(
          ({ kind }) => kind,
        ),
      );
    assert.ok((await kinds(admin)).has('order'));
    for (const base of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const) {
      const rights = without(base, 'ORDERS', 'CUSTOMERS', 'MERCHANTS', 'PEOPLE');
      const client = await withRole(server, { base, rights, merchantId: ofBase(base) });
      assert.ok(!(await kinds(client)).has('order'), base);
      const waits = await client.call('GET /api/reports/waiting');
      assert.deepEqual(
        waits.body.waits.filter(({ name }) => /order|merchant|customer/i.test(name)),
        [],
        base,
      );
      const watched = await client.call('GET /api/events', {
        query: { watch: '/api/orders' } as never,
      });
      assert.equal(watched.status, 404, `${base} ${watched.text}`);
    }
  });

  test('SB-46 a role is made, changed and deleted with what it was and is in the audit log; one in use stays', async () => {
    const made = await create(owner, {
      name: 'Till',
      base: 'MERCHANT_OPERATOR',
      rights: ['PAYMENTS'],
    });
    assert.equal(made.status, 200, made.text);
    const { id } = made.body;
    assert.deepEqual(
      [made.body.people, made.body.rights, made.body.merchantId],
      [0, ['PAYMENTS'], amber],
    );
    refused(
      await create(owner, { name: ' till', base: 'MERCHANT_OPERATOR', rights: [] }),
      /There is a role of this name/,
    );
    const person = await insertUser(server.pool, {
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
      firstName: 'Tilda',
      lastName: 'Ozola',
    });
    assert.equal((await give(owner, person.id, 'MERCHANT_OPERATOR', id)).status, 200);
    // who that is, to the own administrator and to staff, but for who was deleted
    await insertUser(server.pool, {
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
      roleId: id,
      status: 'DEACTIVATED',
    });
    for (const reader of [owner, admin]) {
      const { body } = await reader.call('GET /api/roles/{id}', { params: { id } });
      assert.deepEqual(
        [body.people, body.peopleIds, body.peopleNames],
        [1, [person.id], ['Tilda Ozola']],
      );
    }
    refused(await owner.call('DELETE /api/roles/{id}', { params: { id } }), /One person has it/);
    assert.equal((await give(owner, person.id, 'MERCHANT_OPERATOR')).status, 200);
    assert.equal(
      (await edit(owner, id, { name: 'Till', rights: ['PAYMENTS', 'REFUND'] })).status,
      200,
    );
    assert.equal((await owner.call('DELETE /api/roles/{id}', { params: { id } })).status, 200);
    const audits = await server.all<{ action: string; changes: object }>(
      `select action, details->'changes' as changes from audit_logs where entity_id = $1 and entity_type = 'ROLE'
         and result = 'SUCCESS' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      audits.map(({ action }) => action),
      ['CREATE_ROLE', 'UPDATE_ROLE', 'DELETE_ROLE'],
    );
    assert.deepEqual(audits[1]!.changes, {
      rights: { before: ['PAYMENTS'], after: ['PAYMENTS', 'REFUND'] },
    });
  });

  /** An operator, and roles of another merchant, of the other side and of another base. */
  const unfitting = async () => ({
    theirs: await insertRole(server, { merchantId: await server.merchantId('Baltic Books') }),
    staffs: await insertRole(server),
    admins: await insertRole(server, { merchantId: amber, base: 'MERCHANT_ADMIN' }),
    id: (await insertUser(server.pool, { merchantId: amber, userRole: 'MERCHANT_OPERATOR' })).id,
  });

  test('SB-46 a role of another merchant, of the other side or of another base is given to nobody', async () => {
    const { theirs, staffs, admins, id } = await unfitting();
    for (const roleId of [theirs, staffs])
      refused(await give(owner, id, 'MERCHANT_OPERATOR', roleId), /There is no such role/);
    refused(
      await give(owner, id, 'MERCHANT_OPERATOR', admins),
      /is based on Merchant Administrator/,
    );
    refused(await give(admin, id, 'BACKOFFICE_TECHNICAL', staffs), /own side/);
    assert.equal((await owner.call('GET /api/roles/{id}', { params: { id: theirs } })).status, 404);
    refused(
      await edit(owner, admins, { name: 'X', rights: ['MERCHANTS'] }),
      /no Merchant Administrator/,
    );
    refused(
      await create(owner, { name: 'Staff', base: 'BACKOFFICE_ADMIN', rights: [] }),
      /only a role of your own people/,
    );
  });

  test('SB-46 no statement gives somebody a role that does not fit them either', async () => {
    const { theirs, staffs, admins, id } = await unfitting();
    for (const roleId of [theirs, staffs, admins])
      await assert.rejects(
        server.pool.query('update users set role_id = $1 where id = $2', [roleId, id]),
        /does not fit/,
      );
  });

  test('SB-46 nobody comes by more than they hold: by making, editing, giving or taking a role, inviting, or becoming somebody', async () => {
    for (const base of ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'] as const) {
      const merchantId = ofBase(base);
      const low = base === 'BACKOFFICE_ADMIN' ? 'BACKOFFICE_TECHNICAL' : 'MERCHANT_OPERATOR';
      const rights = without(base, 'REFUND');
      const client = await withRole(server, {
        base,
        rights,
        merchantId,
        name: `No refunds ${base}`,
      });
      const like = await insertRole(server, { base, rights, merchantId });
      const more = await insertRole(server, { base, rights: ['PAYMENTS', 'REFUND'], merchantId });
      const mate = async (roleId: string | null) =>
        (await insertUser(server.pool, { merchantId, userRole: base, roleId })).id;
      const beyond = /leaves out|holds more|own role/;
      refused(await create(client, { name: 'More', base, rights: ['PAYMENTS', 'REFUND'] }), beyond);
      refused(await edit(client, like, { name: 'More', rights: ['PAYMENTS', 'REFUND'] }), beyond);
      refused(await edit(client, more, { name: 'Less', rights: ['PAYMENTS'] }), beyond);
      refused(await edit(client, client.roleId, { name: 'Mine', rights: ['PAYMENTS'] }), beyond);
      refused(await client.call('DELETE /api/roles/{id}', { params: { id: more } }), beyond);
      const same = await mate(like);
      refused(await give(client, same, base, more), beyond);
      refused(await give(client, same, base), beyond);
      refused(await give(client, same, low), beyond);
      refused(
        await client.call('POST /api/users/{id}/actions/grant-administrator', {
          params: { id: await mate(null) },
        }),
        beyond,
      );
      refused(await give(client, client.userId!, base), beyond);
      const stranger = await mate(null);
      for (const key of [
        'POST /api/users/{id}/actions/block',
        'POST /api/users/{id}/actions/end-sessions',
        'DELETE /api/users/{id}',
      ] as const)
        refused(await client.call(key, { params: { id: stranger } }), beyond);
      refused(
        await client.call('PUT /api/users/{id}', {
          params: { id: stranger },
          body: { firstName: 'A', lastName: 'B', email: 'me@else.test', phoneNumber: '1' } as never,
        }),
        beyond,
      );
      const invite = (userRole: UserRole, roleId?: string) => {
        const body = {
          firstName: 'A',
          lastName: 'B',
          email: `n${roleId}@x.test`,
          phoneNumber: '1',
        };
        return merchantId
          ? client.call('POST /api/user-merchant/employees', {
              body: { ...body, merchantId, userRole, roleId } as never,
            })
          : client.call('POST /api/users', { body: { ...body, userRole, roleId } as never });
      };
      refused(await invite(base), beyond);
      refused(await invite(low), beyond);
      refused(await invite(base, more), beyond);
      const invited = await invite(base, like);
      assert.equal(invited.status, 200, invited.text);
      assert.equal(invited.body.roleId, like);
      refused(await client.call('GET /api/sso/connections'), /leaves this out/);
    }
    const { count } = await server.one<{ count: bigint }>(
      `select count(*) as count from audit_logs where action = 'SET_ROLE' and result = 'SUCCESS'
         and user_name = 'Test Person'`,
    );
    assert.equal(count, 0n);
  });

  test('AM-76, SB-46 an administrator with a role of the own is none without whom nobody would be left', async () => {
    const { id: merchantId } = await server.one<{ id: string }>(
      `select m.id from merchants m where m.status = 'ACTIVE' and m.name = 'Baltic Books'`,
    );
    const boss = await server.as('owner@baltic.test');
    const others = await server.all<{ id: string }>(
      `select id from users where merchant_id = $1 and user_role = 'MERCHANT_ADMIN' and id <> $2`,
      [merchantId, boss.userId],
    );
    for (const { id } of others)
      await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [id]);
    const roleId = await insertRole(server, { merchantId, base: 'MERCHANT_ADMIN' });
    await insertUser(server.pool, { merchantId, userRole: 'MERCHANT_ADMIN', roleId });
    const { body: me } = await boss.call('GET /api/users/{id}', { params: { id: boss.userId! } });
    assert.equal(me.onlyAdmin, true);
    refused(await give(admin, boss.userId!, 'MERCHANT_ADMIN', roleId), /without an administrator/);
    refused(await give(admin, boss.userId!, 'MERCHANT_OPERATOR'), /without an administrator/);
    refused(
      await admin.call('POST /api/users/{id}/actions/block', { params: { id: boss.userId! } }),
      /without an administrator/,
    );
  });

  test('SB-42, SB-46 a role that is edited while it is given: who gives holds what it is by then', async () => {
    const base = 'MERCHANT_ADMIN';
    const rights = without(base, 'REVERSE');
    for (let nth = 0; nth < 8; nth++) {
      const giver = await withRole(server, { base, rights, merchantId: amber });
      const roleId = await insertRole(server, { base, rights: ['PAYMENTS'], merchantId: amber });
      const own = await insertRole(server, { base, rights: ['PAYMENTS'], merchantId: amber });
      const { id } = await insertUser(server.pool, {
        merchantId: amber,
        userRole: base,
        roleId: own,
      });
      const [given, edited] = await Promise.all([
        give(giver, id, base, roleId),
        edit(owner, roleId, { name: `More ${nth}`, rights: ['PAYMENTS', 'REVERSE'] }),
      ]);
      assert.equal(edited.status, 200, edited.text);
      const { role_id: now } = await server.one<{ role_id: string }>(
        'select role_id from users where id = $1',
        [id],
      );
      // given while it held no more than they do, or not at all
      assert.equal(now, given.status === 200 ? roleId : own, given.text);
      if (given.status !== 200) refused(given, /leaves out/);
    }
  });

  test('SB-46 what waits for a second person is done by nobody whose role leaves it out', async () => {
    const payment = await insertPayment(server, { merchantId: amber });
    const client = await withRole(server, {
      base: 'MERCHANT_ADMIN',
      rights: without('MERCHANT_ADMIN', 'REFUND'),
      merchantId: amber,
    });
    const id = typeof payment === 'string' ? payment : (payment as { id: string }).id;
    const reply = await client.call('PUT /api/transactions/{id}/actions/refund', {
      params: { id },
      body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' } as never,
    });
    refused(reply, /leaves this out/);
  });
});
