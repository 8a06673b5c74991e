import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hash } from '@node-rs/argon2';
import { issueToken } from '../../platform/auth/tokens.ts';
import { insertUser } from '../../seed/factories.ts';
import { DEMO_PASSWORD } from '../../seed/seed.ts';
import type { UserRow } from '../../seed/tables.ts';
import { withPasskey } from '../../testing/authenticator.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const codeOf = async (client: Client) => {
  const reply = await client.call('GET /api/transactions');
  return reply.status === 200 ? undefined : reply.error.errorCode;
};

describe('a merchant asks its people for a second factor', () => {
  let server: TestServer;
  let passwordHash: string;
  let amber: string;
  before(async () => {
    server = await testServer();
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const person = (given: Partial<UserRow> = {}) =>
    server.person({ merchantId: amber, passwordHash, ...given });

  test('SB-07, SB-02 it holds at once for all of its people, for nobody else, and a passkey is enough', async () => {
    const owner = await person();
    const clerk = await person({ userRole: 'MERCHANT_OPERATOR' });
    const other = await server.as('owner@baltic.test');
    const staff = await server.as('admin@paydesk.test');
    const body = { secondFactor: 'REQUIRED' };
    const ask = (client: Client) => client.call('PUT /api/user-merchant/second-factor', { body });
    assert.equal((await ask(clerk)).status, 403);
    assert.equal((await ask(owner)).status, 200);
    assert.equal(await codeOf(owner), 'SECOND_FACTOR_MISSING', 'whoever asks for it, too');
    assert.equal(await codeOf(clerk), 'SECOND_FACTOR_MISSING');
    assert.equal(await codeOf(other), undefined);
    assert.equal(await codeOf(staff), undefined);
    const { secondFactor } = (await clerk.call('GET /api/users/me')).body;
    assert.deepEqual([secondFactor.on, secondFactor.required], [false, true]);

    const { passkey } = await withPasskey(clerk, DEMO_PASSWORD);
    assert.equal(await codeOf(clerk), undefined);
    const params = { id: passkey.id };
    const gone = await clerk.call('DELETE /api/passkeys/{id}', { params });
    assert.match(gone.text, /your only second factor/);

    const set = await staff.call('POST /api/merchants/{id}/actions/set-second-factor', {
      params: { id: amber },
      body: { secondFactor: 'OPTIONAL' },
    });
    assert.equal(set.status, 200, set.text);
    assert.equal(await codeOf(owner), undefined);
  });
});

describe('passwords that others have', () => {
  let server: TestServer;
  let passwordHash: string;
  before(async () => {
    server = await testServer({ settings: { PASSWORD_MAX_AGE_DAYS: '0' } });
    passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1 });
  });
  after(() => server.close());

  const change = async (newPassword: string) => {
    const { id } = await insertUser(server.pool, { passwordHash });
    const client = await server.session(id);
    const currentPassword = DEMO_PASSWORD;
    const body = { userId: id, currentPassword, newPassword };
    return { id, reply: await client.call('PUT /api/users/me/password', { body }) };
  };

  // strong by the words that a browser loads
  for (const known of ['uncencored', 'DHJNVYTYJUB', 'quant4307s', 'Dimazarya77!'])
    test(`AM-77, SB-09 one that is known from leaks is refused, however it is dressed: ${known}`, async () => {
      const { reply } = await change(known);
      assert.deepEqual(reply.error.errors, [
        {
          field: 'newPassword',
          message: 'This password is known from leaks: choose another one',
        },
      ]);
    });

  for (const short of ['xQ7-z$k', 'ñ字☃q8#K'])
    test(`AM-77 seven signs are too few, whatever they are: ${short}`, async () => {
      const { reply } = await change(short);
      assert.equal(reply.error.errors[0]?.field, 'newPassword');
    });

  test('SB-09, SB-07 a password that was reset by a link does not stand in for the second factor', async () => {
    const { id, email } = await insertUser(server.pool, { passwordHash });
    await withPasskey(await server.session(id), DEMO_PASSWORD);
    const token = await server.database.transaction('all', (tx) =>
      issueToken(tx, { userId: id, purpose: 'RESET', minutes: 5 }),
    );
    const newPassword = 'violet kettle sails north';
    const reset = await server.anonymous.call('POST /api/passwords/reset', {
      body: { token, newPassword },
    });
    assert.equal(reset.body, true);
    const { error } = await server.anonymous.call('POST /api/login', {
      body: { username: email, password: newPassword },
    });
    assert.equal(error.errorCode, 'SECOND_FACTOR_REQUIRED');
  });

  test('SB-11 with PASSWORD_MAX_AGE_DAYS=0 none ends: neither a new one nor one that had an end', async () => {
    const { id, reply } = await change('violet kettle sails north');
    assert.equal(reply.status, 200, reply.text);
    const { ends } = await server.one<{ ends: Date | null }>(
      'select password_expires_date as ends from users where id = $1',
      [id],
    );
    assert.equal(ends, null);
    const old = await server.person({ passwordExpiresDate: new Date(0) });
    assert.equal((await old.call('GET /api/users/me')).body.passwordExpired, false);
    const { body } = await server.anonymous.call('POST /api/login', {
      body: { username: 'expired@amber.test', password: DEMO_PASSWORD },
    });
    assert.equal(body.passwordExpired, false);
  });
});
