import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { signCall } from '../platform/auth/signatures.ts';
import { insertMerchant } from '../seed/factories.ts';
import { BROKEN_WORDS } from '../testing/gateway-words.ts';
import { insertPayment, refund } from '../testing/money.ts';
import { insertHeld } from '../testing/payments.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const SECRET = 'the secret of the acquirer that this installation has';
const OTHERS = 'the secret of an acquirer of another merchant alone';

const about = (paymentId: string, given: object = {}) => ({
  noticeId: randomUUIDv7(),
  kind: 'DISPUTE',
  paymentId,
  disputeId: 'D-77',
  amountCents: 42_00,
  currency: 'EUR',
  reason: 'Not theirs, card 4242 4242 4242 4242',
  respondBy: '2030-01-01T00:00:00.000Z',
  status: 'OPEN',
  ...given,
});

describe('what an acquirer over HTTP says of a dispute', () => {
  let server: TestServer;
  let staff: Client;
  let owner: Client;
  let merchantId: string;
  let other: string;
  let target = '';
  before(async () => {
    server = await testServer({
      demo: false,
      settings: {
        ACQUIRER: 'http',
        ACQUIRER_URL: 'https://acquirer.firm.test/v1',
        ACQUIRER_SECRET: SECRET,
      },
      publicUrl: () => new URL(target || 'http://127.0.0.1').origin,
    });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    target = `http://127.0.0.1:${port}/gateway-notices/acquirer`;
    merchantId = (await insertMerchant(server.pool, {})).id;
    owner = await server.person({ merchantId });
    other = (await insertMerchant(server.pool, {})).id;
    staff = await server.as('admin@paydesk.test');
    const body = { url: 'https://own.firm.test/v1', secret: OTHERS };
    const params = { id: other };
    const set = await staff.call('POST /api/merchants/{id}/actions/set-acquirer', { params, body });
    assert.equal(set.status, 200, set.text);
  });
  after(() => server.close());

  interface Said {
    keyId?: string;
    secret?: string;
    to?: string;
    sent?: (body: string) => string;
  }
  async function say(
    notice: Record<string, unknown>,
    { keyId = 'acquirer', secret = SECRET, to = target, sent = (body) => body }: Said = {},
  ) {
    const body = JSON.stringify(notice);
    const headers = signCall(
      { method: 'POST', targetUri: to, body },
      { keyId, secret },
      new Date(),
    );
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: sent(body),
    });
    return [answer.status, await answer.json()] as const;
  }
  const status = async (...given: Parameters<typeof say>) => (await say(...given))[0];
  const stands = async (id: string) => {
    const detail = await owner.call('GET /api/transactions/{id}', { params: { id } });
    const list = await owner.call('GET /api/transactions', { query: { f_id: id } });
    assert.equal(list.body.content[0]!.dispute, detail.body.dispute);
    return detail.body.dispute;
  };

  /** A payment that was taken through this gateway. */
  const takenBy = async (merchant: string, gateway: string) => {
    const id = await insertHeld(server, merchant, 'AUTHORISED');
    await server.pool.query('update payment_attempts set gateway = $2 where id = $1', [
      id,
      gateway,
    ]);
    await server.pool.query(
      `update transactions set status = 'SUCCESS', hold = null where id = $1`,
      [id],
    );
    return id;
  };

  test('AM-48, TX-50 it is taken once by the acquirer’s signature; a refund waits for it, and goes on where it is won', async () => {
    const id = await insertPayment(server, { merchantId, amountCents: 42_00n });
    // ten at once, as a line that was cut has it
    const ten = await Promise.all(Array.from({ length: 10 }, () => say(about(id))));
    assert.deepEqual(ten.map(([status, body]) => `${status} ${JSON.stringify(body)}`).sort(), [
      ...Array<string>(9).fill('200 {"noted":false}'),
      '200 {"noted":true}',
    ]);
    assert.equal(await stands(id), 'OPEN');
    assert.match((await refund(owner, id, 1)).text, /claims this payment back/);
    const events = (await owner.call('GET /api/timelines/transaction/{id}', { params: { id } }))
      .text;
    assert.match(events, /Payment of 42.00 EUR was disputed by the payer’s bank/);
    assert.ok(!events.includes('4242 4242'), 'a card’s number in its words is kept nowhere');

    assert.deepEqual(await say(about(id, { status: 'WON' })), [200, { noted: true }]);
    // one that was overtaken on its way opens nothing again
    assert.deepEqual(await say(about(id)), [200, { noted: false }]);
    assert.equal(await stands(id), 'WON');
    const again = await refund(owner, id, 1);
    // nobody answers at that address: asked for, and open
    assert.equal(again.status, 202, again.text);

    const lost = await insertPayment(server, { merchantId, amountCents: 42_00n });
    assert.deepEqual(await say(about(lost, { status: 'LOST' })), [200, { noted: true }]);
    assert.match((await refund(owner, lost, 1)).text, /the dispute was lost/);
  });

  test('SB-47, AM-48 nobody else says it: another secret, name, address or word, another merchant’s acquirer; what is wrong is named', async () => {
    const id = await insertPayment(server, { merchantId, amountCents: 42_00n });
    assert.equal(await status(about(id), { secret: OTHERS }), 401);
    assert.equal(await status(about(id), { keyId: 'institution' }), 401);
    assert.equal(await status(about(id), { keyId: `acquirer:${other}` }), 401);
    assert.equal(await status(about(id), { keyId: 'acquirer:nobody', secret: OTHERS }), 401);
    assert.equal(await status(about(id), { to: target.replace('notices', 'answers') }), 401);
    assert.equal(await status(about(id), { sent: (body) => body.replace('4200', '1') }), 401);
    const json = { 'content-type': 'application/json' };
    assert.equal((await fetch(target, { method: 'POST', body: '{}', headers: json })).status, 401);
    // an acquirer of its own speaks for its own payments alone
    const own = { keyId: `acquirer:${other}`, secret: OTHERS };
    assert.equal(await status(about(id), own), 404);
    const theirs = await takenBy(other, 'https://own.firm.test/v1');
    assert.equal(await status(about(theirs)), 404);
    assert.equal(await status(about(theirs), own), 200);
    assert.equal(await status(about(randomUUID())), 404);
    // of several at one address each speaks for its own merchant: by its secret, and not by where it is
    await staff.call('POST /api/merchants/{id}/actions/set-acquirer', {
      params: { id: other },
      body: { url: 'https://acquirer.firm.test/v1', secret: OTHERS },
    });
    assert.equal(await status(about(id), own), 404);
    for (const wrong of [
      { amountCents: -1 },
      { amountCents: '42' },
      { status: 'MAYBE' },
      { respondBy: 'soon' },
      { disputeId: '' },
      { reason: 'x'.repeat(256) },
      { kind: 'REFUND' },
      { extra: 1 },
    ])
      assert.equal(await status(about(id, wrong)), 400, JSON.stringify(wrong));
    assert.equal(await stands(id), null);
  });

  test('AM-48, SB-47 a payment is disputed by its merchant’s acquirer where that has moved since, and by no other', async () => {
    const { id: moved } = await insertMerchant(server.pool, {});
    const payment = await takenBy(moved, 'https://before.firm.test/v1');
    const secret = 'the secret of an acquirer that has moved to elsewhere';
    const set = await staff.call('POST /api/merchants/{id}/actions/set-acquirer', {
      params: { id: moved },
      body: { url: 'https://after.firm.test/v1', secret },
    });
    assert.equal(set.status, 200, set.text);
    assert.equal(await status(about(payment)), 404);
    assert.equal(await status(about(payment), { keyId: `acquirer:${other}`, secret: OTHERS }), 404);
    assert.equal(await status(about(payment), { keyId: `acquirer:${moved}`, secret }), 200);
    const { body } = await staff.call('GET /api/transactions/{id}', { params: { id: payment } });
    assert.equal(body.dispute, 'OPEN');
  });

  test('AM-48, AM-104 what no table keeps is a 400 by its field, and so is what can’t be claimed of the payment', async () => {
    const id = await insertPayment(server, { merchantId, amountCents: 42_00n });
    const of = async (given: object, paymentId = id) => {
      const [status, body] = await say(about(paymentId, given));
      return `${status} ${(body as { errors?: { field: string }[] }).errors?.[0]?.field}`;
    };
    for (const word of BROKEN_WORDS) {
      assert.equal(await of({ reason: word }), '400 reason');
      assert.equal(await of({ disputeId: word }), '400 disputeId');
    }
    for (const respondBy of ['0000-01-01T00:00:00Z', '1899-12-31T23:59:59.999Z'])
      assert.equal(await of({ respondBy }), '400 respondBy');
    for (const amountCents of [0, 42_01, Number.MAX_SAFE_INTEGER])
      assert.equal(await of({ amountCents }), '400 amountCents');
    for (const currency of ['USD', 'XXX']) assert.equal(await of({ currency }), '400 currency');
    for (const status of ['DECLINED', 'FAILED', 'PROCESSING', 'CANCELLED', 'RP_BLOCKED'] as const) {
      const never = await insertPayment(server, { merchantId, amountCents: 42_00n, status });
      assert.equal(await of({}, never), '400 paymentId', status);
      assert.equal(await stands(never), null);
    }
    assert.equal(await stands(id), null);
    // a part of it, without an end to answer by that anybody lives to see
    const far = { amountCents: 1, respondBy: '9999-12-31T23:59:59.999Z' };
    assert.deepEqual(await say(about(id.toUpperCase(), far)), [200, { noted: true }]);
    assert.equal(await stands(id), 'OPEN');
  });
});
