import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { gatewayServer } from '../../gateways/protocol/server.ts';
import { auditedOf } from '../../testing/audited.ts';
import { BROKEN_WORDS, gatewaySays } from '../../testing/gateway-words.ts';
import { insertPayment, read, refund } from '../../testing/money.ts';
import { insertHeld } from '../../testing/payments.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const SECRET = 'the secret of the acquirer that this installation has';
const KEY = { keyId: 'acquirer', secret: SECRET };
const ANSWERS = '/gateway-answers/acquirer';
const nothing = () => null;

const authentication = (given: object, message: object = {}) => ({
  result: 'Y',
  eci: '05',
  xid: 'x',
  liabilityShift: true,
  messages: [{ type: 'ARes', result: 'Y', payload: '{}', ...message }],
  ...given,
});

describe('what an acquirer over HTTP answers late, wrongly, or more than once', () => {
  let server: TestServer;
  let owner: Client;
  let amber: string;
  /** What the acquirer says of each operation on the line, beside the id; null: it fails. */
  let onTheLine: (operationId: string) => object | null = nothing;
  /** In place of what it said, of an acquirer without the protocol. */
  let instead: (operationId: string) => AcquirerAnswer | null = nothing;
  const gateway = gatewayServer({
    adapters: {
      acquirer: {
        operate: async ({ operationId }) => said(operationId),
        inquire: async (operationId) => said(operationId),
      },
    },
    secretOf: () => SECRET,
  });
  const said = (operationId: string) => {
    const answer = onTheLine(operationId);
    if (!answer) throw new Error('It does not know');
    return { operationId, ...answer } as never;
  };
  before(async () => {
    await new Promise<void>((ready) => gateway.server.listen(0, '127.0.0.1', ready));
    const { port } = gateway.server.address() as AddressInfo;
    server = await testServer({
      demo: false,
      settings: {
        ACQUIRER: 'http',
        ACQUIRER_URL: `http://127.0.0.1:${port}/acquirer`,
        ACQUIRER_SECRET: SECRET,
        PUBLIC_URL: 'http://127.0.0.1:3000',
      },
      acquirer: (own) => ({
        ...own,
        move: async (request) => instead(request.operationId) ?? own.move(request),
        inquire: async (id, route) => instead(id) ?? own.inquire(id, route),
      }),
    });
    amber = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    // what the demo has open is another acquirer's
    await server.pool.query(
      `update money_operations set next_attempt_date = null where status = 'PENDING'`,
    );
  });
  after(async () => {
    await server.close();
    await gateway.close();
  });
  beforeEach(() => {
    onTheLine = nothing;
    instead = nothing;
  });

  const say = (message: object) => gatewaySays(server, ANSWERS, message, KEY);
  /** A refund whose answer is open. */
  const openRefund = async () => {
    const id = await insertPayment(server, { merchantId: amber });
    const { status, text } = await refund(owner, id, 5);
    assert.equal(status, 202, text);
    const { operation } = await server.one<{ operation: string }>(
      'select id as operation from money_operations where transaction_id = $1',
      [id],
    );
    return { id, operation };
  };
  /** An authorisation whose answer is open; its capture was not asked for yet. */
  const openAuthorisation = async () => {
    const attempt = await insertHeld(server, amber, 'AUTHORISED');
    const operation = randomUUIDv7();
    await server.pool.query(
      `insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
         created_date, user_name) values ($1, $2, $3, 'AUTHORISE', 'PENDING', 4200, 'EUR', now(), 'Shopper')`,
      [operation, attempt, amber],
    );
    await server.pool.query(
      `update payment_attempts set stage = 'AUTHORISING', operation_id = $2, gateway = null,
         authorised_date = null, capture_before = null where id = $1`,
      [attempt, operation],
    );
    await server.pool.query('update transactions set hold = null where id = $1', [attempt]);
    return { attempt, operation };
  };
  /** A payer's new card whose check is open. */
  const openCheck = async (stage: 'AUTHORISING' | 'RELEASING') => {
    const { id: recurring, cardId } = await insertAgreed(server, amber);
    const change = { id: randomUUIDv7(), authorise: randomUUIDv7(), release: randomUUIDv7() };
    await server.pool.query(
      `insert into recurring_card_changes (id, recurring_payment_id, merchant_id, stage, frame, amount_cents,
         currency, authorise_id, release_id, card_id, created_date)
       values ($1, $2, $3, $4, false, 1499, 'EUR', $5, $6, $7, now())`,
      [change.id, recurring, amber, stage, change.authorise, change.release, cardId],
    );
    const stageOf = async () =>
      (
        await server.one<{ stage: string }>(
          'select stage from recurring_card_changes where id = $1',
          [change.id],
        )
      ).stage;
    return { ...change, recurring, stage: stageOf };
  };
  const askAgain = async (operations: string[]) => {
    await server.pool.query(
      `update money_operations set next_attempt_date = now() - interval '1 second' where id = any($1)`,
      [operations],
    );
    await tasksOf(server.services)
      .find(({ name }) => name === 'resolve-pending-money')!
      .run();
  };
  const lateAnswers = async (id: string) =>
    (await auditedOf(server, id)).filter((one) => one.startsWith('LATE_ANSWER')).length;

  test('AM-102, AM-104 what no table keeps is a 400 by its field; the operation waits for an answer that can be read', async () => {
    const { attempt, operation } = await openAuthorisation();
    const approved = { operationId: operation, outcome: 'approved', reference: 'R-1' };
    const declined = { operationId: operation, outcome: 'declined', reason: 'No', code: '05' };
    for (const word of BROKEN_WORDS)
      for (const [field, answer] of [
        ['reference', { ...approved, reference: word }],
        ['networkReference', { ...approved, networkReference: word }],
        ['reason', { ...declined, reason: word }],
        ['code', { ...declined, code: word }],
        ['authentication.xid', { ...approved, authentication: authentication({ xid: word }) }],
        ['authentication.eci', { ...approved, authentication: authentication({ eci: word[1] }) }],
        [
          'authentication.messages.0.payload',
          { ...approved, authentication: authentication({}, { payload: word }) },
        ],
        [
          'authentication.messages.0.type',
          { ...approved, authentication: authentication({}, { type: word }) },
        ],
        ['body', { ...approved, [word]: 1 }],
      ] as const)
        assert.deepEqual(
          await say(answer),
          { status: 400, noted: null, field },
          JSON.stringify(answer),
        );
    const status = () =>
      server.one('select status from payment_operations where id = $1', [operation]);
    assert.deepEqual(await status(), { status: 'PENDING' });
    const honest = { ...declined, reason: 'Zu wenig Guthaben — “не хватает” 𝄞\n' };
    assert.equal((await say(honest)).noted, true);
    const { reason } = await server.one<{ reason: string }>(
      'select reason from payment_attempts where id = $1',
      [attempt],
    );
    assert.equal(reason, honest.reason, 'whatever else is text is kept as it is');
  });

  test('AM-102 an answer on the line that no table keeps is none: the refund stays open, and is asked about again', async () => {
    for (const reason of BROKEN_WORDS) {
      onTheLine = () => ({ outcome: 'declined', reason });
      const { id, operation } = await openRefund();
      const ask = () => askAgain([operation]);
      await ask();
      assert.equal((await read(owner, id)).pendingAmount, 5);
      onTheLine = () => ({ outcome: 'approved', reference: 'R-2' });
      await ask();
      assert.equal((await read(owner, id)).refundedAmount, 5);
    }
  });

  test('SB-19, AM-102 of an acquirer without the protocol words are kept as far as a table can', async () => {
    for (const reason of BROKEN_WORDS) {
      instead = () => ({ outcome: 'declined', reason });
      const id = await insertPayment(server, { merchantId: amber });
      const { status, text } = await refund(owner, id, 5);
      assert.equal(status, 400, text);
      assert.match(text, /a\ufffdb/);
      assert.equal((await read(owner, id)).pendingAmount, 0);
    }
  });

  test('AM-102 an answer that can’t be settled keeps nobody else’s waiting', async () => {
    const [first, second] = [await openRefund(), await openRefund()];
    instead = (id) => {
      if (id === first.operation) throw new Error('It can’t be settled');
      return { outcome: 'approved', reference: 'R-5' };
    };
    await assert.rejects(askAgain([first.operation, second.operation]), /can’t be settled/);
    assert.equal((await read(owner, first.id)).pendingAmount, 5);
    assert.equal((await read(owner, second.id)).refundedAmount, 5);
    instead = () => ({ outcome: 'approved', reference: 'R-6' });
    await askAgain([first.operation]);
    assert.equal((await read(owner, first.id)).refundedAmount, 5);
  });

  test('AM-102, SB-46 the same answer five times at once is noted and audited once', async () => {
    const { id, operation } = await openRefund();
    const check = await openCheck('AUTHORISING');
    const authorisation = await openAuthorisation();
    for (const [operationId, entity] of [
      [operation, operation],
      [authorisation.operation, authorisation.operation],
      [check.authorise, check.recurring],
    ] as const) {
      const answer = { operationId, outcome: 'declined', reason: 'No' };
      const five = await Promise.all(Array.from({ length: 5 }, () => say(answer)));
      assert.deepEqual(five.map(({ noted }) => noted).sort(), [
        ...Array<boolean>(4).fill(false),
        true,
      ]);
      assert.equal(await lateAnswers(entity), 1);
    }
    assert.equal((await read(owner, id)).pendingAmount, 0);
    assert.equal(await check.stage(), 'FAILED');
    // whoever asked is not there when the answer comes late
    const told = await server.all<{ line: string }>(
      `select result || ' by ' || user_name as line from audit_logs
       where entity_id = $1 and action = 'REFUND' order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      told.map(({ line }) => line),
      ['PENDING by Anna Ozola', 'FAILED by Acquirer'],
    );
  });

  test('AM-102, SB-46 yes and no at once are one of them, and money that is held for nobody by then is let go', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const { attempt, operation } = await openAuthorisation();
      const yes = { operationId: operation, outcome: 'approved', reference: 'R-3' };
      const no = { operationId: operation, outcome: 'declined', reason: 'No' };
      const six = nth % 2 ? [yes, no, yes, no, yes, no] : [no, yes, no, yes, no, yes];
      await Promise.all(six.map(say));
      const { status } = await server.one<{ status: string }>(
        'select status from payment_operations where id = $1',
        [operation],
      );
      const audited = await server.all<{ outcome: string }>(
        `select details->>'outcome' as outcome from audit_logs
         where entity_id = $1 and action = 'LATE_ANSWER'`,
        [operation],
      );
      assert.deepEqual(audited, [{ outcome: status.toLowerCase() }]);
      const { n } = await server.one<{ n: number }>(
        `select count(*)::int as n from payment_operations where attempt_id = $1 and kind = 'CANCEL'`,
        [attempt],
      );
      if (status === 'DECLINED') assert.ok(n >= 1, 'the bank is told to let go');
    }
  });

  /** Asks the acquirer about what is open of a table, until nothing is. */
  const untilKnown = async (name: string, table: string) => {
    for (let times = 0; times < 12; times++) {
      const { rowCount } = await server.pool.query(
        `update ${table} set next_attempt_date = now() - interval '1 second'
         where merchant_id = $1 and next_attempt_date is not null`,
        [amber],
      );
      if (!rowCount) return;
      await tasksOf(server.services)
        .find((task) => task.name === name)!
        .run();
    }
    assert.fail('it was asked for ever');
  };
  const logOf = async (id: string) =>
    (
      await server.all<{ event: string }>(
        'select event from transaction_logs where transaction_id = $1 order by created_date, id',
        [id],
      )
    ).map(({ event }) => event);

  test('AM-102, SB-46 of a payment that its bank’s check failed, a late yes is let go of once, and the payment says so', async () => {
    const { attempt, operation } = await openAuthorisation();
    await say({ operationId: operation, outcome: 'declined', reason: 'Not authenticated' });
    const yes = { operationId: operation, outcome: 'approved', reference: 'R-7' };
    instead = () => ({ outcome: 'approved', reference: 'R-8' });
    assert.equal((await say(yes)).noted, true);
    assert.equal((await say(yes)).noted, false);
    const cancels = await server.all(
      `select status from payment_operations where attempt_id = $1 and kind = 'CANCEL'`,
      [attempt],
    );
    assert.deepEqual(cancels, [{ status: 'APPROVED' }]);
    assert.deepEqual((await logOf(attempt)).slice(-2), ['AUTHORISED', 'CANCELLED']);
    const { status } = await server.one<{ status: string }>(
      'select status from transactions where id = $1',
      [attempt],
    );
    assert.equal(status, 'DECLINED');
  });

  test('AM-102, SB-46 to let go of a late yes is asked again where it never arrived, and then a person is told', async () => {
    const { attempt, operation } = await openAuthorisation();
    await say({ operationId: operation, outcome: 'declined', reason: 'Not authenticated' });
    const errors: object[] = [];
    const { log } = server.services;
    const logged = log.error;
    log.error = ((said: object) => errors.push(said)) as never;
    try {
      // no answer at first, and no such cancellation afterwards
      await say({ operationId: operation, outcome: 'approved', reference: 'R-7' });
      instead = () => ({ outcome: 'declined', reason: 'It is not known here' });
      await untilKnown('resolve-pending-payments', 'payment_operations');
    } finally {
      log.error = logged;
    }
    const { n } = await server.one<{ n: number }>(
      `select count(*)::int as n from payment_operations where attempt_id = $1 and kind = 'CANCEL'`,
      [attempt],
    );
    assert.ok(n > 1 && n <= 6, `asked ${n} times`);
    assert.equal((await logOf(attempt)).at(-1), 'CANCEL_FAILED');
    assert.ok((await auditedOf(server, attempt)).includes('CANCEL FAILED'));
    assert.ok(
      errors.some(
        (said) => 'reason' in said && 'transactionId' in said && said.transactionId === attempt,
      ),
    );
  });

  test('AM-102 a bank that says yes while the payment is being let go is told again where the first was too early', async () => {
    const { attempt, operation } = await openAuthorisation();
    const cancel = randomUUIDv7();
    await server.pool.query(
      `with given as (update payment_operations set status = 'DECLINED', decline_reason = 'Not in time'
         where id = $1)
       insert into payment_operations (id, attempt_id, merchant_id, kind, status, amount_cents, currency,
         created_date, user_name) values ($3, $2, $4, 'CANCEL', 'PENDING', 4200, 'EUR', now(), 'Checkout')`,
      [operation, attempt, cancel, amber],
    );
    await server.pool.query(
      `update payment_attempts set stage = 'CANCELLING', operation_id = $2 where id = $1`,
      [attempt, cancel],
    );
    assert.equal(
      (await say({ operationId: operation, outcome: 'approved', reference: 'R-7' })).noted,
      false,
    );
    instead = (id) => (id === cancel ? null : { outcome: 'approved', reference: 'R-8' });
    await say({ operationId: cancel, outcome: 'declined', reason: 'There is no such payment' });
    const cancels = await server.all(
      `select status from payment_operations where attempt_id = $1 and kind = 'CANCEL' order by created_date, id`,
      [attempt],
    );
    assert.deepEqual(cancels, [{ status: 'DECLINED' }, { status: 'APPROVED' }]);
    const { stage } = await server.one<{ stage: string }>(
      'select stage from payment_attempts where id = $1',
      [attempt],
    );
    assert.equal(stage, 'CANCELLED');
  });

  test('AM-122, SB-46 a card’s check that failed and its bank says yes to late is let go of once, and asked again until that is answered', async () => {
    const check = await openCheck('AUTHORISING');
    await say({ operationId: check.authorise, outcome: 'declined', reason: 'Not authenticated' });
    assert.equal(await check.stage(), 'FAILED');
    const yes = { operationId: check.authorise, outcome: 'approved', reference: 'R-7' };
    assert.equal((await say(yes)).noted, true);
    assert.equal(await check.stage(), 'RELEASING', 'the first asking had no answer');
    assert.equal((await say(yes)).noted, false);
    instead = () => ({ outcome: 'approved', reference: 'R-8' });
    await untilKnown('continue-card-changes', 'recurring_card_changes');
    assert.equal(await check.stage(), 'FAILED');
    assert.equal((await say(yes)).noted, false);
    assert.equal(await check.stage(), 'FAILED');
  });

  test('AM-122, SB-46 a bank that says no to letting go of a card’s check is asked again, and then a person is told', async () => {
    const check = await openCheck('RELEASING');
    const yes = { operationId: check.authorise, outcome: 'approved', reference: 'R-7' };
    assert.equal((await say(yes)).noted, true);
    const ids = new Set<string>();
    instead = (id) => {
      ids.add(id);
      return { outcome: 'declined', reason: 'There is no such payment' };
    };
    await untilKnown('continue-card-changes', 'recurring_card_changes');
    assert.equal(await check.stage(), 'FAILED');
    assert.ok(ids.size > 1 && ids.size <= 4, `asked under ${ids.size} ids`);
    assert.ok((await auditedOf(server, check.recurring)).includes('NEW_CARD FAILED'));
  });

  test('SB-47, SB-03 another merchant’s own acquirer at the same address settles nothing by its secret', async () => {
    const baltic = await server.merchantId('Baltic Books');
    const secret = 'the secret of Baltic and of its own acquirer';
    const staff = await server.as('admin@paydesk.test');
    const set = await staff.call('POST /api/merchants/{id}/actions/set-acquirer', {
      params: { id: baltic },
      body: { url: server.services.addressOf('ACQUIRER', null)!, secret },
    });
    assert.equal(set.status, 200, set.text);
    const { id, operation } = await openRefund();
    const { operation: held } = await openAuthorisation();
    const check = await openCheck('AUTHORISING');
    for (const operationId of [operation, held, check.authorise])
      for (const keyId of [`acquirer:${baltic}`, `acquirer:${baltic.toUpperCase()}`]) {
        const message = { operationId, outcome: 'approved', reference: 'R-9' };
        const key = { keyId, secret };
        const { status } = await gatewaySays(server, ANSWERS, message, key);
        assert.equal(status, 404);
      }
    assert.equal((await read(owner, id)).pendingAmount, 5);
    assert.equal(await check.stage(), 'AUTHORISING');
    const own = { operationId: operation, outcome: 'approved', reference: 'R-9' };
    assert.deepEqual((await say(own)).noted, true);
  });

  test('AM-122 the release of a card that was checked is told by its id, in whatever letters', async () => {
    const check = await openCheck('RELEASING');
    const answer = { operationId: check.release.toUpperCase(), outcome: 'approved' };
    assert.equal((await say({ ...answer, reference: 'R-4' })).noted, true);
    assert.equal(await check.stage(), 'FAILED');
    assert.equal((await say({ ...answer, reference: 'R-4' })).noted, false);
    assert.equal(await lateAnswers(check.recurring), 1);
    assert.equal((await say({ operationId: randomUUID(), outcome: 'pending' })).noted, false);
  });
});
