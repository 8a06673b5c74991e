import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeOwn } from './platform/own-merchant.ts';
import { CHANGES, type Changing } from './testing/changes.ts';
import { table } from '@paydesk/contract/index.ts';
import { machine, newOrder } from './testing/machines.ts';
import { insertPayment, refund } from './testing/money.ts';
import { TRYING_OUT, testServer, type Client, type TestServer } from './testing/server.ts';

/** What guards somebody's own account is theirs whatever becomes of the merchant. */
const STILL_THEIRS: readonly Changing[] = [
  'POST /api/login',
  'POST /api/logout',
  'POST /api/passwords',
  'POST /api/passwords/recover',
  'POST /api/passwords/reset',
  'POST /api/passwords/renew',
  'PUT /api/users/me/password',
  'DELETE /api/users/me/sessions/{id}',
  'POST /api/users/me/sessions/actions/end-others',
  'POST /api/users/me/view-as',
  'DELETE /api/users/me/view-as',
  'POST /api/users/me/password/confirm',
  'POST /api/email-changes/confirm',
  'POST /api/email-changes/stop',
  'DELETE /api/users/me/pending-email',
  'POST /api/users/me/second-factor',
  'POST /api/users/me/second-factor/confirm',
  'DELETE /api/users/me/second-factor',
  'POST /api/users/me/second-factor/recovery-codes',
  'POST /api/users/me/second-factor/renew',
  'POST /api/sso/begin',
  'POST /api/sso/finish',
  'POST /api/passkeys',
  'PUT /api/passkeys/{id}',
  'DELETE /api/passkeys/{id}',
  'POST /api/passkeys/confirmation',
  'POST /api/passkeys/sign-in',
  // a reading: what was paid stays paid
  'POST /api/transactions/{id}/actions/receipt',
];

/** A shopper is not told why: nothing begins and nothing is kept, and what has begun can be given up. */
const SHOPPERS: Readonly<Partial<Record<Changing, [status: number, words: RegExp]>>> = {
  'POST /api/checkouts': [403, /The shop takes no payments on this page/],
  'PUT /api/checkouts/{id}': [403, /The shop takes no payments on this page/],
  'POST /api/checkouts/{id}/pay': [400, /The shop takes no payments at the moment/],
  'POST /api/checkouts/{id}/continue': [200, /"receipt":null/],
  'POST /api/checkouts/{id}/loan': [400, /Nobody lends this amount here at the moment/],
  'POST /api/checkouts/{id}/loan/offer': [400, /The shop takes no payments at the moment/],
  'POST /api/checkouts/{id}/loan/authentication': [400, /The shop takes no payments at the moment/],
  'POST /api/checkouts/{id}/loan/signing': [400, /The shop takes no payments at the moment/],
  'POST /api/checkouts/{id}/loan/continue': [200, /"loan"/],
  'POST /api/checkouts/{id}/loan/cancel': [200, /"status":"FAILED"/],
  'POST /api/checkouts/{id}/loan/review': [200, /"reviewAsked":true/],
  'POST /api/loans/{id}/withdraw': [200, /"kind":"WITHDRAW"/],
  'POST /api/loans/{id}/repay': [200, /"kind":"REPAY"/],
  // nobody is charged for it, and its payer ends it all the same
  'POST /api/recurring-pages/{id}/pause': [200, /PAUSED_BY_CUSTOMER/],
  'POST /api/recurring-pages/{id}/resume': [200, /"status":"ACTIVE"/],
  'POST /api/recurring-pages/{id}/card': [400, /The shop takes no payments at the moment/],
  'POST /api/recurring-pages/{id}/card/continue': [200, /"newCard":null/],
  'POST /api/recurring-pages/{id}/cancel': [200, /"status":"CANCELLED"/],
  'POST /api/checkouts/{id}/cancel': [200, /"state":"cancelled"/],
};

/** Staff let nothing go on there that would end in a new loan. */
const WAITS: Changing = 'POST /api/financing/consumer-credits/{id}/actions/pass';

const DISABLE = 'POST /api/merchants/{id}/actions/disable';
const ACTIVATE = 'POST /api/merchants/{id}/actions/activate';

/** Every call that changes something, out of the table, for the people and systems of a disabled merchant. */
describe('a disabled merchant', () => {
  let server: TestServer;
  let owner: Client;
  let staff: Client;
  let amber: string;
  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    owner = await server.as('owner@amber.test');
    staff = await server.as('admin@paydesk.test');
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  const become = (status: string) =>
    server.pool.query('update merchants set status = $2 where id = $1', [amber, status]);

  for (const key of Object.keys(CHANGES) as Changing[])
    test(`SB-43, MM-04 ${key}`, async () => {
      const {
        by = owner,
        whose,
        finish,
        staffs,
        application = staffs && 'BACKOFFICE',
        ...options
      } = await CHANGES[key](server);
      // a core of the provider’s works for no merchant either
      if (application === 'BACKOFFICE' || table[key].access === 'provider') {
        // theirs to change it all the same: that is how it becomes active again
        const known = ['approve', 'decline', 'disable'].some((name) => key.endsWith(name));
        if (!known) await become('DISABLED');
        const { status, text } = await by.call(key, options);
        await finish?.();
        await become('ACTIVE');
        if (key === WAITS) assert.match(text, /The shop takes no payments at the moment/);
        else assert.ok(status < 300, `staff: ${status} ${text}`);
        return;
      }
      await become('DISABLED');
      const caller = whose === undefined ? by : server.anonymous;
      const { status, text } = await caller.call(key, options);
      await become('ACTIVE');
      await finish?.();
      const shoppers = SHOPPERS[key];
      if (shoppers) {
        assert.equal(status, shoppers[0], text);
        assert.match(text, shoppers[1]);
      } else if (STILL_THEIRS.includes(key)) assert.ok(status < 300, `${status} ${text}`);
      // a machine is not told why (SB-32, SB-33)
      else if (application === null) assert.equal(status, 401, text);
      else {
        assert.equal(status, 403, text);
        assert.match(text, /The merchant is disabled: nothing of it can be changed/);
      }
    });

  test('SB-43 disabling waits for what is being written, and what comes after it is refused', async () => {
    const payment = await insertPayment(server, { merchantId: amber });
    const actor = { merchantId: amber, sight: { merchantId: amber, userId: owner.userId! } };
    const begun = Promise.withResolvers<void>();
    const writing = Promise.withResolvers<void>();
    const write = changeOwn(server.database, actor, async () => {
      begun.resolve();
      await writing.promise;
    });
    await begun.promise;
    let disabled = false;
    const disabling = staff.call(DISABLE, { params: { id: amber } }).then((reply) => {
      disabled = true;
      return reply;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(disabled, false, 'the write is not done yet');
    writing.resolve();
    await write;
    assert.equal((await disabling).status, 200);
    assert.equal((await refund(owner, payment, 1)).status, 403);
    assert.equal((await refund(staff, payment, 1)).status, 200, 'staff still give money back');
    assert.equal((await owner.call('GET /api/user-merchant')).body.status.name, 'DISABLED');
    assert.equal((await owner.call('GET /api/transactions')).status, 200, 'they read on');
    assert.equal((await staff.call(ACTIVATE, { params: { id: amber } })).status, 200);
    assert.equal((await refund(owner, payment, 1)).status, 200);
  });

  test('SB-43 many writes while it is disabled: each is done whole before, or refused', async () => {
    const payment = await insertPayment(server, { merchantId: amber });
    const key = await machine(server, amber);
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => refund(owner, payment, 1)),
      ...Array.from({ length: 6 }, () =>
        key.call('POST /api/merchant-api/orders', { body: newOrder() }),
      ),
      staff.call(DISABLE, { params: { id: amber } }),
    ]);
    assert.equal(replies.at(-1)!.status, 200);
    for (const { status, text } of replies) assert.ok([200, 401, 403].includes(status), text);
    const done = replies.slice(0, 6).filter(({ status }) => status === 200).length;
    const { refunded } = await server.one<{ refunded: bigint }>(
      'select refunded_cents as refunded from transactions where id = $1',
      [payment],
    );
    assert.equal(refunded, BigInt(done * 100), 'no refund is half done');
    assert.equal((await refund(owner, payment, 1)).status, 403);
    assert.equal((await key.call('GET /api/merchant-api/orders')).status, 401);
    await become('ACTIVE');
  });

  test('MM-11 two who change the same merchant at the same moment both get an answer', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) =>
        owner.call('PUT /api/user-merchant', { body: { zipCode: `LV-10${nth}` } }),
      ),
    );
    for (const { status, text } of replies) assert.equal(status, 200, text);
  });
});
