import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { readListQuery } from '../../platform/list/query.ts';
import { pageStatement } from '../../platform/list/sql.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertConsumerCredit, insertLoan } from '../../seed/factories/financing.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { creditOrdersList } from './lists.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000);

describe('the lists of loans', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  test('API-46, FI-01, FI-02 loans with institution, comment and what is requested back', async () => {
    const { body } = await staff.call('GET /api/financing/consumer-credits', {
      query: { f_status: 'CONFIRMED', sort: 'amount,DESC', size: '200' },
    });
    assert.ok(body.content.every(({ status }) => status.name === 'CONFIRMED'));
    assert.ok(body.content.every((loan) => loan.financingInstitutionName && loan.merchantName));
    assert.ok(body.content.some(({ comment }) => comment));
    assert.ok(body.content.some((loan) => loan.totalRequestedRefundsAmount > 0));
    const amounts = body.content.map(({ amount }) => amount);
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => b - a),
    );
  });

  test('FI-01, FI-08, LN-10 a loan says its customer to staff, by whose name it is found; an agreement says whose it is', async () => {
    const LIST = 'GET /api/financing/consumer-credits';
    const whole = await server.one<{ id: string; first: string; last: string; lender: string }>(
      `select c.id, w.first_name as first, w.last_name as last, i.name as lender
       from consumer_credits c join customers w on w.id = c.customer_id
       join financing_institutions i on i.id = c.financing_institution_id
       where exists (select from loan_documents d where d.consumer_credit_id = c.id
         and d.merchant_id = c.merchant_id and d.kind = 'AGREEMENT') order by c.id limit 1`,
    );
    const query = { f_id: whole.id, f_customerName: `${whole.last} ${whole.first}` };
    const { body } = await staff.call(LIST, { query });
    assert.deepEqual(
      body.content.map(({ customerName }) => customerName),
      [`${whole.first} ${whole.last}`],
    );
    const params = { id: whole.id };
    const papers = await staff.call('GET /api/financing/consumer-credits/{id}/documents', {
      params,
      query: { f_kind: 'AGREEMENT' },
    });
    assert.deepEqual(
      [...new Set(papers.body.content.map((one) => one.institution))],
      [whole.lender],
    );
    const owner = await server.as('owner@amber.test');
    const own = await owner.call('GET /api/user-merchant/consumer-credits', {
      query: { f_customerName: whole.last },
    });
    assert.equal(own.status, 400);
  });

  test('API-47 loans as a file of the same rows', async () => {
    const query = { f_status: 'FAILED' };
    const { totalElements } = (await staff.call('GET /api/financing/consumer-credits', { query }))
      .body;
    const { text } = await staff.call('GET /api/financing/consumer-credits.csv', { query });
    assert.match(text, /^\uFEFFID,Loan Number,Merchant,Order,Amount,Requested Refunds,Status,/);
    assert.ok(totalElements > 0);
    assert.equal(text.match(/,FAILED,/g)?.length, totalElements);
  });

  test('LN-36, FI-01 a merchant’s people list their own loans by the columns that they may see, as a file too; nobody else’s', async () => {
    const LIST = 'GET /api/user-merchant/consumer-credits';
    for (const [email, name] of [
      ['owner@amber.test', 'Amber & Oak'],
      ['operator@baltic.test', 'Baltic Books'],
    ] as const) {
      const person = await server.as(email);
      const merchantId = await server.merchantId(name);
      const own = await server.all<{ id: string }>(
        'select id from consumer_credits where merchant_id = $1',
        [merchantId],
      );
      const { body } = await person.call(LIST, { query: { size: '200', sort: 'amount,DESC' } });
      assert.ok(own.length > 2);
      assert.deepEqual(body.content.map(({ id }) => id).sort(), own.map(({ id }) => id).sort());
      assert.deepEqual(Object.keys(body.content[0]!), [
        'id',
        'orderNumber',
        'loanNumber',
        'orderId',
        'amount',
        'totalRequestedRefundsAmount',
        'status',
        'failureReason',
        'financingInstitutionName',
        'agreementSigningDate',
        'createdDate',
        'updatedDate',
        'financingInstitutionId',
        'hold',
        'okOfferCount',
        'signsAtMerchant',
        'letGo',
      ]);
      const { text } = await person.call(`${LIST}.csv`);
      assert.match(
        text,
        /^\uFEFFID,Loan Number,Order,Amount,Requested Refunds,Status,.*,Order Number,Held\r\n/,
      );
      // by the number that the shop gave its order
      const [known] = body.content.filter(({ orderNumber }) => orderNumber);
      const found = await person.call(LIST, { query: { f_orderNumber: known!.orderNumber! } });
      assert.deepEqual(
        found.body.content.map(({ orderId }) => orderId),
        [known!.orderId],
      );
      assert.equal(text.trim().split('\r\n').length, own.length + 1);
      for (const query of [
        'f_merchantId=x',
        'f_comment=x',
        'sort=customerId,ASC',
        'f_customerId=x',
      ])
        assert.equal((await person.call(LIST, { query })).status, 400, query);
    }
    assert.equal((await staff.call(LIST)).status, 403);
  });

  test('API-45, FI-04 the refunds of all loans, each status, with both notes', async () => {
    const { body } = await staff.call('GET /api/financing/consumer-credits-refunds', {
      query: { size: '200' },
    });
    for (const name of ['REQUESTED', 'CONFIRMED', 'REJECTED', 'CANCELLED'])
      assert.ok(
        body.content.some(({ status }) => status.name === name),
        name,
      );
    assert.ok(body.content.some((refund) => refund.internalNote));
    assert.ok(body.content.some((refund) => refund.financingInstitutionTargetedNote));
    assert.ok(new Set(body.content.map(({ merchantName }) => merchantName)).size > 2);
    // and as a file of the same rows, which says who asked, what was answered and whose loan it is
    const query = { f_status: 'REJECTED' };
    const rejected = await staff.call('GET /api/financing/consumer-credits-refunds', { query });
    const { text } = await staff.call('GET /api/financing/consumer-credits-refunds.csv', { query });
    const [head, ...rows] = text.trim().split('\r\n');
    assert.equal(
      head,
      'ID,Merchant,Loan Number,Customer,Loan,Amount,Reason,Internal Note,Institution Note,Status,Requested By,Created,Institution Reference,Reject Reason,Answered',
    );
    assert.equal(rows.length, rejected.body.totalElements);
    for (const row of rows) assert.match(row, /,REJECTED,/);
  });

  test('API-55..57 API-58..60 FI-06..08 offers, authentications and signatures of one loan, as lists and as files', async () => {
    const { id, offers, authentications } = await server.one<{
      id: string;
      offers: number;
      authentications: number;
    }>(
      `select id, all_offer_count as offers, all_authentication_count as authentications
       from consumer_credits where status = 'CONFIRMED' and all_offer_count = 3 order by id limit 1`,
    );
    const query = { f_consumerCreditId: id };
    const counted = { offers, authentications, signatures: 1 };
    for (const [name, count] of Object.entries(counted) as [keyof typeof counted, number][]) {
      const { body } = await staff.call(`GET /api/financing/${name}`, { query });
      assert.equal(body.totalElements, count, name);
      const { text } = await staff.call(`GET /api/financing/${name}.csv`, { query });
      assert.equal(text.trim().split('\r\n').length, count + 1, name);
    }
    const chosen = await staff.call('GET /api/financing/offers', {
      query: { ...query, f_status: 'CHOSEN' },
    });
    assert.equal(chosen.body.totalElements, 1);
    const [offer] = chosen.body.content;
    assert.ok(offer!.interestRate > 5 && offer!.interestRate < offer!.apr && offer!.apr < 30);
  });

  test('API-53, API-54, API-134, FI-05 an order whose first loan came to nothing is one row, with the loan that counts', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const failed = { merchantId, status: 'FAILED' } as const;
    const first = await insertLoan(server.pool, { ...failed, createdDate: hours(9) });
    const { orderId } = first;
    const { customerId } = first;
    const also = (given: object) =>
      insertConsumerCredit(server.pool, { ...failed, orderId, customerId, ...given });
    const shown = async () => {
      const query = { f_id: orderId };
      const { content, totalElements } = (
        await staff.call('GET /api/financing/credit-orders', { query })
      ).body;
      assert.equal(content.length, totalElements);
      const { text } = await staff.call('GET /api/financing/credit-orders.csv', { query });
      assert.equal(text.trim().split('\r\n').length, 2);
      const one = (await staff.call('GET /api/orders/{id}', { params: { id: orderId } })).body;
      assert.equal(one.consumerCreditId, content[0]!.consumerCreditId);
      return content.map((row) => [row.consumerCreditId, row.consumerCreditStatus?.name]);
    };
    assert.deepEqual(await shown(), [[first.id, 'FAILED']]);
    const last = await also({ createdDate: hours(7) });
    const second = await also({ createdDate: hours(8) });
    assert.deepEqual(await shown(), [[last.id, 'FAILED']]);
    // a person let it go on
    await server.pool.query(`update consumer_credits set status = 'CONFIRMED' where id = $1`, [
      second.id,
    ]);
    assert.deepEqual(await shown(), [[second.id, 'CONFIRMED']]);
  });

  test('API-53, API-54, FI-05, CS-09 orders paid by credit: with their loan, its offers and both statuses, or waiting for one', async () => {
    const PATH = '/api/financing/credit-orders';
    const { body } = await staff.call(`GET ${PATH}`, { query: { size: '200' } });
    const { total } = await server.one<{ total: bigint }>(
      `select count(*) as total from orders where payment_method = 'CONSUMER_CREDIT'`,
    );
    assert.equal(body.totalElements, Number(total));
    assert.ok(body.content.some((order) => order.consumerCreditId === null));
    const loan = await server.one<{ id: string; order_id: string; ok: number; every: number }>(
      `select id, order_id, ok_offer_count as ok, all_offer_count as every from consumer_credits
       where status = 'CONFIRMED' order by id limit 1`,
    );
    const query = { f_consumerCreditId: loan.id };
    const [order] = (await staff.call(`GET ${PATH}`, { query })).body.content;
    assert.deepEqual(
      [order!.id, order!.status.name, order!.consumerCreditStatus!.name, order!.offers],
      [loan.order_id, 'PAID', 'CONFIRMED', `${loan.ok}/${loan.every}`],
    );
    const { text } = await staff.call(`GET ${PATH}.csv`, { query });
    const [head, row, ...rest] = text.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(
      head,
      'Order,External Number,Merchant,Loan,Amount,Currency,Order Status,Loan Status,Offers ok/all,Created,Failure Reason,Held',
    );
    assert.ok(row!.startsWith(`${loan.order_id},${order!.externalOrderNumber},`));
    assert.deepEqual(rest, []);
  });

  test('API-53, API-134, FI-05, LN-35, SB-04 how far the loan of a credit order has come stands with it: who was asked is staff’s to know', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const { id, orderId } = await insertLoan(server.pool, {
      merchantId,
      status: 'OFFER_SELECTION',
      okOfferCount: 2,
      allOfferCount: 2,
    });
    await server.pool.query(
      `insert into loan_applications (id, consumer_credit_id, merchant_id, financing_institution_id, status, created_date)
       select gen_random_uuid(), $1, $2, i.id, (array['OFFERED', 'SENT', 'ERROR'])[i.nr], now()
       from (select id, row_number() over (order by id) as nr from financing_institutions limit 3) i`,
      [id, merchantId],
    );
    const far = async (of: Client) => {
      const { body: one } = await of.call('GET /api/orders/{id}', { params: { id: orderId } });
      return [one.loanStatus, one.okOfferCount, one.askedCount, one.unansweredCount];
    };
    assert.deepEqual(await far(staff), ['OFFER_SELECTION', 2, 3, 2]);
    // who applied for it is whose order it is, before anything was paid
    const [{ body: ofOrder }, { body: ofLoan }] = await Promise.all([
      staff.call('GET /api/orders/{id}', { params: { id: orderId } }),
      staff.call('GET /api/financing/consumer-credits/{id}', { params: { id } }),
    ]);
    assert.ok(ofLoan.customerId);
    assert.equal(ofOrder.payerId, ofLoan.customerId);
    const owner = await server.as('owner@amber.test');
    assert.deepEqual(await far(owner), ['OFFER_SELECTION', 2, undefined, undefined]);
    const own = await owner.call('GET /api/user-merchant/consumer-credits', {
      query: { f_id: id },
    });
    assert.equal(own.body.content[0]!.okOfferCount, 2);
    const ofOwner = await owner.call('GET /api/financing/consumer-credits/{id}', {
      params: { id },
    });
    assert.ok(!('askedCount' in ofOwner.body));
    for (const [path, key] of [
      ['credit-orders', 'f_consumerCreditId'],
      ['consumer-credits', 'f_id'],
    ] as const) {
      const query = { [key]: id };
      const [row] = (await staff.call(`GET /api/financing/${path}`, { query })).body.content;
      assert.deepEqual([row!.okOfferCount, row!.askedCount, row!.unansweredCount], [2, 3, 2], path);
    }
    // as its page has it: whose part a signature is, and that what is signed is asked back
    const stands = async () => {
      const query = { f_consumerCreditId: id };
      const [ofList] = (await staff.call('GET /api/financing/credit-orders', { query })).body
        .content;
      const [{ body: ofOrder }, { body: ofLoan }] = await Promise.all([
        owner.call('GET /api/orders/{id}', { params: { id: orderId } }),
        owner.call('GET /api/financing/consumer-credits/{id}', { params: { id } }),
      ]);
      const said = [ofList!, ofOrder, ofLoan].map((one) => [one.signsAtMerchant, one.letGo]);
      assert.deepEqual(said, [said[0], said[0], said[0]]);
      return said[0];
    };
    assert.deepEqual(await stands(), [false, false]);
    await server.pool.query(
      `insert into signatures (id, consumer_credit_id, merchant_id, signing_service_id, status, created_date)
       values ($1, $2, $3, 'merchant', 'PENDING', now())`,
      [randomUUIDv7(), id, merchantId],
    );
    await server.pool.query(
      `update consumer_credits set status = 'WAITING_FOR_CONFIRMATION', status_until = null,
         checkout_id = (select id from checkouts where merchant_id = $2 limit 1)
       where id = $1`,
      [id, merchantId],
    );
    assert.deepEqual(await stands(), [true, true]);
    await server.pool.query(
      `update consumer_credits set status = 'FAILED', failure_reason = 'Every institution declined' where id = $1`,
      [id],
    );
    const query = { f_consumerCreditId: id };
    const [row] = (await staff.call('GET /api/financing/credit-orders', { query })).body.content;
    assert.equal(row!.failureReason, 'Every institution declined');
    const { body } = await owner.call('GET /api/orders/{id}', { params: { id: orderId } });
    assert.equal(body.loanFailure, 'Every institution declined');
  });

  test('ST-03, FI-01 a loan waits for a person since it was held, or since its shopper asked, and no longer: in the queue as on Home', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const held = (created: number, riskDate: Date) =>
      insertLoan(server.pool, {
        merchantId,
        status: 'DRAFT',
        createdDate: hours(created),
        riskDate,
        review: true,
      });
    const [since, asked] = [hours(5), hours(3)];
    const late = await held(200, hours(1));
    const early = await held(6, since);
    const refused = await insertLoan(server.pool, {
      merchantId,
      status: 'FAILED',
      createdDate: hours(300),
      riskDate: hours(300),
    });
    await server.pool.query('update consumer_credits set review_asked_date = $2 where id = $1', [
      refused.id,
      asked,
    ]);
    // undecided it expires; one that was refused does so no more
    const expires = hours(-19);
    await server.pool.query('update consumer_credits set status_until = $2 where id = $1', [
      early.id,
      expires,
    ]);
    const query = { f_merchantId: merchantId, f_hold: 'REVIEW,ASKED', sort: 'heldDate,ASC' };
    const { body } = await staff.call('GET /api/financing/consumer-credits', { query });
    assert.deepEqual(
      body.content.map(({ id }) => id),
      [early.id, refused.id, late.id],
    );
    assert.deepEqual(
      body.content.slice(0, 2).map(({ heldDate }) => heldDate),
      [since, asked].map((one) => one.toISOString()),
    );
    assert.deepEqual(
      body.content.map(({ statusUntil }) => statusUntil),
      [expires.toISOString(), null, null],
    );
    const waits = await staff.call('GET /api/reports/waiting', {
      query: { f_merchantId: merchantId },
    });
    const { count, oldest, due } = waits.body.waits.find(({ name }) => name === 'loanReviews')!;
    assert.deepEqual([count, oldest, due], [3, since.toISOString(), expires.toISOString()]);
    // of all loans those that wait come first in this order, and each stands in it once
    const every = { f_merchantId: merchantId, sort: 'heldDate,ASC', size: '50' };
    const other = await insertLoan(server.pool, { merchantId, createdDate: hours(400) });
    const all = await staff.call('GET /api/financing/consumer-credits', { query: every });
    assert.deepEqual(
      all.body.content.map(({ id }) => id),
      [early.id, refused.id, late.id, other.id],
    );
  });

  test('AM-109, FI-05 orders whose loan waits for a person are found by the few loans that do, however many there are', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const { customerId } = await insertLoan(server.pool, {
      merchantId,
      status: 'DRAFT',
      review: true,
    });
    const userRole = 'BACKOFFICE_ADMIN';
    const permissions = ROLE_PERMISSIONS[userRole];
    const actor = { userId: '', userRole, permissions, merchantId: null } as const;
    const asked = { f_hold: 'REVIEW,ASKED' };
    const request = readListQuery(creditOrdersList.resource, actor, asked, 'page');
    const statement = server.database.compile(pageStatement(creditOrdersList, actor, request));
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `with made as (
           insert into orders (id, merchant_id, amount_cents, tax_cents, currency, status, payment_method, created_date)
           select gen_random_uuid(), $1, 1000, 0, 'EUR', 'PAID', 'CONSUMER_CREDIT', now() + n * interval '1 minute'
           from generate_series(1, 4000) n returning id, created_date)
         insert into consumer_credits (id, merchant_id, order_id, customer_id, status, amount_cents, currency, created_date)
         select gen_random_uuid(), $1, id, $2, 'CONFIRMED', 1000, 'EUR', created_date from made`,
        [merchantId, customerId],
      );
      await client.query('analyze orders; analyze consumer_credits');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, timing off, format json) ${statement.sql}`,
        statement.parameters as unknown[],
      );
      const read = (plan: Plan): number =>
        (plan['Relation Name']
          ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
          : 0) + (plan.Plans ?? []).reduce((sum, below) => sum + read(below), 0);
      const all = read(rows[0]!['QUERY PLAN'][0].Plan);
      assert.ok(all > 0 && all < 2000, `${all} rows are read`);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  test('AM-53, SB-01 the lists are staff’s: a merchant’s people are refused', async () => {
    const owner = await server.as('owner@amber.test');
    for (const path of [
      'consumer-credits',
      'consumer-credits-refunds',
      'credit-orders',
      'offers',
      'authentications',
      'signatures',
    ] as const)
      assert.equal((await owner.call(`GET /api/financing/${path}`)).status, 403, path);
  });
});
