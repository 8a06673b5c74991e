import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAILURE_REASONS } from '@paydesk/contract/declines.ts';
import { insertPurchase, insertTransaction } from '../../seed/factories.ts';
import { insertRecurringPayment } from '../../seed/factories/payments.ts';
import {
  booksAgree,
  insertPayment,
  markRefunded,
  markSuccessful,
  read,
  refund,
  reverse,
  standing,
} from '../../testing/money.ts';
import { textOf } from '../../testing/pdf.ts';
import { auditedOf } from '../../testing/audited.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('refund, reverse, mark as successful', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  let operator: Client;
  let admin: Client;
  let asked: { kind: string; amountCents: bigint }[] = [];

  before(async () => {
    server = await testServer({
      settings: { BUSINESS_TIME_ZONE: 'Asia/Kathmandu' },
      acquirer: (sandbox) => ({
        ...sandbox,
        move: (request) => {
          asked.push(request);
          return sandbox.move(request);
        },
      }),
    });
    merchantId = await server.merchantId('Amber & Oak');
    owner = await server.as('owner@amber.test');
    operator = await server.as('operator@amber.test');
    admin = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  test('TX-41, SB-46 the receipt says amount, card and merchant as PDF, a refund’s too; another merchant’s is none, a failed payment has none', async () => {
    const key = 'POST /api/transactions/{id}/actions/receipt';
    const { id } = await insertTransaction(server.pool, {
      merchantId,
      amountCents: 1234_50n,
      cardPan: '520000******6017',
      date: new Date('2026-03-04T20:30:00Z'),
    });
    const params = { id };
    const wordsOf = async (of: { id: string }) => {
      const { status, body } = await owner.call(key, { params: of });
      assert.deepEqual([status, body.mediaType], [200, 'application/pdf']);
      return textOf(Buffer.from(body.content, 'base64'));
    };
    const paid = await wordsOf(params);
    const when = '2026-03-05 02:15 (Asia/Katmandu)';
    for (const words of ["1'234.50 EUR", 'Mastercard •• 6017', 'Amber & Oak', id, when])
      assert.ok(paid.includes(words), words);
    assert.ok(!paid.includes('520000'));
    await refund(owner, id, 34.5, {}, { headers: { 'idempotency-key': 'receipt-1' } });
    const refunded = (await read(owner, id)).refunds[0]!.transactionId;
    const back = await wordsOf({ id: refunded });
    for (const words of ['34.50 EUR', 'Refunded', 'Amber & Oak', id])
      assert.ok(back.includes(words), words);
    await server.pool.query(
      `update transactions set captured_date = '2026-03-06T09:00:00Z' where id = $1`,
      [id],
    );
    const captured = await wordsOf(params);
    // held for a day before it was taken
    for (const words of ['−34.50 EUR', '2026-03-06 14:45 (Asia/Katmandu)'])
      assert.ok(captured.includes(words), words);
    const other = await server.as('owner@baltic.test');
    assert.equal((await other.call(key, { params })).status, 404);
    const failed = await insertTransaction(server.pool, { merchantId, status: 'FAILED' });
    assert.equal((await owner.call(key, { params: { id: failed.id } })).status, 400);
    const audited = await server.all(
      "select from audit_logs where entity_id = $1 and action = 'READ_RECEIPT'",
      [id],
    );
    assert.equal(audited.length, 2);
  });

  const payment = (amountCents = 10_000n) => insertPayment(server, { merchantId, amountCents });

  const purchaseStatus = async (id: string) =>
    (
      await server.one<{ status: string }>(
        'select p.status from purchases p join transactions t on t.purchase_id = p.id and t.merchant_id = p.merchant_id where t.id = $1',
        [id],
      )
    ).status;

  test('SB-53 the demo data’s own books agree', () => booksAgree(server));

  test('SB-16, AM-18, TX-43, AM-56 refunds add up to the amount and no further; the purchase is REFUNDED when nothing is left', async () => {
    const id = await payment();
    const first = await refund(operator, id, 30.1, { refundNote: 'Box was dented' });
    assert.equal(first.status, 200);
    assert.equal(first.body.status.name, 'SUCCESS');
    assert.equal(first.body.refundedAmount, 30.1);
    assert.equal(first.body.remainingAmount, 69.9);
    assert.equal(await purchaseStatus(id), 'SETTLED');
    const [entry] = first.body.refunds;
    assert.equal(entry!.amount, 30.1);
    assert.equal(entry!.reasonCode, 'OTHER_REFUND');
    assert.equal(entry!.reasonNote, 'Box was dented');
    const itself = await read(owner, entry!.transactionId);
    assert.equal(itself.refundedTransactionId, id);
    assert.equal(itself.amount, 30.1);
    assert.equal(itself.status.name, 'SUCCESS');
    assert.equal(itself.date, entry!.date);

    const earlier = await standing(server, id);
    const tooMuch = await refund(owner, id, 69.91);
    assert.equal(tooMuch.status, 400);
    assert.deepEqual(tooMuch.error.errors, [
      { field: 'amount', message: 'At most 69.90 EUR is left to refund.' },
    ]);
    assert.deepEqual(await standing(server, id), earlier);

    assert.equal((await refund(owner, id, 69.89)).status, 200);
    const last = await refund(admin, id, 0.01);
    assert.equal(last.status, 200);
    assert.equal(last.body.remainingAmount, 0);
    assert.equal(last.body.refunds.length, 3);
    // who asked for each; staff are 'Paydesk' to the merchant's people
    const askedBy = last.body.refunds.map(({ requestedBy }) => requestedBy);
    assert.equal(new Set([...askedBy, 'Paydesk']).size, 4);
    assert.deepEqual(
      (await read(owner, id)).refunds.map(({ requestedBy }) => requestedBy),
      [...askedBy.slice(0, 2), 'Paydesk'],
    );
    assert.equal(last.body.status.name, 'SUCCESS');
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    assert.equal((await refund(owner, id, 0.01)).error.errors[0]!.field, 'status');
    assert.equal((await reverse(owner, id, 0.01)).error.errors[0]!.field, 'status');
    await booksAgree(server);
  });

  test('SB-16, SB-15, AM-48 a purchase of several charges is REFUNDED when all that succeeded are, CANCELLED when all are reversed', async () => {
    const { id: purchaseId } = await insertPurchase(server.pool, { merchantId });
    const charge = (status: 'SUCCESS' | 'DECLINED' = 'SUCCESS') =>
      insertTransaction(server.pool, { merchantId, purchaseId, status, amountCents: 1000n });
    const [first, second] = [await charge(), await charge()];
    await charge('DECLINED');
    const told = async () =>
      Number(
        (
          await server.one<{ n: string }>(
            `select count(*) as n from outbox where kind = 'CALLBACK'`,
          )
        ).n,
      );
    const before = await told();
    assert.equal((await refund(owner, first.id, 10)).status, 200);
    assert.equal(await purchaseStatus(first.id), 'SETTLED');
    assert.equal((await refund(owner, second.id, 4)).status, 200);
    assert.equal(await purchaseStatus(first.id), 'SETTLED');
    assert.equal(await told(), before + 2, 'each refund is told, a partial one too');
    assert.equal((await refund(owner, second.id, 6)).status, 200);
    assert.equal(await purchaseStatus(first.id), 'REFUNDED');
    assert.equal(await told(), before + 3, 'and the last one once, with the purchase’s new status');

    const other = await insertPurchase(server.pool, { merchantId });
    const both = await Promise.all(
      [0, 1].map(() =>
        insertTransaction(server.pool, { merchantId, purchaseId: other.id, amountCents: 1000n }),
      ),
    );
    // at once: whoever comes second sees what became of the first
    const replies = await Promise.all(both.map(({ id }) => reverse(owner, id, 10)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(await purchaseStatus(both[0]!.id), 'CANCELLED');
  });

  /** What the merchant was told of the purchase of a payment. */
  const toldOf = async (id: string) => {
    const { purchase } = await server.one<{ purchase: string }>(
      'select purchase_id as purchase from transactions where id = $1',
      [id],
    );
    const rows = await server.all<{ payload: Buffer }>(
      `select payload from outbox where kind = 'CALLBACK' order by id`,
    );
    return rows
      .map(
        ({ payload }) =>
          JSON.parse(server.services.encryption.open(payload, 'outbox')) as {
            purchaseId: string | null;
            content: Record<string, unknown>;
          },
      )
      .filter(({ purchaseId }) => purchaseId === purchase)
      .map(({ content }) => content);
  };

  test('AM-119, AM-125 money that goes back, or does not, is told to the merchant with what is left of the payment', async () => {
    const last = async (id: string) => {
      const {
        changed: _1,
        purchaseId: _2,
        externalId: _3,
        reasonCode: _4,
        ...content
      } = (await toldOf(id)).at(-1)!;
      return content;
    };
    const id = await payment(20_000_00n);
    const about = { amount: '20000.00', currency: 'EUR' };
    const settled = { ...about, status: 'SETTLED' };
    const part = await refund(owner, id, 1000.5);
    const refundId = part.body.refunds[0]!.transactionId;
    const itself = { transactionId: refundId, originalTransactionId: id, type: 'REFUND' };
    assert.deepEqual(await last(id), {
      ...settled,
      ...itself,
      event: 'REFUNDED',
      transactionAmount: '1000.50',
      remainingAmount: '18999.50',
    });
    assert.equal((await refund(owner, id, 9999.01)).status, 400);
    const failed = await last(id);
    assert.deepEqual(
      [failed['event'], failed['type'], failed['transactionAmount'], failed['remainingAmount']],
      ['REFUND_FAILED', 'REFUND', '9999.01', '18999.50'],
    );
    await reverse(owner, refundId, 1000);
    assert.deepEqual(await last(id), {
      ...settled,
      ...itself,
      event: 'REVERSED',
      transactionAmount: '1000.00',
      remainingAmount: '19999.50',
    });
    await markRefunded(owner, id, 9999.5);
    const manual = await last(id);
    assert.deepEqual(
      [manual['event'], manual['type'], manual['remainingAmount']],
      ['REFUNDED_MANUALLY', 'MANUAL_REFUND', '10000.00'],
    );
    assert.equal((await reverse(owner, id, 9999.01)).status, 400);
    assert.equal((await last(id))['event'], 'REVERSAL_FAILED');
    await reverse(owner, id, 500);
    assert.deepEqual(await last(id), {
      ...settled,
      transactionId: id,
      originalTransactionId: null,
      type: 'PAYMENT',
      event: 'REVERSED',
      transactionAmount: '500.00',
      remainingAmount: '9500.00',
    });
    assert.equal((await toldOf(id)).length, 6, 'each once');
  });

  test('SB-15, TX-44, TX-30 a reversal in full: REVERSED, with its reason, the purchase CANCELLED, and no second one', async () => {
    const id = await payment();
    const reply = await reverse(owner, id, 100, { reasonCode: 'DUPLICATE', reasonNote: 'Twice' });
    assert.equal(reply.status, 200);
    assert.equal(reply.body.status.name, 'REVERSED');
    const { date, ...reversal } = reply.body.reversal!;
    assert.deepEqual(reversal, { amount: 100, reasonCode: 'DUPLICATE', reasonNote: 'Twice' });
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 60_000);
    assert.equal(await purchaseStatus(id), 'CANCELLED');
    for (const again of [
      reverse(owner, id, 0.01),
      refund(owner, id, 0.01),
      markSuccessful(owner, id),
    ])
      assert.deepEqual((await again).error.errors[0]!.field, 'status');
    await booksAgree(server);
  });

  test('SB-15, AM-94 a reversal beside refunds takes at most what they left; a partial one leaves the purchase', async () => {
    const id = await payment();
    await refund(owner, id, 25);
    // a refund says of how much it is, and what is left, as long as a reversal does not decide
    const original = async () => {
      const [{ transactionId } = { transactionId: '' }] = (await read(owner, id)).refunds;
      const { originalAmount, originalLeft } = await read(owner, transactionId);
      return [originalAmount, originalLeft];
    };
    assert.deepEqual(await original(), [100, 75]);
    const tooMuch = await reverse(owner, id, 75.01);
    assert.deepEqual(tooMuch.error.errors, [
      { field: 'amount', message: 'At most 75.00 EUR is left to reverse.' },
    ]);
    const part = await reverse(owner, id, 40);
    assert.equal(part.status, 200);
    assert.equal(part.body.status.name, 'REVERSED');
    assert.equal(part.body.remainingAmount, 35);
    assert.equal(await purchaseStatus(id), 'SETTLED');
    assert.equal((await refund(owner, id, 1)).status, 400);
    // what a refund of it leaves is left to refund by nobody
    const [{ transactionId: beside } = { transactionId: '' }] = (await read(owner, id)).refunds;
    assert.deepEqual(await original(), [100, null]);
    assert.equal((await reverse(owner, beside, 25)).body.originalStatus, 'REVERSED');
    assert.equal((await refund(owner, id, 1)).status, 400);
    const all = await payment();
    await refund(owner, all, 25);
    assert.equal((await reverse(owner, all, 75)).body.remainingAmount, 0);
    assert.equal(await purchaseStatus(all), 'REFUNDED', 'nothing is left of it');
    await booksAgree(server);
  });

  test('AM-94, AM-125 reversing a refund gives its amount back to the original, and the purchase too', async () => {
    const id = await payment();
    const { body } = await refund(owner, id, 100);
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    const refundId = body.refunds[0]!.transactionId;
    const of = async (one: string) => {
      const { body: list } = await owner.call('GET /api/transactions', { query: { f_id: one } });
      const { requestedBy, originalAmount, originalLeft } = list.content[0]!;
      return [requestedBy, originalAmount, originalLeft];
    };
    const { createdBy } = await read(owner, refundId);
    assert.ok(createdBy);
    assert.deepEqual(await of(refundId), [createdBy, 100, 0]);
    assert.deepEqual(await of(id), [null, null, null], 'a payment is no part of another');
    const reversed = await reverse(owner, refundId, 60);
    assert.equal(reversed.status, 200);
    assert.equal(reversed.body.id, refundId);
    assert.equal(reversed.body.status.name, 'REVERSED');
    const original = await read(owner, id);
    assert.equal(original.remainingAmount, 60);
    assert.equal(original.refundedAmount, 40);
    assert.deepEqual(
      original.refunds.map(({ amount }) => amount),
      [40],
    );
    // the list, the file and the timeline say the same of either (AM-125)
    const listed = async (one: string) => {
      const { body: list } = await owner.call('GET /api/transactions', { query: { f_id: one } });
      const [row] = list.content;
      return [row!.type, row!.refundedAmount, row!.reversedAmount, row!.reversedRefundsAmount];
    };
    assert.deepEqual(await listed(id), ['PAYMENT', 40, 0, 60]);
    assert.deepEqual(await listed(refundId), ['REFUND', 0, 60, 0]);
    assert.deepEqual(await of(refundId), [createdBy, 100, 60]);
    assert.equal(original.reversedRefundsAmount, 60);
    const filed = async (one: string) => {
      const { text } = await owner.call('GET /api/transactions.csv', {
        query: { f_id: one, timeZone: 'UTC' },
      });
      const [head, row] = text.replaceAll('\r', '').trim().split('\n');
      assert.match(
        head!,
        /Refunded transaction id[";,]+Refunded[";,]+Reversed[";,]+Refunds reversed[";,]+Held[";,]+Dispute[";,]+Liability shift[";,]+Failed because[";,]+Respond by[";,]+Requested by[";,]+Of a payment of[";,]+Left to refund"?$/,
      );
      return row!
        .split(/[;,]/)
        .slice(-11, -8)
        .map((cell) => Number(cell.replaceAll('"', '')));
    };
    assert.deepEqual(await filed(id), [40, 0, 60]);
    assert.deepEqual(await filed(refundId), [0, 60, 0]);
    const { body: timeline } = await owner.call('GET /api/timelines/transaction/{id}', {
      params: { id },
    });
    const told = timeline.events.find(({ kind }) => kind === 'REVERSAL');
    assert.equal(told?.title, 'Refund reversed: 60.00 EUR taken back');
    assert.equal(await purchaseStatus(id), 'SETTLED');
    assert.equal((await refund(owner, id, 60.01)).status, 400);
    assert.equal((await refund(owner, id, 60)).status, 200);
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    assert.equal((await reverse(owner, refundId, 1)).status, 400, 'one reversal a transaction');
    await booksAgree(server);
  });

  test('SB-17, TX-53, TX-71 marked as refunded: counts against what is left, and the acquirer hears nothing of it', async () => {
    const id = await payment();
    asked = [];
    const reply = await markRefunded(operator, id, 40);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.remainingAmount, 60);
    assert.equal(reply.body.refunds[0]!.reasonCode, 'REFUNDED_MANUALLY');
    assert.deepEqual(asked, []);
    const { refundId, ...stored } = await server.one<Record<string, unknown>>(
      `select r.id as "refundId", r.moves_money, r.status, r.external_payment_id, j.kind, j.acquirer_reference
       from transactions r join money_operations o on o.refund_transaction_id = r.id and o.merchant_id = r.merchant_id
       join money_journal j on j.operation_id = o.id and j.merchant_id = o.merchant_id where r.refunded_transaction_id = $1`,
      [id],
    );
    assert.deepEqual(stored, {
      moves_money: false,
      status: 'SUCCESS',
      external_payment_id: null,
      kind: 'MANUAL_REFUND',
      acquirer_reference: null,
    });
    assert.equal(refundId, reply.body.refunds[0]!.transactionId);
    assert.equal((await markRefunded(owner, id, 60.01)).status, 400);
    assert.equal((await markRefunded(owner, id, 60)).status, 200);
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    await booksAgree(server);
  });

  test('TX-53, AM-94, SB-17 reversing a manual refund gives back what is left, and the acquirer hears nothing of it', async () => {
    const id = await payment();
    const { body } = await markRefunded(owner, id, 100);
    asked = [];
    const reply = await reverse(owner, body.refunds[0]!.transactionId, 70);
    assert.equal(reply.status, 200);
    assert.equal(reply.body.status.name, 'REVERSED');
    assert.equal(reply.body.reversal!.amount, 70);
    assert.deepEqual(asked, []);
    assert.equal((await read(owner, id)).remainingAmount, 70);
    assert.equal(await purchaseStatus(id), 'SETTLED');
    await booksAgree(server);
  });

  const declined = (given: { amountCents?: bigint } = {}) =>
    insertPayment(server, {
      merchantId,
      status: 'DECLINED',
      externalErrorType: 'ISSUER',
      externalErrorCode: '51',
      externalErrorDescription: 'Insufficient funds',
      ...given,
    });
  /** The acquirer took the money, and its answer never arrived here. */
  const takenAtAcquirer = (id: string) =>
    server.services.acquirer.move({
      operationId: id,
      transactionId: id,
      kind: 'CHARGE',
      amountCents: 10_000n,
      currency: 'EUR',
    });
  const NOT_THERE = 'Marked by hand: the acquirer does not have the money of this payment';

  test('SB-18, TX-74, AM-113 marked as successful: the status alone, its errors kept, the log names who and from what; without the acquirer’s money it is marked by hand', async () => {
    for (const status of ['FAILED', 'DECLINED', 'CANCELLED', 'PROCESSING', 'RP_BLOCKED'] as const) {
      asked = [];
      const id = await insertPayment(server, {
        merchantId,
        status,
        externalErrorType: 'ISSUER',
        externalErrorCode: '51',
        externalErrorDescription: 'Insufficient funds',
      });
      await server.pool.query(
        `update purchases set status = 'DECLINED' where id = (select purchase_id from transactions where id = $1)`,
        [id],
      );
      const reply = await markSuccessful(operator, id);
      assert.equal(reply.status, 200, status);
      assert.equal(reply.body.status.name, 'SUCCESS');
      assert.equal(reply.body.markedByHand, true);
      assert.equal(reply.body.type, 'PAYMENT');
      assert.deepEqual(asked, []);
      assert.equal(await purchaseStatus(id), 'SETTLED');
      const stored = await server.one<object>(
        `select external_error_code, external_error_type, external_error_description, moves_money,
           (select json_agg(json_build_array(event, from_status, to_status, user_name, note))
            from transaction_logs l where l.transaction_id = t.id and l.merchant_id = t.merchant_id) as log
         from transactions t where id = $1`,
        [id],
      );
      assert.deepEqual(stored, {
        external_error_code: '51',
        external_error_type: 'ISSUER',
        external_error_description: 'Insufficient funds',
        moves_money: false,
        log: [
          [
            'MARKED_SUCCESSFUL',
            status,
            'SUCCESS',
            'Toms Liepiņš',
            'The acquirer has no record of the payment',
          ],
        ],
      });
    }
  });

  test('AM-113 where the acquirer took the money all is as with any payment', async () => {
    const id = await declined();
    await takenAtAcquirer(id);
    const { body } = await markSuccessful(operator, id);
    assert.deepEqual([body.status.name, body.markedByHand], ['SUCCESS', false]);
    assert.match(body.externalPaymentId!, /^\d{8}$/);
    assert.equal((await refund(operator, id, 60)).status, 200);
    assert.equal((await reverse(owner, id, 40)).status, 200);
    await booksAgree(server);
  });

  test('AM-113 where it did not, refund and reversal through it are refused and nothing is reserved; what is given back elsewhere is recorded', async () => {
    const id = await declined();
    await markSuccessful(operator, id);
    const earlier = await standing(server, id);
    asked = [];
    for (const reply of [await refund(operator, id, 10), await reverse(owner, id, 10)]) {
      assert.equal(reply.status, 400);
      assert.deepEqual(reply.error.errors, [{ field: 'status', message: NOT_THERE }]);
    }
    assert.deepEqual(asked, []);
    assert.deepEqual(await standing(server, id), earlier);
    assert.equal((await reverse(operator, id, 10)).status, 403, 'the role comes first');
    assert.equal((await markRefunded(operator, id, 100.01)).status, 400);
    const given = await markRefunded(operator, id, 30);
    assert.equal(given.status, 200);
    assert.equal(given.body.remainingAmount, 70);
    const { rows } = await server.pool.query<{ type: string }>(
      `select transaction_kind(refunded_transaction_id, moves_money) as type from transactions
       where refunded_transaction_id = $1`,
      [id],
    );
    assert.deepEqual(rows, [{ type: 'MANUAL_REFUND' }]);
    await booksAgree(server);
  });

  test('AM-113 it is asked again at each try: once it has the money, the refund goes through it', async () => {
    const id = await declined();
    await markSuccessful(operator, id);
    await takenAtAcquirer(id);
    const before = await read(owner, id);
    assert.equal(before.markedByHand, true, 'nobody has asked since');
    const reply = await refund(operator, id, 25);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.body.markedByHand, reply.body.remainingAmount], [false, 75]);
    const confirmed = (await auditedOf(server, id)).filter((said) =>
      said.startsWith('CONFIRM_PAYMENT'),
    );
    assert.equal(confirmed.length, 1, 'and says so, once');
    await booksAgree(server);
  });

  test('AM-113 an acquirer that does not say whether it has the money: marked by hand, and no money goes back by it', async () => {
    const silent = await testServer({
      acquirer: (sandbox) => ({
        ...sandbox,
        inquirePayment: async () => ({ outcome: 'unknown', reason: 'No answer' }),
      }),
    });
    const person = await silent.as('owner@amber.test');
    const own = await silent.merchantId('Amber & Oak');
    const id = await insertPayment(silent, { merchantId: own, status: 'FAILED' });
    assert.equal((await markSuccessful(person, id)).body.markedByHand, true);
    for (const reply of [await refund(person, id, 1), await reverse(person, id, 1)]) {
      assert.equal(reply.status, 400);
      assert.match(reply.error.errors[0]!.message, /does not answer whether it has the money/);
    }
    await silent.close();
  });

  test('AM-113, SB-17, AM-23 a payment marked by hand is in no settlement and on no business day, and is once the acquirer has it', async () => {
    const id = await declined();
    const counted = async () =>
      (
        await server.one<{ n: number }>(
          `select count(*)::int as n from transactions t, business_day_entries(t.refunded_transaction_id,
             t.moves_money, t.status, coalesce(t.captured_date, t.date), t.amount_cents, t.reversal_date, t.reversed_cents)
           where t.id = $1`,
          [id],
        )
      ).n;
    await markSuccessful(operator, id);
    assert.equal(await counted(), 0);
    await takenAtAcquirer(id);
    await refund(operator, id, 1);
    assert.equal(await counted(), 1);
  });

  test('SB-18, SB-42 a charge whose answer is open can’t be marked; one that was declined counts with its recurring payment', async () => {
    const { id: purchaseId } = await insertPurchase(server.pool, { merchantId });
    const recurring = await insertRecurringPayment(server.pool, {
      merchantId,
      paymentRequestId: purchaseId,
    });
    const open = await insertTransaction(server.pool, {
      merchantId,
      purchaseId,
      recurringPaymentId: recurring.id,
      status: 'PROCESSING',
      awaitingAcquirer: true,
    });
    assert.equal((await read(owner, open.id)).awaitingAcquirer, 'payment');
    const refused = await markSuccessful(owner, open.id);
    assert.deepEqual(refused.error.errors, [
      { field: 'status', message: 'The answer of the acquirer is still open' },
    ]);
    const failed = await insertTransaction(server.pool, {
      merchantId,
      purchaseId,
      recurringPaymentId: recurring.id,
      status: 'DECLINED',
      amountCents: 990n,
    });
    assert.equal((await markSuccessful(owner, failed.id)).status, 200);
    const stored = await server.one(
      `select count - $2::int as more, (total_amount_cents - $3::bigint)::int as cents
       from recurring_payments where id = $1`,
      [recurring.id, recurring.count, recurring.totalAmountCents],
    );
    assert.deepEqual(stored, { more: 1, cents: 990 });
  });

  test('SB-18 a failed refund so marked must fit what is left of its original', async () => {
    const id = await payment(20_000_00n);
    assert.equal((await refund(owner, id, 9999.01)).status, 400);
    const [failed] = await server.all<{ id: string }>(
      `select id from transactions where refunded_transaction_id = $1 and status = 'FAILED'`,
      [id],
    );
    assert.ok(failed);
    await refund(owner, id, 10_001);
    const earlier = await standing(server, id);
    const tooMuch = await markSuccessful(owner, failed.id);
    assert.equal(tooMuch.status, 400);
    assert.match(tooMuch.error.errors[0]!.message, /9'999\.00 EUR/);
    assert.deepEqual(await standing(server, id), earlier);
    assert.equal((await read(owner, failed.id)).status.name, 'FAILED');

    const { refunds } = await read(owner, id);
    await reverse(owner, refunds[0]!.transactionId, 0.01);
    asked = [];
    const fits = await markSuccessful(owner, failed.id);
    assert.equal(fits.status, 200);
    assert.deepEqual(asked, []);
    const original = await read(owner, id);
    assert.equal(original.remainingAmount, 0);
    assert.equal(original.refunds.length, 2);
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    assert.equal((await markSuccessful(owner, failed.id)).status, 400);
    await booksAgree(server);
  });

  test('AM-31, API-35 PUT and POST are one', async () => {
    for (const method of ['PUT', 'POST'] as const) {
      const id = await payment();
      assert.equal((await refund(owner, id, 1, {}, { method })).body.remainingAmount, 99);
      assert.equal((await reverse(owner, id, 99, {}, { method })).body.status.name, 'REVERSED');
      const failed = await insertPayment(server, { merchantId, status: 'FAILED' });
      assert.equal((await markSuccessful(owner, failed, { method })).status, 200);
    }
  });

  test('SB-48, SB-50, TX-60..64 what a reversal refuses, field by field', async () => {
    const id = await payment();
    const earlier = await standing(server, id);
    for (const [body, fields] of refused('reasonCode', 'reasonNote', [
      'PRODUCT_OUT_OF_STOCK',
      'REFUNDED_MANUALLY',
    ])) {
      const reply = await owner.call('PUT /api/transactions/{id}/actions/reverse', {
        params: { id },
        body,
      });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.deepEqual(reply.error.errors.map(({ field }) => field).sort(), fields);
      assert.equal(reply.error.errorCode, 'VALIDATION_FAILURE');
    }
    assert.deepEqual(await standing(server, id), earlier);
  });

  test('SB-48, SB-50, TX-68..70 what a refund refuses, field by field', async () => {
    const id = await payment();
    const earlier = await standing(server, id);
    for (const [body, fields] of refused('refundReason', 'refundNote', [
      'WRONG_AMOUNT',
      'DUPLICATE',
    ])) {
      const reply = await owner.call('POST /api/transactions/{id}/actions/refund', {
        params: { id },
        body,
      });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.deepEqual(reply.error.errors.map(({ field }) => field).sort(), fields);
    }
    assert.deepEqual(await standing(server, id), earlier);
    // each of the five reasons is one
    for (const refundReason of [
      'PRODUCT_OUT_OF_STOCK',
      'RETURNED_PRODUCT',
      'CANCELLED_SERVICE',
      'PRICE_ADJUSTMENT',
      'OTHER_REFUND',
    ])
      assert.equal((await refund(owner, id, 1, { refundReason })).status, 200);
  });

  test('AM-104 mark as successful takes no body, and names what it does not take', async () => {
    const id = await insertPayment(server, { merchantId, status: 'FAILED' });
    const reply = await owner.call('PUT /api/transactions/{id}/actions/successful', {
      params: { id },
      body: { amount: 1, status: 'SUCCESS' },
    });
    assert.deepEqual(reply.error.errors.map(({ field }) => field).sort(), ['amount', 'status']);
    assert.equal((await read(owner, id)).status.name, 'FAILED');
  });

  test('SB-46, AM-17, API-34 every action is audited with who, where, how much and why, and logged', async () => {
    const id = await payment();
    await refund(operator, id, 10, { refundReason: 'RETURNED_PRODUCT', refundNote: 'came back' });
    await markRefunded(operator, id, 20);
    await reverse(owner, id, 70, { reasonCode: 'WRONG_AMOUNT' });
    const rows = await server.all<Record<string, unknown>>(
      `select action, result, user_name, user_id, application, address, entity_type, merchant_id, details
       from audit_logs where entity_id = $1 order by created_date, id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ action, result }) => `${action} ${result}`),
      [
        'REFUND PENDING',
        'REFUND SUCCESS',
        'MANUAL_REFUND PENDING',
        'MANUAL_REFUND SUCCESS',
        'REVERSAL PENDING',
        'REVERSAL SUCCESS',
      ],
    );
    for (const row of rows) {
      assert.ok(row['user_name'] && row['user_id'] && row['merchant_id'] === merchantId);
      const details = row['details'] as Record<string, unknown>;
      assert.equal(typeof details['amount'], 'number');
      assert.ok(details['operationId']);
      assert.ok(details['reasonCode']);
      // who waits is there when the answer comes
      assert.equal(row['application'], 'MERCHANT_CONSOLE');
      assert.equal(row['address'], '127.0.0.1');
    }
    assert.deepEqual(
      { ...(rows[0]!['details'] as object), operationId: null },
      {
        operationId: null,
        amount: 10,
        currency: 'EUR',
        reasonCode: 'RETURNED_PRODUCT',
        reasonNote: 'came back',
        changes: { pending_refund_amount: { before: 0, after: 10 } },
      },
    );
    const log = await admin.call('GET /api/transactions/{id}/logs', {
      params: { id },
      query: { sort: 'createdDate,ASC' },
    });
    assert.deepEqual(
      log.body.content.map(({ event }) => event).sort(),
      [
        'REFUND_REQUESTED',
        'REFUNDED',
        'REFUND_REQUESTED',
        'REFUNDED_MANUALLY',
        'REVERSAL_REQUESTED',
        'REVERSED',
      ].sort(),
    );
    assert.deepEqual([...new Set(log.body.content.map(({ user }) => user))].sort(), [
      'Anna Ozola',
      'Toms Liepiņš',
    ]);
  });

  const failed = (status: 'DECLINED' | 'FAILED', type: string, code: string) =>
    insertPayment(server, {
      merchantId,
      status,
      externalErrorType: type,
      externalErrorCode: code,
      externalErrorDescription: 'RAW WORDS',
    });

  test('SB-04, TX-17..19 why a payment failed is told to everybody in our words, and in the acquirer’s to technical staff alone', async () => {
    const words: [string, string, string, string][] = [
      ['DECLINED', 'ISSUER', '61', 'The amount exceeds the card’s limit'],
      ['DECLINED', 'ISSUER', '54', 'The card has expired'],
      // a thief is not told, nor is who stands before them
      ['DECLINED', 'ISSUER', '43', 'The bank declined the payment'],
      ['DECLINED', 'RISK', 'V3', 'The bank declined the payment'],
      ['DECLINED', 'ISSUER', 'ZZ', 'The bank declined the payment'],
      ['FAILED', 'ACQUIRER', '68', 'The acquirer did not answer in time'],
    ];
    for (const [status, type, code, reason] of words) {
      const id = await failed(status as 'FAILED', type, code);
      for (const client of [operator, owner, admin]) {
        const detail = await client.call('GET /api/transactions/{id}', { params: { id } });
        assert.equal(detail.body.failure?.reason, reason, code);
        assert.ok(detail.body.failure!.nextStep.length > 10);
        assert.ok(!detail.text.includes('RAW WORDS'));
        // a row of the list names the same one, and nothing else of the error
        const list = await client.call('GET /api/transactions', { query: { f_id: id } });
        const failure = list.body.content[0]!.failure!;
        assert.equal(FAILURE_REASONS[failure], reason, code);
        assert.ok(!list.text.includes('RAW WORDS') && !list.text.includes(`"${code}"`));
        const query = { f_id: id, f_failure: failure };
        const found = await client.call('GET /api/transactions', { query });
        assert.equal(found.body.totalElements, 1, code);
      }
    }
    assert.equal((await read(operator, await payment())).failure, null);
  });

  test('SB-04 the detail shows an audience its own fields alone', async () => {
    const id = await payment();
    const technical = await server.as('technical@paydesk.test');
    const staff = [
      'acquirerFee',
      'assignedBy',
      'cardCountry',
      'cardId',
      'customerFirstName',
      'customerId',
      'customerLastName',
      'merchantId',
      'merchantName',
      'takenBy',
      'takenDate',
      'takenUserId',
    ];
    const errors = ['externalErrorCode', 'externalErrorDescription', 'externalErrorType', 'xid'];
    const keys = async (client: Client) => Object.keys(await read(client, id)).sort();
    const plain = await keys(operator);
    for (const key of [...staff, ...errors]) assert.ok(!plain.includes(key), key);
    assert.deepEqual(await keys(owner), plain);
    assert.deepEqual(await keys(admin), [...plain, ...staff].sort());
    assert.deepEqual(await keys(technical), [...plain, ...staff, ...errors].sort());
  });
});

/** Wrong bodies with the fields that the refusal must name. */
function refused(
  reason: string,
  note: string,
  foreignReasons: string[],
): [Record<string, unknown>, string[]][] {
  const right = {
    amount: 10,
    currency: 'EUR',
    [reason]: reason === 'reasonCode' ? 'DUPLICATE' : 'OTHER_REFUND',
  };
  const amounts: unknown[] = [0, -1, -0.01, 0.001, 10.001, 0.1 + 0.2, 1e-7, 100.01, 1e12, 1e300];
  amounts.push('10', '10.00', '', null, true, [10], { amount: 10 }, 2 ** 53);
  return [
    ...amounts.map((amount): [Record<string, unknown>, string[]] => [
      { ...right, amount },
      ['amount'],
    ]),
    ...['USD', 'eur', '', null, 978].map((currency): [Record<string, unknown>, string[]] => [
      { ...right, currency },
      ['currency'],
    ]),
    ...[...foreignReasons, 'NONSENSE', 'toString', '', null, 1].map(
      (value): [Record<string, unknown>, string[]] => [{ ...right, [reason]: value }, [reason]],
    ),
    [{ ...right, [note]: 'x'.repeat(256) }, [note]],
    [{ ...right, [note]: 1 }, [note]],
    [{ ...right, [note]: 'a\u0000b' }, [note]],
    [{}, ['amount', 'currency', reason].sort()],
    [{ ...right, status: 'SUCCESS' }, ['status']],
    [
      { ...right, merchantId: crypto.randomUUID(), refundedCents: 0 },
      ['merchantId', 'refundedCents'],
    ],
    [{ ...right, transactionId: crypto.randomUUID() }, ['transactionId']],
    [{ ...right, transactionId: 5 }, ['transactionId']],
  ];
}
