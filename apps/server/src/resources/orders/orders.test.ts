import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FAILURE_REASONS } from '@paydesk/contract/declines.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import {
  ORDER_PAYMENT_METHODS,
  ORDER_REJECT_REASONS,
  type Order,
  type OrderStatus,
} from '@paydesk/contract/resources/orders.ts';
import { orderAnswer } from '@paydesk/contract/resources/orders/story.ts';
import { insertPurchase, insertTransaction } from '../../seed/factories.ts';
import { insertConsumerCredit } from '../../seed/factories/financing.ts';
import { insertOrder, insertOrderItem } from '../../seed/factories/orders.ts';
import { refusalOf } from '../../testing/answers.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const SHIPMENT = {
  type: 'COURIER',
  contactPhone: '+371 2123 4567',
  country: 'LV',
  city: 'Riga',
  addressLine: 'Mill Lane 7',
  postalCode: 'LV-1010',
  method: 'Courier to the door',
};

describe('orders', () => {
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
    owner = await server.person({ merchantId: amber, firstName: 'Ieva', lastName: 'Kalna' });
    operator = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR' });
    admin = await server.person({ firstName: 'Elīna', lastName: 'Staff' });
    technical = await server.person({ userRole: 'BACKOFFICE_TECHNICAL' });
  });
  after(() => server.close());

  const one = (id: string, client = owner) =>
    client.call('GET /api/orders/{id}', { params: { id } });
  const items = (id: string, query: Record<string, string> = {}, client = owner) =>
    client.call('GET /api/orders/{id}/items', { params: { id }, query });
  const decide = (id: string, to: 'approve' | 'reject', client = owner) =>
    client.call(`PUT /api/orders/{id}/${to}`, { params: { id } });
  const given = async (status: OrderStatus, merchantId = amber) =>
    (await insertOrder(server.pool, { merchantId, status })).id;
  const auditOf = (id: string) =>
    server.all<{ action: string; user_name: string; merchant_id: string; details: object }>(
      `select action, user_name, merchant_id, details from audit_logs
       where entity_id = $1 and result = 'SUCCESS' order by created_date, id`,
      [id],
    );

  /** An order with a payment, its refund, a purchase and a loan. */
  async function wholeOrder(externalId: string) {
    const merchantId = amber;
    const { id: customerId, name: customerName } = await server.one<{ id: string; name: string }>(
      "select id, first_name || ' ' || last_name as name from customers limit 1",
    );
    const purchase = await insertPurchase(server.pool, { merchantId, customerId });
    const createdDate = new Date('2026-11-02T08:30:00.000Z');
    const order = await insertOrder(server.pool, {
      merchantId,
      purchaseId: purchase.id,
      externalId,
      externalOrderNumber: 'AO-77',
      customerEmail: 'anna@mail.test',
      label: 'Two oak stools',
      amountCents: 121_00n,
      taxCents: 21_00n,
      status: 'REJECTED',
      rejectReasonCode: 'TIMEOUT',
      error: 'The shop did not answer',
      paymentMethod: 'CONSUMER_CREDIT',
      shipment: SHIPMENT,
      createdDate,
    });
    const { id: orderId } = order;
    const dated = (hours: number) => new Date(createdDate.getTime() + hours * 3_600_000);
    const refund = await insertTransaction(server.pool, {
      merchantId,
      orderId,
      date: dated(2),
      amountCents: 100_00n,
      refundedCents: 30_00n,
    });
    const payment = await insertTransaction(server.pool, {
      merchantId,
      orderId,
      date: dated(1),
      amountCents: 21_00n,
    });
    // the same id on a payment of somebody else's says nothing about this order
    await insertTransaction(server.pool, { merchantId: baltic, orderId });
    const credit = await insertConsumerCredit(server.pool, {
      merchantId,
      orderId,
      customerId,
      loanNumber: 'L-2026-77',
      okOfferCount: 2,
      allOfferCount: 5,
    });
    const whole: Order = {
      id: orderId,
      externalId,
      externalOrderNumber: 'AO-77',
      customerEmail: 'anna@mail.test',
      amount: 121,
      tax: 21,
      currency: 'EUR',
      status: { name: 'REJECTED', description: 'Rejected' },
      createdDate: '2026-11-02T08:30:00.000Z',
      merchantName: 'Amber & Oak',
      merchantId: amber,
      rejectReasonCode: 'TIMEOUT',
      error: 'The shop did not answer',
      paymentMethod: 'CONSUMER_CREDIT',
      label: 'Two oak stools',
      purchaseId: purchase.id,
      customerId,
      payerId: customerId,
      customerName,
      consumerCreditId: credit.id,
      loanNumber: 'L-2026-77',
      transactionIds: [payment.id, refund.id],
      okOfferCount: 2,
      allOfferCount: 5,
      loanStatus: 'DRAFT',
      loanFailure: null,
      askedCount: 0,
      unansweredCount: 0,
      signsAtMerchant: false,
      letGo: false,
      shipment: SHIPMENT,
      paymentMethodClosed: false,
      lent: true,
      // from before there were checkouts
      source: null,
      paymentLinkId: null,
      checkoutId: null,
      paymentUrl: null,
      paymentState: null,
      successUrl: null,
      cancelUrl: null,
      capture: null,
      recurringUnit: null,
      recurringEvery: null,
      recurringMost: null,
      beingPaid: false,
      held: null,
      paidElsewhere: false,
      superseded: false,
      lastPaymentStatus: 'SUCCESS',
      lastPaymentFailure: null,
      paidAmount: 121,
      refundedAmount: 30,
      reversedAmount: 0,
      pendingAmount: 0,
      claimedAmount: 0,
      lostAmount: 0,
      // two paid it
      paymentId: null,
      refundPaymentId: null,
      // the loan that it has lent nothing yet
      refundLoanId: null,
    };
    return whole;
  }

  test('API-134, OR-05..09, AM-03 an order with all it carries; merchant and error for the technical role alone, whose it is for staff', async () => {
    const order = await wholeOrder('basket-77');
    const { merchantName: _name, error: _error, ...forStaff } = order;
    const {
      merchantId: _merchant,
      customerId: _id,
      payerId: _payer,
      customerName: _whose,
      askedCount: _asked,
      unansweredCount: _open,
      ...forMerchants
    } = forStaff;
    assert.deepEqual((await one(order.id, technical)).body, order);
    assert.deepEqual((await one(order.id, admin)).body, forStaff);
    for (const client of [owner, operator])
      assert.deepEqual((await one(order.id, client)).body, forMerchants);
  });

  test('API-32, API-71, API-134 a purchase and its payments know how their order stands, and what of it is held', async () => {
    const order = await wholeOrder('basket-79');
    const params = { id: order.purchaseId! };
    for (const client of [admin, owner]) {
      const { body } = await client.call('GET /api/purchases/{id}', { params });
      assert.deepEqual(body.orderStatus, 'REJECTED');
    }
    const next = async (given: object) => {
      const { id } = await insertTransaction(server.pool, {
        merchantId: amber,
        status: 'DECLINED',
        ...given,
      });
      const { body } = await owner.call('GET /api/transactions/{id}', { params: { id } });
      return body.failure!.nextStep;
    };
    assert.match(await next({ orderId: order.id }), /^Its order is rejected/);
    assert.match(await next({}), /^Ask the customer/);
    const { id: cancelled } = await insertPurchase(server.pool, {
      merchantId: amber,
      status: 'CANCELLED',
    });
    assert.match(await next({ purchaseId: cancelled }), /^Its purchase is cancelled/);

    const held = `join orders o on o.id = x.order_id and o.merchant_id = x.merchant_id
      where o.purchase_id is not null and o.status <> 'PAID'`;
    for (const [what, from] of [
      ['PAYMENT', `from payment_attempts x ${held} and x.stage = 'REVIEW'`],
      ['LOAN', `from consumer_credits x ${held} and x.review and x.status = 'DRAFT'`],
    ] as const) {
      const ids = await server.one<{ id: string; purchase: string }>(
        `select o.id, o.purchase_id as purchase ${from} limit 1`,
      );
      const sale = { id: ids.purchase };
      const { body } = await admin.call('GET /api/purchases/{id}', { params: sale });
      const { body: whole } = await one(ids.id, admin);
      assert.deepEqual([whole.held, body.held], [what, what]);
      // who is to pay it, and by what, is known before anybody has
      const { orderId, orderNumber, payerId, cardPan } = body;
      assert.deepEqual([orderId, orderNumber], [whole.id, whole.externalOrderNumber]);
      assert.equal(payerId, whole.payerId);
      // and how far the loan has come that is to pay it
      assert.equal(body.consumerCreditId, whole.consumerCreditId);
      assert.equal(body.loanStatus, what === 'LOAN' ? 'DRAFT' : whole.loanStatus);
      if (what === 'PAYMENT') assert.ok(payerId && whole.customerName && cardPan && body.cardId);
      const { body: theirs } = await owner.call('GET /api/purchases/{id}', {
        params: { id: order.purchaseId! },
      });
      assert.ok(!('payerId' in theirs) && !('cardId' in theirs));
    }
  });

  test('API-71, API-134, OR-11 an order and its purchase know why the last try to pay them came to nothing', async () => {
    const { id: purchaseId } = await insertPurchase(server.pool, {
      merchantId: amber,
      status: 'DECLINED',
    });
    const { id: orderId } = await insertOrder(server.pool, {
      merchantId: amber,
      purchaseId,
      status: 'VERIFIED',
    });
    const tried = async () => {
      const { body } = await one(orderId);
      const { body: sale } = await owner.call('GET /api/purchases/{id}', {
        params: { id: purchaseId },
      });
      const of = (each: typeof body | typeof sale) => [
        each.lastPaymentStatus,
        each.lastPaymentFailure && FAILURE_REASONS[each.lastPaymentFailure],
      ];
      assert.deepEqual(of(body), of(sale));
      return [...of(body), orderAnswer(body)!.tone, orderAnswer(body)!.reason];
    };
    assert.deepEqual(await tried(), [null, null, 'info', 'Not paid yet']);
    const payment = { merchantId: amber, orderId, purchaseId };
    await insertTransaction(server.pool, {
      ...payment,
      status: 'DECLINED',
      externalErrorCode: '61',
      date: new Date('2026-11-02T08:30:00.000Z'),
    });
    assert.deepEqual(await tried(), [
      'DECLINED',
      'The amount exceeds the card’s limit',
      'error',
      'The payment was declined: the amount exceeds the card’s limit',
    ]);
    await insertTransaction(server.pool, {
      ...payment,
      status: 'PROCESSING',
      date: new Date('2026-11-02T08:40:00.000Z'),
    });
    assert.deepEqual(await tried(), ['PROCESSING', null, 'info', 'The payment is being processed']);
  });

  test('OR-04, PU-01, TX-47 an order and its purchase lead to the refund of what still has money to give back, and of nothing else', async () => {
    const { id: purchaseId } = await insertPurchase(server.pool, {
      merchantId: amber,
      status: 'SETTLED',
    });
    const { id: orderId } = await insertOrder(server.pool, {
      merchantId: amber,
      purchaseId,
      status: 'PAID',
      paymentMethod: 'CONSUMER_CREDIT',
    });
    const refunds = async () => {
      const { body } = await one(orderId);
      const { body: sale } = await owner.call('GET /api/purchases/{id}', {
        params: { id: purchaseId },
      });
      const of = (each: typeof body | typeof sale) => [each.refundPaymentId, each.refundLoanId];
      assert.deepEqual(of(body), of(sale));
      return of(body);
    };
    const { id: customerId } = await server.one<{ id: string }>('select id from customers limit 1');
    const { id: loan } = await insertConsumerCredit(server.pool, {
      merchantId: amber,
      customerId,
      orderId,
      amountCents: 30_00n,
      status: 'FAILED',
    });
    const pay = async () =>
      (
        await insertTransaction(server.pool, {
          merchantId: amber,
          orderId,
          purchaseId,
          amountCents: 30_00n,
        })
      ).id;
    const set = (table: string, id: string, to: string) =>
      server.pool.query(`update ${table} set ${to} where id = $1`, [id]);
    assert.deepEqual(await refunds(), [null, null]);
    const [first, second] = [await pay(), await pay()];
    // of two nobody knows which, and a loan that failed has given nothing
    assert.deepEqual(await refunds(), [null, null]);
    await set('transactions', first, 'refunded_cents = amount_cents');
    assert.deepEqual(await refunds(), [second, null]);
    await set('transactions', second, 'pending_refund_cents = amount_cents');
    assert.deepEqual(await refunds(), [null, null]);
    await set('transactions', second, 'pending_refund_cents = 0, moves_money = false');
    assert.deepEqual(await refunds(), [null, null]);
    // its last try paid it too
    await set('consumer_credits', loan, `status = 'CONFIRMED'`);
    assert.deepEqual(await refunds(), [null, loan]);
    await set('consumer_credits', loan, 'total_requested_refunds_cents = amount_cents');
    assert.deepEqual(await refunds(), [null, null]);
  });

  test('API-134, OR-07, OR-08 without loan, purchase, payment and shipment they are null, 0 and empty', async () => {
    const { body } = await one(await given('DRAFT'));
    assert.equal(body.consumerCreditId, null);
    assert.equal(body.purchaseId, null);
    assert.equal(body.shipment, null);
    assert.equal(body.rejectReasonCode, null);
    assert.deepEqual([body.okOfferCount, body.allOfferCount], [0, 0]);
    assert.deepEqual(body.transactionIds, []);
  });

  test('API-133, OR-01, OR-05, OR-06 the list carries merchant and error for the technical role alone', async () => {
    const order = await wholeOrder('basket-78');
    const listed = async (client: Client) =>
      (await client.call('GET /api/orders', { query: { f_id: order.id } })).body.content[0]!;
    const { merchantName, error, merchantId } = await listed(technical);
    // and by whose they are, which no merchant is told
    const { customerId } = await listed(admin);
    const whose = { query: { f_customerId: customerId! } };
    const ids = (await admin.call('GET /api/orders', whose)).body.content.map(({ id }) => id);
    assert.ok(customerId && ids.includes(order.id));
    assert.equal((await owner.call('GET /api/orders', whose)).status, 400);
    assert.deepEqual(
      [merchantName, error, merchantId],
      ['Amber & Oak', 'The shop did not answer', amber],
    );
    const staff = await listed(admin);
    assert.ok(!('merchantName' in staff) && !('error' in staff));
    assert.equal(staff.merchantId, amber);
    const own = await listed(operator);
    assert.ok(!('merchantName' in own) && !('error' in own) && !('merchantId' in own));
    assert.ok(!('customerId' in own));
    assert.deepEqual(
      [own.amount, own.tax, own.status, own.rejectReasonCode, own.paymentMethod],
      [121, 21, order.status, 'TIMEOUT', 'CONSUMER_CREDIT'],
    );
  });

  test('API-133, OR-11, OR-14 a merchant lists its own alone, staff everybody’s, each with the enumerations', async () => {
    const own = (await operator.call('GET /api/orders', { query: { size: '200' } })).body;
    const { n } = await server.one<{ n: bigint }>(
      'select count(*) as n from orders where merchant_id = $1',
      [amber],
    );
    assert.equal(own.totalElements, Number(n));
    assert.ok(own.totalElements > 20);
    const foreign = await given('PENDING', baltic);
    const ask = (client: Client) => client.call('GET /api/orders', { query: { f_id: foreign } });
    assert.equal((await ask(operator)).body.totalElements, 0);
    assert.equal((await ask(admin)).body.totalElements, 1);
    const names = (key: string) => own.enumerations[key]!.map(({ name }) => name);
    assert.deepEqual(names('status'), Object.keys(ORDER_STATUSES));
    assert.deepEqual(names('status').join(), 'DRAFT,PENDING,VERIFIED,REJECTED,EXPIRED,PAID');
    assert.deepEqual(names('rejectReasonCode'), Object.keys(ORDER_REJECT_REASONS));
    assert.deepEqual(names('paymentMethod'), Object.keys(ORDER_PAYMENT_METHODS));
  });

  test('API-135, OR-10 the items of an order, ten at a time, with how many there are in all', async () => {
    const orderId = await given('PENDING');
    for (let position = 12; position >= 1; position--)
      await insertOrderItem(server.pool, {
        orderId,
        merchantId: amber,
        position,
        label: `Line ${position}`,
        amountCents: BigInt(position * 100 + 5),
        taxRate: position === 1 ? '1.00' : '0.05',
        count: position,
        unit: position === 1 ? null : 'kg',
      });
    const query = { size: '10', sort: 'position,ASC' };
    const first = (await items(orderId, { ...query, page: '0' })).body;
    const second = (await items(orderId, { ...query, page: '1' }, operator)).body;
    assert.deepEqual([first.totalElements, second.totalElements], [12, 12]);
    assert.deepEqual(
      [...first.content, ...second.content].map(({ label }) => label),
      Array.from({ length: 12 }, (_, at) => `Line ${at + 1}`),
    );
    const { id: _id, createdDate: _date, ...line } = first.content[0]!;
    assert.deepEqual(line, {
      position: 1,
      label: 'Line 1',
      amount: 1.05,
      taxRate: 1,
      currency: 'EUR',
      count: 1,
      unit: null,
    });
    assert.deepEqual([first.content[1]!.taxRate, first.content[1]!.unit], [0.05, 'kg']);
  });

  test('API-135, SB-03 the items of another merchant’s order are as absent as those of none', async () => {
    const orderId = await given('PENDING', baltic);
    await insertOrderItem(server.pool, { orderId, merchantId: baltic });
    assert.equal((await items(orderId)).status, 404);
    assert.equal((await items(orderId, {}, admin)).body.totalElements, 1);
  });

  test('API-136, OR-12, AM-22, SB-36 approved, it is verified, and the audit log says by whom', async () => {
    for (const [client, name] of [
      [owner, 'Ieva Kalna'],
      [admin, 'Elīna Staff'],
    ] as const) {
      const id = await given('PENDING');
      const { status, body } = await decide(id, 'approve', client);
      assert.equal(status, 200);
      assert.deepEqual(body.status, { name: 'VERIFIED', description: 'Verified' });
      assert.equal(body.rejectReasonCode, null);
      assert.deepEqual((await one(id, client)).body, body);
      assert.deepEqual(await auditOf(id), [
        {
          action: 'APPROVE_ORDER',
          user_name: name,
          merchant_id: amber,
          details: { changes: { status: { before: 'PENDING', after: 'VERIFIED' } } },
        },
      ]);
      const { updated_by, updated_date } = await server.one<Record<string, string>>(
        'select updated_by, updated_date from orders where id = $1',
        [id],
      );
      assert.equal(updated_by, name);
      assert.ok(updated_date);
    }
  });

  test('API-137, OR-13, AM-22, SB-36 rejected, it says by hand, and so does its history', async () => {
    const id = await given('PENDING');
    const { body } = await decide(id, 'reject');
    assert.deepEqual(body.status, { name: 'REJECTED', description: 'Rejected' });
    assert.equal(body.rejectReasonCode, 'MANUAL_REJECT');
    const history = await operator.call('GET /api/orders/{id}/history', { params: { id } });
    const [entry, ...others] = history.body.content;
    assert.equal(others.length, 0);
    assert.deepEqual([entry!.action, entry!.user], ['REJECT_ORDER', 'Ieva Kalna']);
    assert.deepEqual(JSON.parse(entry!.details), {
      changes: {
        status: { before: 'PENDING', after: 'REJECTED' },
        reject_reason_code: { before: null, after: 'MANUAL_REJECT' },
      },
    });
  });

  test('SB-36, API-136, API-137 no other status is decided about, and says why', async () => {
    for (const status of Object.keys(ORDER_STATUSES) as OrderStatus[]) {
      if (status === 'PENDING') continue;
      for (const [to, done] of [
        ['approve', 'approved'],
        ['reject', 'rejected'],
      ] as const) {
        const id = await given(status);
        const reply = await decide(id, to);
        assert.equal(reply.status, 400);
        assert.deepEqual(refusalOf(reply).errors, [
          {
            field: 'status',
            message: `Only a pending order can be ${done}; this one is ${status.toLowerCase()}`,
          },
        ]);
        assert.equal((await one(id)).body.status.name, status);
        assert.deepEqual(await auditOf(id), []);
      }
    }
  });

  test('SB-36, AM-22 operators and technical staff decide about none, nobody about another merchant’s', async () => {
    const id = await given('PENDING');
    for (const client of [operator, technical])
      for (const to of ['approve', 'reject'] as const)
        assert.equal((await decide(id, to, client)).status, 403);
    const foreign = await given('PENDING', baltic);
    assert.equal((await decide(foreign, 'approve')).status, 404);
    assert.equal((await decide(foreign, 'approve', admin)).status, 200);
    assert.equal((await one(id)).body.status.name, 'PENDING');
  });

  test('SB-43 the people of a disabled merchant decide about nothing', async () => {
    const { id: merchantId } = await server.one<{ id: string }>(
      `select id from merchants where status = 'DISABLED' limit 1`,
    );
    const person = await server.person({ merchantId });
    const id = await given('PENDING', merchantId);
    assert.equal((await decide(id, 'approve', person)).status, 403);
    assert.equal((await one(id, person)).body.status.name, 'PENDING');
  });

  test('SB-36 of those who decide at the same moment one wins, and the others are told', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await given('PENDING');
      const replies = await Promise.all(
        [owner, admin, owner, admin].flatMap((client) => [
          decide(id, 'approve', client),
          decide(id, 'reject', client),
        ]),
      );
      const statuses = replies.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 400, 400, 400, 400, 400, 400, 400]);
      const [entry, ...others] = await auditOf(id);
      assert.equal(others.length, 0);
      const won = replies.find(({ status }) => status === 200)!.body.status.name;
      assert.equal(entry!.action, won === 'VERIFIED' ? 'APPROVE_ORDER' : 'REJECT_ORDER');
      assert.equal((await one(id)).body.status.name, won);
    }
  });
});
