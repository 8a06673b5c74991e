import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openCheckout, payBy, standingOf, type Opened } from '../../testing/payments.ts';
import { meanwhile } from '../../testing/at-once.ts';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { auditedOf } from '../../testing/audited.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { typeCard } from '../../testing/shopper.ts';
import { beginPayment } from './begin.ts';
import { resolvePayments } from './carry-out.ts';
import { continuePayment } from './continue.ts';
import { leaveCard } from './leave.ts';

describe('what the acquirer says it was never asked', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  /** What was asked of it since the card was taken. */
  let asked: string[] = [];
  const CUT = { outcome: 'unknown', reason: 'The line was cut' } as const;
  /** What it answers to that at once. */
  let says: AcquirerAnswer = CUT;
  before(async () => {
    server = await testServer({
      acquirer: (sandbox) => ({
        ...sandbox,
        move: (request) => {
          if (request.kind !== 'CAPTURE' && request.kind !== 'CANCEL') return sandbox.move(request);
          asked.push(request.kind);
          return Promise.resolve(says);
        },
        inquire: () => Promise.resolve({ outcome: 'declined', reason: 'It is not known here' }),
      }),
    });
    amber = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
  });
  after(() => server.close());

  /** Asks until nothing is open any more; how often that was. */
  async function untilKnown(): Promise<void> {
    for (let times = 0; times < 10; times++) {
      const { n } = await server.one<{ n: number }>(
        `with due as (update payment_operations set next_attempt_date = now() - interval '1 second'
           where status = 'PENDING' returning 1) select count(*)::int as n from due`,
      );
      if (!n) return;
      await resolvePayments(server.services).run();
    }
    assert.fail('it was asked for ever');
  }

  async function held(): Promise<Opened & { id: string }> {
    const checkout = await openCheckout(server, { merchantId: amber, capture: 'MANUAL' });
    const id = await payBy(server, checkout.checkoutId);
    asked = [];
    return { ...checkout, id };
  }

  /** What the payment's story says of the answer, as its merchant reads it; the acquirer's words are not in it. */
  async function answerIn(id: string): Promise<string[]> {
    const told = await owner.call('GET /api/timelines/transaction/{id}', { params: { id } });
    const changes = told.body.events.filter(({ kind, status }) => {
      return kind === 'CHANGE' && status?.name === 'FAILED';
    });
    assert.doesNotMatch(JSON.stringify(changes), /not known here/);
    return changes.map(({ title, who }) => `${title} by ${who}`);
  }

  /** The answer leads to what a person asked for, under whichever id it was asked for last. */
  async function answersItsRequest(id: string, action: 'CANCEL' | 'CAPTURE'): Promise<void> {
    const rows = await server.all<{ request: string | null; operation: string }>(
      `select details->>'requestId' as request, details->>'operationId' as operation
       from audit_logs where entity_id = $1 and action = $2 order by created_date, id`,
      [id, action],
    );
    const [first, answer] = rows;
    assert.equal(rows.length, 2);
    assert.notEqual(answer!.operation, first!.operation);
    assert.equal(answer!.request, first!.operation);
  }

  test('AM-102, SB-46 to let go is asked three times, and then a person is told that the money is still held', async () => {
    const payment = await held();
    const { status } = await owner.call('POST /api/transactions/{id}/actions/cancel', {
      params: { id: payment.id },
    });
    assert.equal(status, 202);
    await untilKnown();
    assert.deepEqual(asked, ['CANCEL', 'CANCEL', 'CANCEL']);
    const standing = await standingOf(server, payment);
    assert.deepEqual([standing.stage, standing.transaction], ['FAILED', 'FAILED']);
    const told = await server.one<{ words: string; waits: boolean }>(
      `select external_error_description as words, awaiting_acquirer as waits from transactions where id = $1`,
      [payment.id],
    );
    assert.deepEqual(told, {
      words: 'The acquirer did not let go of the money: It is not known here',
      waits: false,
    });
    assert.deepEqual(
      (await auditedOf(server, payment.id)).filter((said) => said.startsWith('CANCEL')),
      ['CANCEL PENDING', 'CANCEL FAILED'],
    );
    await answersItsRequest(payment.id, 'CANCEL');
    assert.deepEqual(await answerIn(payment.id), [
      'The acquirer did not let go of the money by null',
    ]);
  });

  test('AM-102, SB-46 a capture is asked for three times, and then the money is to be let go', async () => {
    const payment = await held();
    const { status } = await owner.call('POST /api/transactions/{id}/actions/capture', {
      params: { id: payment.id },
    });
    assert.equal(status, 202);
    await untilKnown();
    assert.deepEqual(
      asked.filter((kind) => kind === 'CAPTURE'),
      ['CAPTURE', 'CAPTURE', 'CAPTURE'],
    );
    assert.notEqual((await standingOf(server, payment)).stage, 'PAID');
    const said = { params: { id: payment.id }, query: { f_action: 'capture' } };
    const { body } = await owner.call('GET /api/transactions/{id}/history', said);
    assert.deepEqual(
      body.content.map(({ action, result, user }) => [action, result.name, user]),
      [
        ['CAPTURE', 'FAILED', 'Paydesk'],
        ['CAPTURE', 'PENDING', 'Anna Ozola'],
      ],
    );
    assert.match(body.content[0]!.details, /"reason": "It is not known here"/);
    await answersItsRequest(payment.id, 'CAPTURE');
    assert.deepEqual(await answerIn(payment.id), ['The acquirer declined the capture by null']);
  });

  test('TX-41, AM-102, SB-04 what the acquirer declines at once is no success to whoever asked, nor to who repeats it', async (t) => {
    t.after(() => {
      says = CUT;
    });
    for (const [name, words, error] of [
      ['capture', /declined the capture: nothing was taken/, 'The acquirer declined it'],
      ['cancel', /did not let go of the money/, 'The acquirer did not let go of the money'],
    ] as const) {
      const { id } = await held();
      says = { outcome: 'declined', reason: 'RAW WORDS' };
      const ask = (key: string) =>
        owner.call(`POST /api/transactions/{id}/actions/${name}`, {
          params: { id },
          headers: { 'idempotency-key': key },
        });
      for (const answer of [await ask(name + id), await ask(name + id)]) {
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.error.errors[0]!.message, words);
        assert.doesNotMatch(answer.text, /RAW WORDS/);
      }
      const told = await auditedOf(server, id);
      const ofIt = told.filter((said) => said.startsWith(name.toUpperCase()));
      assert.deepEqual(ofIt, [`${name.toUpperCase()} PENDING`, `${name.toUpperCase()} FAILED`]);
      const { body } = await owner.call('GET /api/transactions/{id}', { params: { id } });
      assert.deepEqual([body.status.name, body.failure!.reason], ['FAILED', error]);
      says = CUT;
    }
  });

  test('AM-108 a card whose page was asked for as the payment was given up is charged nothing', async () => {
    const checkout = await openCheckout(server, { merchantId: amber });
    const { url } = await beginPayment(server.services, checkout.checkoutId, { frame: false });
    await server.pool.query('update checkouts set cancelled_date = now() where id = $1', [
      checkout.checkoutId,
    ]);
    asked = [];
    await typeCard(url!);
    await continuePayment(server.services, checkout.checkoutId);
    const { stage, transaction, order } = await standingOf(server, checkout);
    assert.deepEqual([stage, transaction, order], ['CANCELLED', null, 'VERIFIED']);
    assert.deepEqual(asked, []);
  });

  test('AM-108 a card page that fails while its payer chooses another way stays what it became', async () => {
    const { checkoutId, orderId } = await openCheckout(server, { merchantId: amber });
    const { attemptId } = await beginPayment(server.services, checkoutId, { frame: false });
    const words = await meanwhile(
      server,
      [`update payment_attempts set stage = 'FAILED', reason = 'No page' where id = $1`, attemptId],
      () =>
        server.services.database.transaction('all', (tx) =>
          leaveCard(tx, { id: orderId, merchant_id: amber }),
        ),
    );
    assert.equal(words, null);
    const after = await server.one<{ stage: string; reason: string }>(
      'select stage, reason from payment_attempts where id = $1',
      [attemptId],
    );
    assert.deepEqual(after, { stage: 'FAILED', reason: 'No page' });
  });
});
