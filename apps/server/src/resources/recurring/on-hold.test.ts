import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { MISS_REASONS, type ChargeHold } from '@paydesk/contract/charging.ts';
import { told } from '../../domain/recurring/tell.ts';
import { tasksOf } from '../../resources.ts';
import { insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { insertAgreed, insertDue } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describe('what is on hold', () => {
  let server: TestServer;
  let staff: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    ({ id: merchantId } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: 'http://127.0.0.1:1/notify',
    }));
  });
  after(() => server.close());

  async function agreed(given: Parameters<typeof insertAgreed>[2] = {}) {
    const one = await insertAgreed(server, merchantId, { nextChargeAt: inDays(3), ...given });
    const cardPan = '411111******1111';
    await sql('update recurring_payments set card_pan = $2 where id = $1', one.id, cardPan);
    // the card that the task charges where no token is kept
    await insertTransaction(server.pool, { merchantId, recurringPaymentId: one.id, cardPan });
    return { ...one, due: await insertDue(server, merchantId, one.id) };
  }

  /** Everywhere that somebody reads when it is charged next. */
  async function read({ id, due }: { id: string; due: string }) {
    const { access_token } = await server.one<{ access_token: string }>(
      'select access_token from recurring_payments where id = $1',
      [id],
    );
    const row = (await staff.call('GET /api/recurring', { query: { f_id: id } })).body.content[0]!;
    const record = (await staff.call('GET /api/recurring/{id}', { params: { id } })).body;
    const days = (await staff.call('GET /api/recurring-dues', { query: { f_id: due } })).body;
    const page = await server.anonymous.call('GET /api/recurring-pages/{id}', {
      params: { id: access_token },
    });
    assert.equal(row.onHold, record.onHold);
    assert.equal(row.nextChargeAt, record.nextChargeAt);
    const file = (await staff.call('GET /api/recurring.csv', { query: { f_id: id } })).text;
    const [head, line] = file
      .trim()
      .split('\r\n')
      .map((one) => one.replaceAll(/"[^"]*"/g, '').split(','));
    assert.equal(Boolean(line![head!.indexOf('Next charge')]), record.nextChargeAt !== null);
    assert.equal(days.content[0]!.onHold, record.onHold);
    return { onHold: record.onHold, record, page: page.body };
  }
  const sql = (text: string, ...values: string[]) => server.pool.query(text, values);

  const HOLDS: Record<
    ChargeHold,
    (one: { id: string; customerId: string; cardId: string }) => unknown
  > = {
    CUSTOMER: ({ customerId }) =>
      sql(`update customers set status = 'BLOCKED' where id = $1`, customerId),
    CARD: ({ cardId }) => sql(`update cards set status = 'BLOCKED' where id = $1`, cardId),
    RECURRING: () => turn(false),
    MERCHANT: () => sql(`update merchants set status = 'DISABLED' where id = $1`, merchantId),
    AGREED: ({ id }) => sql(`update recurring_payments set most_cents = 1498 where id = $1`, id),
  };
  const turn = (enabled: boolean) =>
    staff.call('PUT /api/merchants/{id}/features/{feature}', {
      params: { id: merchantId, feature: 'RECURRING' },
      body: { enabled },
    });

  test('SB-42, AM-116, AM-122 whoever is blocked, and whose merchant is closed to it or disabled: lists, page, days, callback and payer promise no charge, and the task makes none', async () => {
    const charge = tasksOf(server.services).find(
      ({ name }) => name === 'charge-recurring-payments',
    )!;
    await sql(`update recurring_payments set status = 'CANCELLED'`);
    for (const [hold, make] of Object.entries(HOLDS)) {
      const one = await agreed();
      const free = await read(one);
      assert.equal(free.onHold, null);
      assert.ok(free.page.nextChargeAt && free.record.nextChargeAt, hold);
      assert.equal(free.page.onHold, null);

      await make(one);
      const { onHold, page, record } = await read(one);
      assert.equal(onHold, hold);
      assert.deepEqual(
        [record.nextChargeAt, page.nextChargeAt, page.onHold],
        [null, null, hold === 'CARD' ? 'CARD' : 'OTHER'],
      );
      for (const path of ['recurring', 'recurring-dues'] as const) {
        const params = { id: path === 'recurring' ? one.id : one.due };
        const body =
          path === 'recurring'
            ? { seenAmount: record.amount, dueDay: record.nextDueDay! }
            : undefined;
        const charged = await staff.call(`POST /api/${path}/{id}/actions/charge`, {
          params,
          body: body as never,
        });
        assert.equal(charged.status, 400, `${hold} ${path}`);
      }
      await sql('delete from outbox');
      await server.database.transaction('all', (tx) =>
        told(tx, server.services, { id: one.id, merchant_id: merchantId }, 'AMOUNT_CHANGED'),
      );
      const { sent } = await server.one<{ sent: string }>(
        `select coalesce(string_agg(o::text, ' '), '') as sent from outbox o`,
      );
      assert.doesNotMatch(sent, /next charge is on/);

      await sql(
        `update recurring_payments set next_charge_at = now(), next_due_day =
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD') where id = $1`,
        one.id,
      );
      await charge.run();
      const { charges } = await server.one<{ charges: number }>(
        'select count(*)::int as charges from recurring_charges where recurring_payment_id = $1',
        [one.id],
      );
      assert.equal(charges, 0, hold);
      await sql(`update recurring_payments set status = 'CANCELLED' where id = $1`, one.id);
      await turn(true);
      await sql(`update merchants set status = 'ACTIVE' where id = $1`, merchantId);
    }
  });

  test('AM-14, AM-122 what its payer agreed to bounds each charge, whatever its amount says: changed to no more than that it goes on, and a day of before is not charged', async () => {
    await sql(`update recurring_payments set status = 'CANCELLED'`);
    const { id, due } = await agreed({
      mostCents: 14_50n,
      createdDate: new Date(Date.now() - 60_000),
    });
    assert.equal((await read({ id, due })).onHold, 'AGREED');
    const change = (amount: number) =>
      staff.call('POST /api/recurring/{id}/actions/amount', { params: { id }, body: { amount } });
    assert.match((await change(14.51)).text, /agreed to at most 14\.50 EUR/);
    assert.equal((await change(14.5)).status, 200);
    const { body } = await staff.call('GET /api/recurring/{id}', { params: { id } });
    assert.equal(body.onHold, null);
    assert.ok(body.nextChargeAt);
    const dear = await staff.call('POST /api/recurring-dues/{id}/actions/charge', {
      params: { id: due },
      body: {},
    });
    assert.match(dear.text, /more than the customer agreed to/);
    // nor is it by a system that asked for it before
    await sql(
      `update recurring_dues set status = 'RETRYING', decided_by = 'Anna Ozola', next_attempt_at = now()
       where id = $1`,
      due,
    );
    await sql(
      `update recurring_payments set next_charge_at = now(), next_due_day =
         to_char(now() at time zone 'UTC', 'YYYY-MM-DD') where id = $1`,
      id,
    );
    for (const name of ['charge-what-is-asked', 'charge-recurring-payments'])
      await tasksOf(server.services)
        .find((one) => one.name === name)!
        .run();
    const days = await server.all(
      'select amount_cents as cents, status from recurring_dues where recurring_payment_id = $1 order by due_day',
      [id],
    );
    assert.deepEqual(days, [
      { cents: 14_99n, status: 'SKIPPED' },
      { cents: 14_50n, status: 'PAID' },
    ]);
  });

  test('AM-14 a day that was passed over says why, as far as anything recorded tells', async () => {
    const charge = tasksOf(server.services).find(
      ({ name }) => name === 'charge-recurring-payments',
    )!;
    await sql(`update recurring_payments set status = 'CANCELLED'`);
    await sql('delete from task_executions');
    const ran = (days: number) =>
      server.pool.query(
        `insert into task_executions (id, type, status, started_date, finished_date)
         values ($1, 'RECURRING_CHARGE', 'SUCCESS', $2, $2)`,
        [randomUUIDv7(), inDays(days)],
      );
    const why = async () => {
      const { id } = await insertAgreed(server, merchantId, { nextChargeAt: inDays(-3) });
      await charge.run();
      const query = { f_recurringPaymentId: id };
      const { content } = (await staff.call('GET /api/recurring-dues', { query })).body;
      assert.equal(content[0]!.status.name, 'MISSED');
      return content[0]!.failure;
    };
    // no run is older: whether any came on that day is not known
    assert.equal(await why(), MISS_REASONS.UNKNOWN);
    await ran(-30);
    assert.equal(await why(), MISS_REASONS.AWAY);
    await ran(-2.5);
    assert.equal(await why(), MISS_REASONS.UNKNOWN);
    await sql(
      `insert into merchant_standings (merchant_id, status_date, status_by)
       values ($1, now(), 'Anna Ozola')`,
      merchantId,
    );
    assert.equal(await why(), MISS_REASONS.MERCHANT);
    await sql('delete from merchant_standings where merchant_id = $1', merchantId);
    const open = await insertAgreed(server, merchantId, { nextChargeAt: inDays(-3) });
    const before = await insertTransaction(server.pool, {
      merchantId,
      recurringPaymentId: open.id,
    });
    await server.pool.query(
      `insert into recurring_charges (id, recurring_payment_id, merchant_id, due_date, status,
         created_date, settled_date) values ($1, $2, $3, $4, 'DECLINED', $4, now())`,
      [before.id, open.id, merchantId, inDays(-4)],
    );
    await charge.run();
    const left = await server.one<{ failure: string }>(
      'select failure from recurring_dues where recurring_payment_id = $1',
      [open.id],
    );
    assert.equal(left.failure, MISS_REASONS.UNANSWERED);
  });

  test('AM-122 one whose agreement is over before its next day promises no charge', async () => {
    const { record, page } = await read(await agreed({ expirationDate: inDays(2) }));
    assert.deepEqual([record.nextChargeAt, page.nextChargeAt], [null, null]);
    const later = await read(await agreed({ expirationDate: inDays(4) }));
    assert.ok(later.record.nextChargeAt && later.page.nextChargeAt);
  });

  test('AM-109, SB-05 a filter asks who may be charged, or who decided, of those alone that it may find', async () => {
    const { id: own } = await insertMerchant(server.pool);
    const { id } = await insertAgreed(server, own, { nextChargeAt: inDays(3) });
    await insertDue(server, own, id);
    const owner = await server.person({ merchantId: own, userRole: 'MERCHANT_ADMIN' });
    for (const [asked, path, query] of [
      ['charge_refusal(uuid,text)', 'GET /api/recurring', { f_nextChargeAt: '01.01.2020' }],
      ['told_name(text,uuid)', 'GET /api/recurring-dues', { f_decidedBy: 'Anna' }],
    ] as const) {
      const { was } = await server.one<{ was: string }>(
        `select pg_get_functiondef('${asked}'::regprocedure) as was`,
      );
      const head = was.slice(0, was.indexOf('LANGUAGE'));
      await sql(`${head.trimEnd()} language plpgsql as $$ begin raise 'asked'; end $$`);
      try {
        const { status, body } = await owner.call(path, { query });
        assert.deepEqual([status, body.totalElements], [200, 0], path);
      } finally {
        await sql(was);
      }
    }
  });
});
