import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { SANDBOX_AMOUNTS } from '../../gateways/acquirer-sandbox.ts';
import type { TaskFigures } from '../../platform/tasks.ts';
import { tasksOf } from '../../resources.ts';
import {
  insertCustomer,
  insertMerchant,
  insertPurchase,
  insertTransaction,
} from '../../seed/factories.ts';
import { insertCard } from '../../seed/factories/customers.ts';
import { insertRecurringPayment } from '../../seed/factories/payments.ts';
import type { CardRow, CustomerRow, PurchaseRow, RecurringPaymentRow } from '../../seed/tables.ts';
import { booksAgree, markSuccessful, read } from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { wrongCounts } from './counters.ts';
import { wrongEntries } from './journal-check.ts';

const DAY_MS = 86_400_000;
const sameEmail = (nth: number) => `same-${nth}@mail.test`;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

describe('recurring charges', () => {
  let server: TestServer;
  let staff: Client;
  let merchantId: string;

  before(async () => {
    server = await testServer({
      settings: { ACQUIRER_TIMEOUT_MS: '400', CALLBACK_ALLOW: '127.0.0.1' },
    });
    staff = await server.as('admin@paydesk.test');
    ({ id: merchantId } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: 'http://127.0.0.1:1/notify',
    }));
    // its tables and its connections, before the clock counts
    await server.services.acquirer.inquire(crypto.randomUUID());
  });
  beforeEach(async () => {
    // what the demo data or an earlier test left to be charged
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
    await server.pool.query(`delete from outbox`);
  });
  after(() => server.close());

  const task = (name: string) => tasksOf(server.services).find((one) => one.name === name)!;
  const charge = () => task('charge-recurring-payments').run();
  const check = () => task('check-journal').run() as Promise<{ processed: number; failed: number }>;
  const resolve = async () => {
    await server.pool.query(
      `update recurring_charges set next_attempt_date = now() - interval '1 second'`,
    );
    await task('resolve-pending-charges').run();
  };

  const auditedBy = (id: string) =>
    server.all<{ action: string; user_name: string }>(
      'select action, user_name from audit_logs where entity_id = $1',
      [id],
    );

  /** Agreed to and due now, where nothing else is said. */
  async function agreed(
    given: Partial<RecurringPaymentRow> = {},
    purchase: Partial<PurchaseRow> = {},
  ) {
    const { id: paymentRequestId } = await insertPurchase(server.pool, {
      merchantId,
      amountCents: 14_99n,
      ...purchase,
    });
    const { id } = await insertRecurringPayment(server.pool, {
      merchantId,
      paymentRequestId,
      amountCents: purchase.amountCents ?? 14_99n,
      mostCents: 10_000_00n,
      paymentInfo: 'Subscription, tea',
      nextChargeAt: ago(0),
      ...given,
    });
    await insertTransaction(server.pool, {
      merchantId: given.merchantId ?? merchantId,
      purchaseId: paymentRequestId,
      recurringPaymentId: id,
      cardPan: '411111******1111',
      date: ago(30),
      batchId: 'earlier',
    });
    return { id, purchaseId: paymentRequestId };
  }
  const chargesOf = (id: string) =>
    server.all<{ id: string; status: string; charge: string }>(
      `select t.id, t.status, c.status as charge from recurring_charges c join transactions t using (id)
       where t.recurring_payment_id = $1 order by t.id`,
      [id],
    );
  const statuses = async (id: string) => (await chargesOf(id)).map(({ status }) => status);
  /** Asked about until none of its charges is open. */
  const answered = async (id: string) => {
    for (let tries = 0; (await statuses(id)).includes('PROCESSING') && tries < 600; tries++) {
      await resolve();
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const row = (id: string) =>
    server.one<{
      status: string;
      count: number;
      cents: bigint;
      last: string | null;
      days: number;
      declines: number;
    }>(
      `select status, count, total_amount_cents as cents, last_charged_at as last,
         declined_in_a_row as declines,
         round(extract(epoch from next_charge_at - now()) / 86400)::int as days
       from recurring_payments where id = $1`,
      [id],
    );
  /** Its next day is today once more, or what is tried again comes now. */
  async function dueAgain(id: string) {
    await server.pool.query(
      `update recurring_dues set due_day = '2020-01-01'
       where recurring_payment_id = $1 and status <> 'RETRYING'`,
      [id],
    );
    const { rowCount: retried } = await server.pool.query(
      `update recurring_dues set next_attempt_at = now() - interval '1 s'
       where recurring_payment_id = $1 and status = 'RETRYING'`,
      [id],
    );
    await server.pool.query(
      `update recurring_payments set next_charge_at = now() - interval '1 s' where id = $1`,
      [id],
    );
    if (!retried)
      await server.pool.query('update recurring_payments set next_due_day = $2 where id = $1', [
        id,
        new Date().toISOString().slice(0, 10),
      ]);
  }
  const posted = async () =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from outbox where kind = 'CALLBACK'`,
      )
    ).n;

  test('AM-14, AM-64, AM-102 what is due is charged once: a transaction of the purchase with its log, the figures, the next time a month on', async () => {
    const { id, purchaseId } = await agreed({ customerId: null }, { status: 'REFUNDED' });
    assert.deepEqual(await charge(), { processed: 1, failed: 0, skipped: 0 });
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 0 });
    const [made, ...more] = await chargesOf(id);
    assert.deepEqual([made!.status, made!.charge, more], ['SUCCESS', 'APPROVED', []]);
    const { body } = await staff.call('GET /api/transactions/{id}', { params: { id: made!.id } });
    assert.deepEqual(
      [body.amount, body.purchaseId, body.recurringPaymentId, body.cardPan, body.description],
      [14.99, purchaseId, id, '411111******1111', 'Subscription, tea'],
    );
    const logs = await staff.call('GET /api/transactions/{id}/logs', { params: { id: made!.id } });
    assert.deepEqual(logs.body.content.map(({ event, user }) => [event, user]).toReversed(), [
      ['CREATED', 'Recurring'],
      ['CHARGED', 'Recurring'],
    ]);
    const recurring = (await staff.call('GET /api/recurring/{id}', { params: { id } })).body;
    assert.deepEqual([recurring.count, recurring.totalAmount], [1, 14.99]);
    assert.equal(recurring.lastChargedAt, body.date);
    assert.ok([28, 29, 30, 31].includes((await row(id)).days), 'a month on');
    const purchase = await staff.call('GET /api/purchases/{id}', { params: { id: purchaseId } });
    assert.equal(purchase.body.status.name, 'SETTLED');
    assert.equal(await posted(), 1, 'the merchant is told');
    await booksAgree(server);
    assert.deepEqual(await wrongCounts(server.database), []);
  });

  test('what was missed is not caught up: of a year nobody is charged by itself, and each day waits for a person', async () => {
    const { id } = await agreed({ nextChargeAt: ago(365 - 10) });
    await charge();
    await charge();
    assert.deepEqual(await statuses(id), []);
    const { days } = await row(id);
    assert.ok(days > 0 && days <= 31, `${days} days on`);
    const query = { f_recurringPaymentId: id, sort: 'dueDay,ASC' };
    const missed = (await staff.call('GET /api/recurring-dues', { query })).body.content;
    assert.equal(missed.length, 12);
    assert.ok(missed.every(({ status }) => status.name === 'MISSED'));
    const [one, other] = missed;
    const ids = [one!.id];
    const asked = await staff.call('POST /api/recurring-dues/many/actions/charge', {
      body: { ids },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    assert.deepEqual(asked.body.verdicts, [{ id: one!.id, verdict: 'DONE', reason: null }]);
    await staff.call('POST /api/recurring-dues/{id}/actions/skip', { params: { id: other!.id } });
    await task('charge-what-is-asked').run();
    await task('charge-what-is-asked').run();
    assert.deepEqual(await statuses(id), ['SUCCESS']);
    const then = (await staff.call('GET /api/recurring-dues', { query })).body.content;
    assert.deepEqual(
      then.slice(0, 3).map(({ status }) => status.name),
      ['PAID', 'SKIPPED', 'MISSED'],
    );
    const again = await staff.call('POST /api/recurring-dues/{id}/actions/charge', {
      params: { id: one!.id },
      body: {},
    });
    assert.equal(again.status, 400);
  });

  test('nobody is charged who is not due, has not agreed, or whose time, purchase or merchant is over', async () => {
    const disabled = await insertMerchant(server.pool, { status: 'DISABLED' });
    const not = [
      await agreed({ nextChargeAt: ago(-1) }),
      await agreed({ nextChargeAt: null }),
      await agreed({ status: 'SUSPENDED' }),
      await agreed({ status: 'CANCELLED' }),
      await agreed({}, { status: 'UNSIGNED' }),
      await agreed({}, { status: 'CANCELLED' }),
    ];
    const ofDisabled = await agreed({ merchantId: disabled.id }, { merchantId: disabled.id });
    const over = await agreed({ expirationDate: ago(1) });
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 0 });
    for (const { id } of [...not, ofDisabled, over]) assert.deepEqual(await statuses(id), []);
    assert.equal((await row(over.id)).status, 'EXPIRED');
    assert.deepEqual(await auditedBy(over.id), [{ action: 'EXPIRE', user_name: 'Recurring' }]);
  });

  test('AM-14, AM-122 what is suspended ends at its date as what is active does, and its merchant and payer are told', async () => {
    const suspended = { status: 'SUSPENDED', payerEmail: 'anna@mail.test' } as const;
    const ended = await Promise.all(
      (['PAUSED_BY_CUSTOMER', 'PAUSED_BY_MERCHANT', 'DECLINED'] as const).map((suspendReason) =>
        agreed({ ...suspended, suspendReason, expirationDate: ago(1) }),
      ),
    );
    const later = await agreed({ ...suspended, expirationDate: ago(-1) });
    const cancelled = await agreed({ status: 'CANCELLED', expirationDate: ago(1) });
    await server.pool.query('delete from outbox');
    await charge();
    await charge();
    for (const { id } of ended) {
      const one = await server.one(
        `select status, suspend_reason, next_due_day, ended_date is not null as ended
         from recurring_payments where id = $1`,
        [id],
      );
      const over = { status: 'EXPIRED', suspend_reason: null, next_due_day: null, ended: true };
      assert.deepEqual(one, over);
      assert.deepEqual(await auditedBy(id), [{ action: 'EXPIRE', user_name: 'Recurring' }]);
    }
    assert.equal((await row(later.id)).status, 'SUSPENDED');
    assert.equal((await row(cancelled.id)).status, 'CANCELLED');
    const sent = await server.all<{ kind: string; payload: Buffer }>(
      'select kind, payload from outbox order by id',
    );
    const told = sent.map(({ kind, payload }) => [
      kind,
      server.services.encryption.open(payload, 'outbox'),
    ]);
    const saying = (what: string, words: RegExp) =>
      told.filter(([kind, text]) => kind === what && words.test(text!)).length;
    assert.equal(saying('CALLBACK', /RECURRING_EXPIRED/), 3, 'once each');
    assert.equal(saying('MAIL', /Your subscription has ended/), 3);
  });

  test('AM-103 declined: again after 1, 3 and 7 days at the merchant’s hour, each told by callback, and then never by itself', async () => {
    const { id } = await agreed({}, { amountCents: SANDBOX_AMOUNTS.declined });
    for (const [nth, after] of [1, 2, 4, null].entries()) {
      assert.deepEqual(await charge(), {
        processed: 1,
        failed: 1,
        skipped: 0,
        why: 'The acquirer declined the amount',
      });
      const { status, declines, count } = await row(id);
      assert.deepEqual([status, declines, count], [after ? 'ACTIVE' : 'SUSPENDED', nth + 1, 0]);
      const { days, hour } = await server.one<{ days: number; hour: number }>(
        `select (next_charge_at at time zone 'UTC')::date - (now() at time zone 'UTC')::date as days,
           extract(hour from next_charge_at at time zone 'UTC')::int as hour
         from recurring_payments where id = $1`,
        [id],
      );
      assert.deepEqual([days, hour], after ? [after, 10] : [null, null]);
      if (after) await dueAgain(id);
    }
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 0 });
    assert.deepEqual(await statuses(id), ['DECLINED', 'DECLINED', 'DECLINED', 'DECLINED']);
    const [last] = (await chargesOf(id)).slice(-1);
    const { body } = await (
      await server.as('technical@paydesk.test')
    ).call('GET /api/transactions/{id}', { params: { id: last!.id } });
    assert.equal(body.externalErrorDescription, 'The acquirer declined the amount');
    assert.equal(await posted(), 4);
    const { suspendReason, openDues } = (
      await staff.call('GET /api/recurring/{id}', { params: { id } })
    ).body;
    assert.deepEqual([suspendReason, openDues], ['DECLINED', 1]);
  });

  test('SB-18, AM-103 a day whose earlier try was marked as successful while another was asked for is not charged once more', async () => {
    const { id } = await agreed({}, { amountCents: SANDBOX_AMOUNTS.declined });
    await charge();
    await dueAgain(id);
    const { id: first } = (await chargesOf(id))[0]!;
    // the second gets lost on its way: nobody knows yet what became of it
    await server.pool.query(
      'update recurring_dues set amount_cents = $2 where recurring_payment_id = $1',
      [id, SANDBOX_AMOUNTS.lost],
    );
    await charge();
    assert.deepEqual(await statuses(id), ['DECLINED', 'PROCESSING']);
    const { id: second } = (await chargesOf(id))[1]!;
    assert.equal(
      (await markSuccessful(staff, first, { seen: null })).status,
      409,
      'the other is under way',
    );
    const marked = await markSuccessful(staff, first, { seen: second });
    assert.equal(marked.status, 200, marked.text);
    await answered(id);
    assert.deepEqual(await statuses(id), ['SUCCESS', 'DECLINED']);
    const days = await server.all(
      'select status, transaction_id as paid from recurring_dues where recurring_payment_id = $1',
      [id],
    );
    assert.deepEqual(days, [{ status: 'PAID', paid: first }]);
    await server.pool.query(
      `update recurring_dues set next_attempt_at = now() where recurring_payment_id = $1
         and status = 'RETRYING'`,
      [id],
    );
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 0 });
  });

  test('SB-18, AM-113 a day whose earlier try was marked as successful, and whose later one came through after that, names both', async () => {
    const { id } = await agreed({}, { amountCents: SANDBOX_AMOUNTS.declined });
    await charge();
    await dueAgain(id);
    await server.pool.query(
      'update recurring_dues set amount_cents = $2 where recurring_payment_id = $1',
      [id, SANDBOX_AMOUNTS.unanswered],
    );
    await charge();
    assert.deepEqual(await statuses(id), ['DECLINED', 'PROCESSING']);
    const [first, second] = (await chargesOf(id)).map((one) => one.id);
    assert.equal((await markSuccessful(staff, first!, { seen: second! })).status, 200);
    await answered(id);
    assert.deepEqual(await statuses(id), ['SUCCESS', 'SUCCESS']);
    const { body } = await staff.call('GET /api/transactions', {
      query: { f_paidTwice: 'true', f_recurringPaymentId: id },
    });
    assert.deepEqual(
      body.content.map((one) => one.id),
      [first],
    );
    const beside = async (one: string) => (await read(staff, one)).alsoPaidBy?.id;
    assert.deepEqual([await beside(first!), await beside(second!)], [second, first]);
  });

  test('a charge that succeeds takes the declines before it off the count', async () => {
    const { id } = await agreed({ declinedInARow: 2 });
    await charge();
    assert.deepEqual(
      [(await row(id)).status, (await row(id)).declines, (await row(id)).count],
      ['ACTIVE', 0, 1],
    );
  });

  test('AM-102, AM-103 an open answer is asked about until it is known, and nothing is charged meanwhile', async () => {
    const kinds = { lost: 'DECLINED', unanswered: 'SUCCESS', late: 'SUCCESS' } as const;
    for (const [kind, end] of Object.entries(kinds)) {
      const { id } = await agreed(
        {},
        { amountCents: SANDBOX_AMOUNTS[kind as keyof typeof SANDBOX_AMOUNTS] },
      );
      const { why, ...figures } = (await charge()) as TaskFigures;
      assert.deepEqual(figures, { processed: 1, failed: 1, skipped: 0 }, kind);
      assert.match(
        why ?? '',
        /^The (acquirer did not answer in time|line to the acquirer was cut)$/,
      );
      assert.deepEqual(await statuses(id), ['PROCESSING'], kind);
      await dueAgain(id);
      assert.deepEqual(
        await charge(),
        { processed: 0, failed: 0, skipped: 0 },
        `${kind}: one is open`,
      );
      await answered(id);
      assert.deepEqual(await statuses(id), [end], kind);
      assert.equal((await row(id)).count, end === 'SUCCESS' ? 1 : 0);
      await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
    }
    await booksAgree(server);
    assert.deepEqual((await wrongEntries(server.database)).wrong, []);
  });

  test('two that charge at the same moment charge each of them once', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => agreed()));
    const runs = await Promise.all([charge(), charge(), charge()]);
    assert.equal(
      runs.reduce((sum, figures) => sum + (figures as { processed: number }).processed, 0),
      25,
    );
    // what a slow machine leaves unanswered for 400 ms is asked about
    for (const { id } of all) await answered(id);
    for (const { id } of all) assert.deepEqual(await statuses(id), ['SUCCESS']);
    await booksAgree(server);
  });

  /** Agreed to by a customer with the card 411111******1111, both as given. */
  async function agreedBy(status: CustomerRow['status'], card: CardRow['status'] | null) {
    const { id: customerId } = await insertCustomer(server.pool, { status });
    if (card) await insertCard(server.pool, { customerId, status: card });
    return { customerId, ...(await agreed({ customerId })) };
  }
  const skips = (id: string) =>
    server.all<{ action: string; result: string; reason: string; amount: number }>(
      `select action, result, details->>'reason' as reason, (details->>'amount')::float8 as amount
       from audit_logs where entity_id = $1 order by id`,
      [id],
    );
  const CUSTOMER = 'The customer can’t be charged: the account is blocked or closed';
  const CARD = 'The card can’t be charged: it is blocked, expired or deleted';

  test('SB-42 who is blocked or closed, and whose card is not active, is not charged, and it says so on the payment, in the audit log, in the timeline and in the run', async () => {
    const refused = [
      [await agreedBy('BLOCKED', 'ACTIVE'), CUSTOMER],
      [await agreedBy('CLOSED', null), CUSTOMER],
      [await agreedBy('ACTIVE', 'BLOCKED'), CARD],
      [await agreedBy('ACTIVE', 'EXPIRED'), CARD],
      [await agreedBy('ACTIVE', 'DELETED'), CARD],
    ] as const;
    const fine = [await agreedBy('ACTIVE', 'ACTIVE'), await agreedBy('REGISTERED', null)];
    // deleted and added anew
    const again = await agreedBy('ACTIVE', 'DELETED');
    await insertCard(server.pool, { customerId: again.customerId });
    // the one that is blocked is of another number
    const other = await agreedBy('ACTIVE', 'ACTIVE');
    await insertCard(server.pool, {
      customerId: other.customerId,
      last4: '2222',
      status: 'BLOCKED',
    });
    assert.deepEqual(await charge(), { processed: 4, failed: 0, skipped: 5 });
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 0 });
    for (const { id } of [...fine, again, other]) {
      assert.deepEqual(await statuses(id), ['SUCCESS']);
      assert.deepEqual(await skips(id), []);
    }
    for (const [{ id, purchaseId }, reason] of refused) {
      assert.deepEqual(await statuses(id), []);
      assert.ok([28, 29, 30, 31].includes((await row(id)).days), 'the next one is a month on');
      const { body } = await staff.call('GET /api/recurring/{id}', { params: { id } });
      assert.equal(body.skipReason, reason === CUSTOMER ? 'CUSTOMER' : 'CARD');
      assert.ok(body.skippedDate);
      assert.deepEqual(await skips(id), [
        { action: 'SKIP_CHARGE', result: 'FAILED', reason, amount: 14.99 },
      ]);
      const timeline = await staff.call('GET /api/timelines/purchase/{id}', {
        params: { id: purchaseId },
      });
      const told = timeline.body.events.filter(({ title }) => title === 'Charge skipped');
      assert.deepEqual(
        told.map(({ detail }) => detail),
        [reason],
      );
    }
    assert.equal(await posted(), 4);

    // whoever is active again is charged the next time, and the reason goes
    const [{ id, customerId }] = refused[0];
    await staff.call('POST /api/customers/{id}/actions/activate', { params: { id: customerId } });
    await dueAgain(id);
    await charge();
    const { body } = await staff.call('GET /api/recurring/{id}', { params: { id } });
    assert.deepEqual([body.count, body.skipReason, body.skippedDate], [1, null, null]);
  });

  test('SB-42 whom staff blocked stays so under every card, and a card under every address, its first digits told or not', async () => {
    const payer = async (nth: number, card: Partial<CardRow>) => {
      const { id: customerId } = await insertCustomer(server.pool, {
        status: 'ACTIVE',
        email: sameEmail(nth),
      });
      const { id: cardId } = await insertCard(server.pool, {
        customerId,
        token: `same-${nth}`,
        ...card,
      });
      return agreed({ customerId, cardId });
    };
    const elsewhere = async (
      { status, email: address }: Partial<CustomerRow>,
      card: Partial<CardRow>,
    ) => {
      const { id: customerId } = await insertCustomer(server.pool, {
        ...(status && { status }),
        ...(address && { email: address }),
      });
      await insertCard(server.pool, { customerId, ...card });
    };
    const untold = await payer(1, { first6: null, status: 'BLOCKED' });
    const person = await payer(2, {});
    await elsewhere({ status: 'BLOCKED', email: sameEmail(2).toUpperCase() }, {});
    const card = await payer(3, { first6: null });
    await elsewhere({}, { token: 'same-3', status: 'BLOCKED' });
    // another acquirer's name for another card, another address, and a card of theirs that is not charged
    const fine = await payer(4, {});
    await elsewhere({ status: 'BLOCKED' }, { token: 'same-4', gateway: 'else', status: 'BLOCKED' });
    await elsewhere({}, { token: 'same-5', status: 'BLOCKED' });
    await insertCard(server.pool, {
      customerId: (
        await server.one<{ id: string }>('select id from customers where email = $1', [
          sameEmail(4),
        ])
      ).id,
      token: 'same-5',
      last4: '2222',
    });
    assert.deepEqual(await charge(), { processed: 1, failed: 0, skipped: 3 });
    assert.deepEqual(await statuses(fine.id), ['SUCCESS']);
    for (const [{ id }, reason] of [
      [untold, CARD],
      [person, CUSTOMER],
      [card, CARD],
    ] as const) {
      assert.deepEqual(await statuses(id), []);
      assert.deepEqual(
        (await skips(id)).map((skip) => skip.reason),
        [reason],
      );
    }
  });

  test('SB-42 blocked while the charge is being reserved: it waits, and is refused', async () => {
    const { id, customerId } = await agreedBy('ACTIVE', 'ACTIVE');
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query(`update customers set status = 'BLOCKED' where id = $1`, [customerId]);
    const running = charge();
    for (let tries = 0; tries < 3000; tries++) {
      const { n } = await server.one<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (n) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    await client.query('commit');
    client.release();
    assert.deepEqual(await running, { processed: 0, failed: 0, skipped: 1 });
    assert.deepEqual(await statuses(id), []);
  });

  test('SB-42, AM-94 a refund to whom nothing may be charged is not reversed', async () => {
    const { id: customerId } = await insertCustomer(server.pool, { status: 'ACTIVE' });
    const { id: original } = await insertTransaction(server.pool, {
      merchantId,
      customerId,
      cardPan: '411111******1111',
      amountCents: 10_00n,
    });
    const money = (what: 'refund' | 'reverse', of: string, reason: object) =>
      staff.call(`POST /api/transactions/{id}/actions/${what}`, {
        params: { id: of },
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { amount: 10, currency: 'EUR', ...reason },
      });
    const { body: paid } = await money('refund', original, { refundReason: 'OTHER_REFUND' });
    const id = paid.refunds[0]!.transactionId;
    const reverse = () => money('reverse', id, { reasonCode: 'DUPLICATE' });
    await staff.call('POST /api/customers/{id}/actions/block', { params: { id: customerId } });
    const refused = await reverse();
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.error.errors, [{ field: 'status', message: CUSTOMER }]);
    const { body } = await staff.call('GET /api/transactions/{id}', { params: { id } });
    assert.deepEqual([body.status.name, body.payerRefusal], ['SUCCESS', 'CUSTOMER']);
    await staff.call('POST /api/customers/{id}/actions/activate', { params: { id: customerId } });
    assert.equal((await reverse()).status, 200);
  });

  test('AM-116 while recurring payments are closed to the merchant what is due is skipped, and says why', async () => {
    const { id } = await agreed();
    const turn = (enabled: boolean) =>
      staff.call('PUT /api/merchants/{id}/features/{feature}', {
        params: { id: merchantId, feature: 'RECURRING' },
        body: { enabled },
      });
    assert.equal((await turn(false)).status, 200);
    assert.deepEqual(await charge(), { processed: 0, failed: 0, skipped: 1 });
    const { body } = await staff.call('GET /api/recurring/{id}', { params: { id } });
    assert.equal(body.skipReason, 'RECURRING');
    assert.equal((await skips(id))[0]?.reason, 'Recurring payments are not open to the merchant');
    await turn(true);
    await dueAgain(id);
    assert.deepEqual(await charge(), { processed: 1, failed: 0, skipped: 0 });
    assert.deepEqual(await statuses(id), ['SUCCESS']);
  });

  test('JOURNAL_CHECK counts the entries of the journal, and each that is wrong', async () => {
    const { processed, failed } = await check();
    assert.equal(failed, 0);
    const { n } = await server.one<{ n: number }>('select count(*)::int as n from money_journal');
    assert.equal(processed, n);
    // a charge that was approved and whose payment says otherwise
    await server.pool.query(
      `update transactions set status = 'DECLINED' where id =
         (select id from recurring_charges c join transactions t using (id)
          where c.status = 'APPROVED' and t.status = 'SUCCESS' limit 1)`,
    );
    assert.equal((await check()).failed, 1);
    await server.pool.query(
      `update transactions set refunded_cents = refunded_cents + 1 where id =
         (select id from transactions where amount_cents > refunded_cents + reversed_cents
            and status = 'SUCCESS' and refunded_transaction_id is null limit 1)`,
    );
    await server.pool.query(
      `update money_operations set amount_cents = amount_cents + 1 where id =
         (select id from money_operations where status = 'APPROVED' limit 1)`,
    );
    assert.ok((await check()).failed >= 2);
    assert.ok(server.logLines.some((line) => line.includes('the money journal is wrong')));
  });
});
