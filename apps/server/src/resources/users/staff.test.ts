import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mailsOf } from '../../testing/mails.ts';
import { act, remove } from '../../testing/people.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const TECHNICAL = ['READ_ANY_USER', 'READ_ANY_TRANSACTION', 'READ_ANY_PURCHASE'];

const invite = (by: Client, more: object = {}) =>
  by.call('POST /api/users', {
    body: {
      firstName: 'Žanete',
      lastName: 'Ó Dálaigh',
      email: 'zanete@desk.test',
      userRole: 'BACKOFFICE_TECHNICAL',
      ...more,
    },
  });

const fields = (reply: Awaited<ReturnType<typeof invite>>) =>
  reply.status === 400 && reply.error.errors.map(({ field }) => field);

/** One mailbox, with another letter of it large each time. */
const spelt = (nth: number) =>
  [...'ten@desk.test'].map((one, at) => (at === nth ? one.toUpperCase() : one)).join('');

/** Who works for the provider, by whom and how they come, change and go. */
describe('staff by the console', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const audits = async (id: string) =>
    (
      await server.all<{ action: string; result: string }>(
        'select action, result from audit_logs where entity_id = $1 order by created_date, id',
        [id],
      )
    ).map(({ action, result }) => `${action} ${result}`);

  test('SB-22, SB-46 an administrator invites a colleague: belongs to no merchant, not activated, mailed, audited', async () => {
    const reply = await invite(admin, { email: 'Zanete@Desk.test' });
    assert.equal(reply.status, 200, reply.text);
    const { id, email, merchantId, status, userRole, userPermissions, phoneNumber } = reply.body;
    assert.deepEqual(
      [email, merchantId, status.name, userRole, userPermissions, phoneNumber],
      ['zanete@desk.test', null, 'NOT_ACTIVATED', 'BACKOFFICE_TECHNICAL', TECHNICAL, null],
    );
    assert.deepEqual(await audits(id), ['CREATE SUCCESS']);
    const mail = (await mailsOf(server)).at(-1)!;
    assert.equal(mail.to, 'zanete@desk.test');
    assert.match(mail.text, /Žanete Ó Dálaigh/);
    assert.match(mail.text, /the back office/);
    const token = /invitation=([\w-]{43})$/.exec(mail.link)![1]!;
    const body = { token, newPassword: 'violet kettle sails north' };
    assert.equal((await server.anonymous.call('POST /api/passwords', { body })).body, true);
    const colleague = await server.session(id);
    assert.equal((await colleague.call('GET /api/users')).status, 200);
    assert.equal((await invite(colleague, { email: 'other@desk.test' })).status, 403);
  });

  test('SB-23, ER-24 what is refused names its field; of ten at once with one mailbox in ten spellings one comes in', async () => {
    assert.deepEqual(fields(await invite(admin, { userRole: 'MERCHANT_ADMIN' })), ['userRole']);
    assert.deepEqual(fields(await invite(admin, { email: 'OWNER@amber.test' })), ['email']);
    assert.deepEqual(fields(await invite(admin, { email: 'x', firstName: ' ' })), [
      'firstName',
      'email',
    ]);
    for (const field of ['merchantId', 'permissions', 'status', 'passwordHash'])
      assert.deepEqual(fields(await invite(admin, { email: 'p@desk.test', [field]: 'x' })), [
        field,
      ]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => invite(admin, { email: spelt(nth) })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(400)]);
    for (const who of ['technical@paydesk.test', 'owner@amber.test', 'operator@amber.test'])
      assert.equal((await invite(await server.as(who), { email: 'no@desk.test' })).status, 403);
  });

  test('SB-20, SB-26 role, block, sessions and end of a colleague; each is told by mail, and nobody does it to themselves', async () => {
    const colleague = await server.person({
      userRole: 'BACKOFFICE_TECHNICAL',
      email: 'mate@desk.test',
    });
    const id = colleague.userId!;
    const params = { id };
    const granted = await admin.call('POST /api/users/{id}/actions/grant-administrator', {
      params,
    });
    assert.equal(granted.body.userRole, 'BACKOFFICE_ADMIN');
    assert.equal((await invite(colleague, { email: 'second@desk.test' })).status, 200);
    const ended = await admin.call('POST /api/users/{id}/actions/end-sessions', { params });
    assert.equal(ended.status, 200, ended.text);
    assert.equal((await colleague.call('GET /api/users/me')).status, 401);
    const revoked = await admin.call('POST /api/users/{id}/actions/revoke-administrator', {
      params,
    });
    assert.deepEqual(
      [revoked.body.userRole, revoked.body.userPermissions],
      ['BACKOFFICE_TECHNICAL', TECHNICAL],
    );
    assert.equal((await act(admin, id, 'block')).body.status.name, 'BLOCKED');
    const told = await mailsOf(server, 'mate@desk.test');
    assert.deepEqual(
      told.map(({ subject }) => subject),
      [
        'Your role in Paydesk was changed',
        'Your Paydesk sessions were ended',
        'Your role in Paydesk was changed',
        'Your Paydesk account was blocked',
      ],
    );
    // the specification's doors for employees are shut to staff's people
    assert.equal((await remove(admin, id)).status, 400);
    assert.deepEqual((await admin.call('DELETE /api/users/{id}', { params })).body, {});
    assert.deepEqual(await audits(id), [
      'GRANT_ROLE SUCCESS',
      'END_SESSIONS SUCCESS',
      'REVOKE_ROLE SUCCESS',
      'BLOCK SUCCESS',
      'DELETE /api/user-merchant/employees/{id} REFUSED',
      'DELETE SUCCESS',
    ]);
    const own = { params: { id: admin.userId! } };
    for (const key of [
      'POST /api/users/{id}/actions/revoke-administrator',
      'POST /api/users/{id}/actions/end-sessions',
      'DELETE /api/users/{id}',
    ] as const)
      assert.equal((await admin.call(key, own)).status, 400, key);
  });

  test('AM-76 the last administrator of the back office stays, whoever asks, and however many at once', async () => {
    await server.pool.query(
      `update users set status = 'BLOCKED' where user_role = 'BACKOFFICE_ADMIN' and status = 'ACTIVATED'`,
    );
    const steps = [
      'POST /api/users/{id}/actions/revoke-administrator',
      'POST /api/users/{id}/actions/block',
      'DELETE /api/users/{id}',
    ] as const;
    for (let round = 0; round < 9; round++) {
      const [a, b] = await Promise.all([
        server.person({ userRole: 'BACKOFFICE_ADMIN' }),
        server.person({ userRole: 'BACKOFFICE_ADMIN' }),
      ]);
      const on = (by: Client, whom: Client, nth: number) =>
        by.call(steps[nth % 3]!, { params: { id: whom.userId! } });
      const replies = await Promise.all([on(a, b, round), on(b, a, Math.floor(round / 3))]);
      assert.deepEqual(replies.filter(({ status }) => status === 200).length, 1);
      const left = await server.all<{ id: string }>(
        `select id from users where user_role = 'BACKOFFICE_ADMIN' and status = 'ACTIVATED'`,
      );
      assert.equal(left.length, 1);
      // one that works for the provider by a session, while the last one can't be taken
      const only = [a, b].find(({ userId }) => userId === left[0]!.id)!;
      assert.equal(
        (await only.call('GET /api/users/{id}', { params: left[0]! })).body.onlyAdmin,
        true,
      );
      await server.pool.query(`update users set status = 'DEACTIVATED' where id = $1`, [
        left[0]!.id,
      ]);
    }
  });
});
