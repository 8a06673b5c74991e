import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  ROLE_PERMISSIONS,
  USER_STATUSES,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { INVITATIONS_AN_HOUR } from '@paydesk/contract/resources/users/fields.ts';
import { insertMerchant, insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { refusalOf } from '../../testing/answers.ts';
import { mailsOf } from '../../testing/mails.ts';
import { act, read, remove, setRole } from '../../testing/people.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const employeesOf = async (client: Client) =>
  (await client.call('GET /api/user-merchant/employees', { query: { size: '200' } })).body.content;
const emails = async (client: Client) => (await employeesOf(client)).map(({ email }) => email);
const columns = async (client: Client) => Object.keys((await employeesOf(client))[0]!);

/** People: who reads, invites, changes, blocks, lets in and deletes whom. */
describe('employees and users', () => {
  let server: TestServer;
  let amber: string;
  let baltic: string;
  let owner: Client;
  let operator: Client;
  let admin: Client;
  let technical: Client;

  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
    admin = await server.as('admin@paydesk.test');
    technical = await server.as('technical@paydesk.test');
    await owner.call('POST /api/users/me/password/confirm', { body: { password: DEMO_PASSWORD } });
  });
  after(() => server.close());

  const insert = (given: Partial<UserRow> = {}) =>
    insertUser(server.pool, { merchantId: amber, userRole: 'MERCHANT_OPERATOR', ...given });
  const body = (given: object = {}) => ({
    firstName: 'Liene',
    lastName: 'Kalna',
    email: `${randomUUIDv7()}@amber.test`,
    phoneNumber: '+371 2000 0000',
    userRole: 'MERCHANT_OPERATOR',
    merchantId: amber,
    ...given,
  });
  const create = (client: Client, given: object = {}) =>
    client.call('POST /api/user-merchant/employees', { body: body(given) });
  const update = async (client: Client, given: Record<string, unknown>) => {
    const { userRole: _role, merchantId: _merchant, ...person } = body();
    // another address asks for the password again: takeover.test.ts has its story
    const [known] = await server.all<{ email: string }>(
      'select email from users where id::text = $1',
      [given['id']],
    );
    return client.call('PUT /api/user-merchant/employees', {
      body: { ...person, ...known, ...given },
    });
  };
  const stored = (id: string) =>
    server.one<Record<string, unknown>>('select * from users where id = $1', [id]);
  const audits = (id: string) =>
    server.all<{ action: string; user_name: string; merchant_id: string; details: object }>(
      `select action, user_name, merchant_id, details from audit_logs
       where entity_id = $1 and entity_type = 'USER' order by created_date, id`,
      [id],
    );
  const links = (id: string) =>
    server.all<{ purpose: string; open: boolean }>(
      `select purpose, used_date is null as open from tokens where user_id = $1 order by created_date`,
      [id],
    );
  const refusedFields = (reply: Awaited<ReturnType<typeof create>>) => {
    assert.equal(reply.status, 400, reply.text);
    return reply.error.errors.map(({ field }) => field);
  };

  test('API-154 an action that there is not is refused', async () => {
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `/api/users/${admin.userId}/actions/promote`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.equal(statusCode, 404);
  });

  test('EM-05, EM-06, API-13, API-107 a person carries all of it, in GET and for themselves', async () => {
    const { body: person } = await read(owner, operator.userId!);
    assert.equal(person.firstName, 'Toms');
    assert.equal(person.lastName, 'Liepiņš');
    assert.equal(person.email, 'operator@amber.test');
    assert.match(person.phoneNumber!, /^\+/);
    assert.deepEqual(person.userPermissions, ROLE_PERMISSIONS.MERCHANT_OPERATOR);
    assert.equal(person.userRole, 'MERCHANT_OPERATOR');
    assert.deepEqual(person.status, { name: 'ACTIVATED', description: 'Activated' });
    assert.equal(person.merchantId, amber);
    assert.equal(person.merchantName, 'Amber & Oak');
    // who of staff it was is told to staff alone (SB-04)
    assert.equal(person.createdBy, 'Paydesk');
    assert.equal((await read(admin, operator.userId!)).body.createdBy, 'Elīna Bērziņa');
    for (const key of ['position', 'description', 'createdDate', 'updatedDate', 'updatedBy'])
      assert.ok(key in person, key);
    const me = (await owner.call('GET /api/users/me')).body;
    assert.equal(me.id, owner.userId);
    assert.equal(me.userRole, 'MERCHANT_ADMIN');
  });

  test('EM-07, EM-08 every status is there, in the seed and on the wire', async () => {
    const { body: list } = await admin.call('GET /api/users', { query: { size: '200' } });
    assert.deepEqual(
      list.enumerations['status']!.map(({ name }) => name).sort(),
      Object.keys(USER_STATUSES).sort(),
    );
    const seen = new Set(list.content.map(({ status }) => status.name));
    assert.deepEqual([...seen].sort(), Object.keys(USER_STATUSES).sort());
  });

  test('AM-28, API-13, RO-07 who reads whom: staff all, colleagues by permission, everybody themselves', async () => {
    const gone = await insert({ status: 'DEACTIVATED' });
    const stranger = (await server.as('owner@baltic.test')).userId!;
    for (const client of [admin, technical])
      for (const id of [owner.userId!, stranger, admin.userId!, gone.id])
        assert.equal((await read(client, id)).status, 200);
    const absent = await read(owner, randomUUIDv7());
    for (const client of [owner, operator]) {
      assert.equal((await read(client, owner.userId!)).status, 200);
      for (const id of [stranger, admin.userId!, gone.id]) {
        const reply = await read(client, id);
        assert.equal(reply.status, 404);
        assert.deepEqual(refusalOf(reply), refusalOf(absent));
      }
    }
    const nobody = await server.person({
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
      permissions: [],
    });
    assert.equal((await read(nobody, nobody.userId!)).status, 200);
    assert.equal((await read(nobody, owner.userId!)).status, 404);
    const outside = await server.person({ permissions: ['READ_ANY_TRANSACTION'] });
    assert.equal((await read(outside, outside.userId!)).status, 200);
    assert.equal((await read(outside, owner.userId!)).status, 404);
  });

  test('API-102, AM-41, SB-03 employees: the own merchant’s alone; a 404 for who has none', async () => {
    const mine = await emails(owner);
    const theirs = await emails(await server.as('owner@baltic.test'));
    assert.ok(mine.includes('operator@amber.test') && theirs.includes('operator@baltic.test'));
    assert.deepEqual(
      mine.filter((email) => theirs.includes(email)),
      [],
    );
    for (const client of [admin, technical])
      assert.equal((await client.call('GET /api/user-merchant/employees')).status, 404);
  });

  test('API-86, AM-43 staff see any merchant’s people below it, no deleted ones, and no merchant that is none', async () => {
    const gone = await insert({ merchantId: baltic, status: 'DEACTIVATED', lastName: 'Gone' });
    const call = (id: string) =>
      technical.call('GET /api/merchants/{id}/employees', { params: { id } });
    const { content } = (await call(baltic)).body;
    assert.ok(content.some(({ email }) => email === 'owner@baltic.test'));
    assert.ok(content.every(({ id }) => id !== gone.id));
    assert.equal((await call(randomUUIDv7())).status, 404);
    assert.equal(
      (await owner.call('GET /api/merchants/{id}/employees', { params: { id: amber } })).status,
      403,
    );
    const merchant = await technical.call('GET /api/merchants/{id}', { params: { id: baltic } });
    assert.equal(merchant.body.name, 'Baltic Books');
    assert.deepEqual(merchant.body.status, { name: 'ACTIVE', description: 'Active' });
  });

  test('SB-23, API-103, AM-100 created: not activated, the role’s permissions, who made it, an invitation, an audit row', async () => {
    for (const userRole of ['MERCHANT_OPERATOR', 'MERCHANT_ADMIN'] as const) {
      const email = `New.${userRole}@Amber.test`;
      const reply = await create(owner, { userRole, email, position: ' ', description: ' x ' });
      assert.equal(reply.status, 200, reply.text);
      const user = reply.body;
      assert.deepEqual(user.userPermissions, ROLE_PERMISSIONS[userRole]);
      assert.equal(user.status.name, 'NOT_ACTIVATED');
      assert.equal(user.email, email.toLowerCase());
      assert.equal(user.position, null);
      assert.equal(user.description, 'x');
      assert.equal(user.createdBy, 'Anna Ozola');
      assert.equal(user.merchantId, amber);
      const mail = (await mailsOf(server)).at(-1)!;
      assert.equal(mail.to, user.email);
      assert.match(mail.link, /^http:\/\/127\.0\.0\.1:3000\/register\?invitation=[\w-]{43}$/);
      for (const part of [mail.text, mail.html])
        assert.ok(part.includes(mail.link) && part.includes('Anna Ozola'));
      assert.match(mail.html, /Amber &amp; Oak/);
      assert.deepEqual(await links(user.id), [{ purpose: 'INVITATION', open: true }]);
      const [row] = await audits(user.id);
      assert.equal(row!.action, 'CREATE');
      assert.equal(row!.user_name, 'Anna Ozola');
      assert.equal(row!.merchant_id, amber);
      assert.deepEqual((row!.details as { changes: { email: object } }).changes.email, {
        before: null,
        after: user.email,
      });
      assert.equal((await stored(user.id))['password_hash'], null);
    }
  });

  test('SB-23, AM-58, AM-82 staff create for any merchant that may hire, merchants for themselves', async () => {
    assert.equal((await create(admin, { merchantId: baltic })).body.merchantId, baltic);
    assert.equal((await create(owner, { merchantId: baltic })).status, 403);
    assert.equal((await create(owner, { merchantId: randomUUIDv7() })).status, 403);
    assert.equal((await create(operator)).status, 403);
    assert.equal((await create(technical)).status, 403);
    assert.deepEqual(refusedFields(await create(admin, { merchantId: randomUUIDv7() })), [
      'merchantId',
    ]);
    assert.deepEqual(refusedFields(await create(admin, { merchantId: 'x' })), ['merchantId']);
    for (const status of [
      'ACTIVE',
      'APPROVED',
      'DISABLED',
      'PENDING_APPROVAL',
      'DECLINED',
    ] as const) {
      const { id } = await insertMerchant(server.pool, { status });
      const boss = await server.person({ merchantId: id, userRole: 'MERCHANT_ADMIN' });
      for (const client of [admin, boss]) {
        const reply = await create(client, { merchantId: id });
        if (status === 'ACTIVE' || status === 'APPROVED') assert.equal(reply.status, 200);
        // its own people change nothing any more, whatever it is (SB-43)
        else if (status === 'DISABLED' && client === boss) assert.equal(reply.status, 403);
        else {
          assert.deepEqual(refusedFields(reply), ['merchantId']);
          assert.match(reply.text, /Only an active or approved merchant can have new employees/);
        }
      }
    }
  });

  test('EM-09..13, EM-14..17, SB-23, SB-24 what each field refuses, when added and when changed', async () => {
    const { id } = await insert();
    const cases: [field: string, refused: unknown[], taken: unknown[]][] = [
      ['firstName', ['', ' ', null, 1, 'x'.repeat(26)], ['x', 'Ā'.repeat(25)]],
      ['lastName', ['', ' ', null, [], 'x'.repeat(26)], ['x', '🙂'.repeat(25)]],
      [
        'email',
        ['', null, 'abc', 'a@b', 'a b@c.de', ' a@b.test', `${'x'.repeat(46)}@b.de`],
        [`${randomUUIDv7()}@b.de`],
      ],
      ['phoneNumber', ['', ' ', null, 12, '1'.repeat(21)], ['1'.repeat(20)]],
      ['position', [1, {}, 'x'.repeat(101)], ['', null, undefined, 'x'.repeat(100)]],
      ['description', [true, 'x'.repeat(256), '\u0000'], ['', null, undefined, 'x'.repeat(255)]],
    ];
    for (const [field, refused, taken] of cases) {
      for (const value of refused) {
        assert.deepEqual(refusedFields(await create(owner, { [field]: value })), [field]);
        assert.deepEqual(refusedFields(await update(owner, { id, [field]: value })), [field]);
      }
      for (const [nth, value] of taken.entries()) {
        const other = field === 'email' ? `z${nth}${String(value)}`.slice(0, 49) : value;
        assert.equal((await create(owner, { [field]: other })).status, 200, `${field} ${nth}`);
        assert.equal((await update(owner, { id, [field]: value })).status, 200, `${field} ${nth}`);
      }
    }
    for (const userRole of ['', null, 'BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL', 'OWNER'])
      assert.deepEqual(refusedFields(await create(owner, { userRole })), ['userRole']);
    assert.deepEqual(refusedFields(await create(owner, { merchantId: null })), ['merchantId']);
  });

  test('SB-23, ER-24 one address, one person: whatever its case, and however many ask at once', async () => {
    const email = 'taken.address@amber.test';
    assert.equal((await create(owner, { email })).status, 200);
    const taken = [email, 'Taken.Address@AMBER.test', 'OPERATOR@baltic.test', 'admin@paydesk.test'];
    const { id } = await insert();
    for (const address of taken) {
      const reply = await create(owner, { email: address });
      assert.deepEqual(reply.error.errors, [
        { field: 'email', message: 'This email address is in use already' },
      ]);
      assert.deepEqual(refusedFields(await update(owner, { id, email: address })), ['email']);
    }
    for (let round = 0; round < 5; round++) {
      const wanted = `wanted${round}@amber.test`;
      const replies = await Promise.all(
        [owner, admin, owner, admin].map((client) => create(client, { email: wanted })),
      );
      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400]);
      for (const reply of replies.filter(({ status }) => status === 400))
        assert.deepEqual(refusedFields(reply), ['email']);
    }
  });

  test('SB-24, API-104 a change takes the data fields, and says who made it', async () => {
    const { id } = await insert({ position: 'Old', description: 'Old' });
    const reply = await update(owner, {
      id,
      firstName: ' Jana ',
      position: 'Buyer',
    });
    assert.equal(reply.status, 200, reply.text);
    const { body: user } = await read(operator, id);
    assert.equal(user.firstName, 'Jana');
    assert.equal(user.position, 'Buyer');
    assert.equal(user.description, null, 'what is left out is empty from now on');
    assert.equal(user.updatedBy, 'Anna Ozola');
    assert.ok(Date.now() - Date.parse(user.updatedDate!) < 60_000);
    const [row] = await audits(id);
    assert.equal(row!.action, 'UPDATE');
    assert.deepEqual((row!.details as { changes: { position: object } }).changes.position, {
      before: 'Old',
      after: 'Buyer',
    });
    assert.ok(!('status' in (row!.details as { changes: object }).changes));
    for (const [client, status] of [
      [operator, 403],
      [technical, 403],
      [await server.as('owner@baltic.test'), 404],
      [admin, 200],
    ] as const)
      assert.equal((await update(client, { id })).status, status);
    assert.equal((await update(owner, { id: randomUUIDv7() })).status, 404);
    assert.deepEqual(refusedFields(await update(owner, { id: 'x' })), ['id']);
    assert.equal((await update(admin, { id: technical.userId })).status, 400);
  });

  test('SB-24, AM-104 role, status, merchant, id and permissions get in by no body', async () => {
    const given = {
      status: { name: 'ACTIVATED', description: 'Activated' },
      userPermissions: ['READ_ANY_USER'],
      createdBy: 'Somebody',
      onlyAdmin: true,
    };
    // sending back the whole person is fine, and changes nothing but the data
    const { id } = await insert({ status: 'BLOCKED' });
    const before = await stored(id);
    const whole = (await read(owner, id)).body;
    const names = { firstName: 'New', lastName: 'Name', phoneNumber: '1' };
    const more = { userRole: 'MERCHANT_ADMIN', merchantId: baltic };
    assert.equal((await update(owner, { ...whole, ...given, ...more, ...names })).status, 200);
    const kept = [
      'status',
      'user_role',
      'permissions',
      'merchant_id',
      'created_by',
      'password_hash',
    ];
    const after = await stored(id);
    for (const key of kept) assert.deepEqual(after[key], before[key], key);
    assert.equal(after['first_name'], 'New');

    assert.equal(
      (await setRole(owner, id, 'MERCHANT_ADMIN', { ...given, merchantId: baltic, email: 'x' }))
        .status,
      200,
    );
    const granted = await stored(id);
    assert.equal(granted['user_role'], 'MERCHANT_ADMIN');
    assert.deepEqual(granted['permissions'], ROLE_PERMISSIONS.MERCHANT_ADMIN);
    for (const key of ['status', 'merchant_id', 'created_by', 'email'])
      assert.deepEqual(granted[key], after[key], key);

    // what no person has is refused by its name, and creation takes its own fields alone
    for (const field of ['passwordHash', 'password_hash', 'failedLogins', 'constructor', 'x']) {
      assert.deepEqual(refusedFields(await update(owner, { id, [field]: 1 })), [field]);
      assert.deepEqual(
        refusedFields(await setRole(owner, id, 'MERCHANT_OPERATOR', { [field]: 1 })),
        [field],
      );
      assert.deepEqual(refusedFields(await create(owner, { [field]: 1 })), [field]);
    }
    for (const [field, value] of Object.entries({ ...given, id }))
      assert.deepEqual(refusedFields(await create(owner, { [field]: value })), [field]);
    for (const action of ['block', 'activate', 'resendInvitation'] as const) {
      const reply = await owner.call(`POST /api/users/{id}/actions/${action}`, {
        params: { id },
        body: { status: 'ACTIVATED' },
      });
      assert.deepEqual(refusedFields(reply as never), ['status']);
    }
  });

  test('SB-20, API-14, EM-26 blocked: out at once, audited; nobody blocks themselves', async () => {
    const person = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR' });
    const id = person.userId!;
    assert.equal((await person.call('GET /api/users/me')).status, 200);
    const reply = await act(owner, id, 'block');
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.status.name, 'BLOCKED');
    assert.equal(reply.body.updatedBy, 'Anna Ozola');
    assert.equal((await person.call('GET /api/users/me')).status, 401);
    const { n } = await server.one<{ n: bigint }>(
      'select count(*) as n from sessions where user_id = $1 and revoked_date is null',
      [id],
    );
    assert.equal(n, 0n);
    const [row] = await audits(id);
    assert.equal(row!.action, 'BLOCK');
    assert.deepEqual(row!.details, {
      changes: { status: { before: 'ACTIVATED', after: 'BLOCKED' } },
    });
    for (const client of [owner, admin]) {
      const self = await act(client, client.userId!, 'block');
      assert.deepEqual(self.error.errors, [
        { field: 'status', message: 'You can’t block yourself' },
      ]);
    }
    assert.equal((await act(await server.as('owner@baltic.test'), id, 'block')).status, 404);
    // staff block staff
    const colleague = await server.person({ userRole: 'BACKOFFICE_TECHNICAL' });
    assert.equal((await act(admin, colleague.userId!, 'block')).status, 200);
    assert.equal((await colleague.call('GET /api/users/me')).status, 401);
  });

  test('SB-21, API-15, EM-27 activated: from either block, wrong passwords forgotten', async () => {
    for (const status of ['BLOCKED', 'BLOCKED_SELF'] as const) {
      const { id } = await insert({ status, failedLogins: 6 });
      const reply = await act(owner, id, 'activate');
      assert.equal(reply.body.status.name, 'ACTIVATED');
      assert.equal((await stored(id))['failed_logins'], 0);
      assert.equal((await audits(id))[0]!.action, 'ACTIVATE');
    }
  });

  test('SB-22, API-16 an invitation sent anew: the older link is void, and a few an hour are enough', async () => {
    const { body: user } = await create(owner);
    const count = (await mailsOf(server)).length;
    for (let nth = 1; nth <= INVITATIONS_AN_HOUR; nth++)
      assert.equal((await act(owner, user.id, 'resendInvitation')).status, 200);
    const open = (await links(user.id)).map((link) => link.open);
    assert.deepEqual(open, [...Array<boolean>(INVITATIONS_AN_HOUR).fill(false), true]);
    assert.equal((await mailsOf(server)).length, count + INVITATIONS_AN_HOUR);
    for (const client of [owner, admin])
      assert.deepEqual(refusedFields((await act(client, user.id, 'resendInvitation')) as never), [
        'invitation',
      ]);
    assert.equal(
      (await mailsOf(server)).length,
      count + INVITATIONS_AN_HOUR,
      'a refusal sends nothing',
    );
    await server.pool.query(
      `update tokens set created_date = created_date - interval '61 minutes' where user_id = $1`,
      [user.id],
    );
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => act(owner, user.id, 'resendInvitation')),
    );
    assert.equal(
      replies.filter(({ status }) => status === 200).length,
      INVITATIONS_AN_HOUR,
      'many at once are counted too',
    );
    const sent = (await audits(user.id)).filter(({ action }) => action === 'RESEND_INVITATION');
    assert.equal(sent.length, 2 * INVITATIONS_AN_HOUR);
  });

  test('SB-25, API-106, AM-43 deleted: kept for staff, gone for colleagues, out at once, the address free', async () => {
    const email = 'leaver@amber.test';
    const person = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR', email });
    const id = person.userId!;
    const reply = await remove(owner, id);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, {});
    assert.equal((await person.call('GET /api/users/me')).status, 401);
    assert.equal((await read(owner, id)).status, 404);
    const { body: kept } = await read(technical, id);
    assert.equal(kept.status.name, 'DEACTIVATED');
    assert.equal((await audits(id))[0]!.action, 'DELETE');
    const { content } = (
      await owner.call('GET /api/user-merchant/employees', { query: { f_email: email } })
    ).body;
    assert.deepEqual(content, []);
    assert.equal((await create(owner, { email })).status, 200);
    for (const again of [remove(owner, id), act(owner, id, 'activate'), update(owner, { id })])
      assert.equal((await again).status, 404);
    for (const again of [remove(admin, id), act(admin, id, 'activate'), update(admin, { id })])
      assert.match((await again).text, /A deactivated person can’t be changed/);

    const { body: invited } = await create(owner);
    await remove(owner, invited.id);
    assert.deepEqual(await links(invited.id), [{ purpose: 'INVITATION', open: false }]);
  });

  test('EM-28, EM-29, EM-33, SB-25, SB-26 by whom: no operator, not oneself, no stranger, no other role', async () => {
    const { id } = await insert();
    const stranger = await server.as('owner@baltic.test');
    assert.equal((await remove(operator, id)).status, 403);
    assert.equal((await setRole(operator, id, 'MERCHANT_ADMIN')).status, 403);
    assert.equal((await remove(technical, id)).status, 403);
    assert.equal((await setRole(technical, id, 'MERCHANT_ADMIN')).status, 403);
    assert.equal((await remove(stranger, id)).status, 404);
    assert.equal((await setRole(stranger, id, 'MERCHANT_ADMIN')).status, 404);
    assert.match((await remove(owner, owner.userId!)).text, /You can’t delete yourself/);
    assert.match(
      (await setRole(owner, owner.userId!, 'MERCHANT_OPERATOR')).text,
      /You can’t revoke your own role/,
    );
    for (const userRole of ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'])
      assert.deepEqual(refusedFields(await setRole(admin, technical.userId!, userRole)), [
        'status',
      ]);
    assert.deepEqual(refusedFields((await remove(admin, technical.userId!)) as never), ['status']);
    assert.deepEqual(refusedFields(await setRole(owner, id, 'BACKOFFICE_ADMIN')), ['userRole']);
    assert.deepEqual(refusedFields(await setRole(owner, id, 'MERCHANT_OPERATOR')), ['status']);
  });

  test('SB-26, API-105, EM-31, EM-32 granted and revoked: role and permissions swap, from the next call on', async () => {
    const person = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR' });
    const id = person.userId!;
    assert.equal((await create(person)).status, 403);
    const granted = await setRole(owner, id, 'MERCHANT_ADMIN');
    assert.deepEqual(granted.body.userPermissions, ROLE_PERMISSIONS.MERCHANT_ADMIN);
    assert.equal((await create(person)).status, 200, 'with the session they have');
    const revoked = await setRole(admin, id, 'MERCHANT_OPERATOR');
    assert.equal(revoked.body.userRole, 'MERCHANT_OPERATOR');
    assert.deepEqual(revoked.body.userPermissions, ROLE_PERMISSIONS.MERCHANT_OPERATOR);
    assert.equal((await create(person)).status, 403);
    const rows = await audits(id);
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['GRANT_ROLE', 'REVOKE_ROLE'],
    );
    assert.deepEqual((rows[1]!.details as { changes: { userRole: object } }).changes.userRole, {
      before: 'MERCHANT_ADMIN',
      after: 'MERCHANT_OPERATOR',
    });
  });

  test('AM-76 the last administrator who can sign in stays: no block, no revoke, no delete, not by staff either', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const only = await insert({ merchantId, userRole: 'MERCHANT_ADMIN' });
    // none of these could stand in for them
    for (const status of ['BLOCKED', 'NOT_ACTIVATED', 'DEACTIVATED', 'BLOCKED_SELF'] as const)
      await insert({ merchantId, userRole: 'MERCHANT_ADMIN', status });
    const helper = await server.person({
      merchantId,
      userRole: 'MERCHANT_OPERATOR',
      permissions: ['UPDATE_MERCHANT_EMPLOYEE', 'READ_MERCHANT_EMPLOYEE'],
    });
    const words = /The merchant would be left without an administrator/;
    assert.match((await act(admin, only.id, 'block')).text, words);
    assert.match((await setRole(admin, only.id, 'MERCHANT_OPERATOR')).text, words);
    assert.match((await remove(admin, only.id)).text, words);
    assert.equal((await read(helper, only.id)).body.onlyAdmin, true);
    const second = await insert({ merchantId, userRole: 'MERCHANT_ADMIN' });
    assert.equal((await read(admin, only.id)).body.onlyAdmin, false);
    assert.equal((await act(admin, only.id, 'block')).status, 200);
    assert.match((await remove(admin, second.id)).text, words);
  });

  test('RO-07, EM-33 an operator who may change people changes operators, and nobody above', async () => {
    const permissions: Permission[] = ['UPDATE_MERCHANT_EMPLOYEE', 'READ_MERCHANT_EMPLOYEE'];
    const helper = await server.person({
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
      permissions,
    });
    const created = await create(helper);
    assert.equal(created.status, 200);
    assert.equal((await create(helper, { userRole: 'MERCHANT_ADMIN' })).status, 403);
    assert.equal((await update(helper, { id: created.body.id })).status, 200);
    assert.equal((await act(helper, created.body.id, 'resendInvitation')).status, 200);
    assert.equal((await remove(helper, created.body.id)).status, 403);
    const boss = await insert({ userRole: 'MERCHANT_ADMIN' });
    const words = /Only an administrator can change an administrator/;
    assert.match((await act(helper, boss.id, 'block')).text, words);
    assert.match((await update(helper, { id: boss.id })).text, words);
    assert.equal((await setRole(helper, helper.userId!, 'MERCHANT_ADMIN')).status, 403);
    // reading everybody is no right to change anybody (AM-82)
    const reader = await server.person({
      merchantId: amber,
      userRole: 'MERCHANT_OPERATOR',
      permissions: ['READ_ANY_USER'],
    });
    assert.equal((await act(reader, created.body.id, 'block')).status, 403);
    assert.equal((await create(reader)).status, 403);
  });

  test('API-11, API-12 staff list and file everybody, and find them by role, merchant and last login', async () => {
    const find = async (query: Record<string, string>) =>
      (await technical.call('GET /api/users', { query })).body;
    const found = await find({ f_merchantName: 'baltic', f_userRole: 'MERCHANT_ADMIN' });
    assert.ok(found.content.some(({ email }) => email === 'owner@baltic.test'));
    assert.ok(found.content.every(({ merchantId }) => merchantId === baltic));
    const never = await find({ sort: 'lastLoginDate,DESC', size: '200' });
    const dates = never.content.map(({ lastLoginDate }) => lastLoginDate);
    assert.ok(dates[0], 'who never signed in comes last');
    const { text } = await technical.call('GET /api/users.csv', {
      query: { f_email: 'owner@baltic.test' },
    });
    assert.match(text, /Kadri,Tamm,owner@baltic\.test,'\+371/);
    for (const key of ['GET /api/users', 'GET /api/users.csv'] as const)
      for (const client of [owner, operator]) assert.equal((await client.call(key)).status, 403);
  });

  test('EM-04 the column Role is an administrator’s', async () => {
    assert.ok((await columns(owner)).includes('userRole'));
    assert.ok(!(await columns(operator)).includes('userRole'));
    const refused = await operator.call('GET /api/user-merchant/employees', {
      query: { f_userRole: 'MERCHANT_ADMIN' },
    });
    assert.equal(refused.status, 400);
  });

  test('RO-01, RO-02, RO-03, RO-04 the roles by their names', async () => {
    const { enumerations } = (await admin.call('GET /api/users')).body;
    const names = Object.fromEntries(
      enumerations['userRole']!.map(({ name, description }) => [name, description]),
    ) as Record<UserRole, string>;
    assert.deepEqual(names, {
      BACKOFFICE_ADMIN: 'Back Office Administrator',
      BACKOFFICE_TECHNICAL: 'Back Office Technical',
      MERCHANT_ADMIN: 'Merchant Administrator',
      MERCHANT_OPERATOR: 'Merchant Operator',
    });
  });
});
