import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertPurchase, insertTransaction } from '../../seed/factories.ts';
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

  const payment = (amountCents = 10_000n) => insertPayment(server, { merchantId, amountCents });

  const purchaseStatus = async (id: string) =>
    (
      await server.one<{ status: string }>(
        'select p.status from purchases p join transactions t on t.purchase_id = p.id where t.id = $1',
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
    assert.equal(await told(), before, 'a purchase that stays as it is is told to nobody');
    assert.equal((await refund(owner, second.id, 6)).status, 200);
    assert.equal(await purchaseStatus(first.id), 'REFUNDED');
    assert.equal(await told(), before + 1);

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
    await booksAgree(server);
  });

  test('AM-94 reversing a refund gives its amount back to the original, and the purchase too', async () => {
    const id = await payment();
    const { body } = await refund(owner, id, 100);
    assert.equal(await purchaseStatus(id), 'REFUNDED');
    const refundId = body.refunds[0]!.transactionId;
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
       from transactions r join money_operations o on o.refund_transaction_id = r.id
       join money_journal j on j.operation_id = o.id where r.refunded_transaction_id = $1`,
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

  test('SB-18, TX-74 marked as successful: the status alone, its errors kept, the log names who and from what', async () => {
    for (const status of ['FAILED', 'DECLINED', 'CANCELLED', 'PROCESSING', 'RP_BLOCKED'] as const) {
      asked = [];
      const id = await insertPayment(server, {
        merchantId,
        status,
        externalErrorType: 'ISSUER',
        externalErrorCode: '51',
        externalErrorDescription: 'Insufficient funds',
      });
      const reply = await markSuccessful(operator, id);
      assert.equal(reply.status, 200, status);
      assert.equal(reply.body.status.name, 'SUCCESS');
      assert.deepEqual(asked, []);
      const stored = await server.one<object>(
        `select external_error_code, external_error_type, external_error_description, moves_money,
           (select json_agg(json_build_array(event, from_status, to_status, user_name)) from transaction_logs l
            where l.transaction_id = t.id) as log
         from transactions t where id = $1`,
        [id],
      );
      assert.deepEqual(stored, {
        external_error_code: '51',
        external_error_type: 'ISSUER',
        external_error_description: 'Insufficient funds',
        moves_money: true,
        log: [['MARKED_SUCCESSFUL', status, 'SUCCESS', 'Toms Liepiņš']],
      });
    }
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
    }
    for (const row of rows.filter(({ result }) => result === 'PENDING')) {
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

  test('SB-04 the detail shows an audience its own fields alone', async () => {
    const id = await payment();
    const technical = await server.as('technical@paydesk.test');
    const staff = [
      'customerFirstName',
      'customerId',
      'customerLastName',
      'merchantId',
      'merchantName',
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
