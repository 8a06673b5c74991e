import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { markSuccessful } from '../../testing/money.ts';
import { insertAgreed, insertDue } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

/** Whole days from one to the other. */
const inDays = (from: Date, to: string) =>
  Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - from.setUTCHours(0, 0, 0, 0)) / 864e5);

describe('what people do to a recurring payment', () => {
  let server: TestServer;
  let owner: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer({ clock: true });
    owner = await server.as('owner@amber.test');
    merchantId = await server.merchantId('Amber & Oak');
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  });
  after(() => server.close());

  const run = (name: string) =>
    tasksOf(server.services)
      .find((one) => one.name === name)!
      .run();
  const read = async (id: string, by = owner) =>
    (await by.call('GET /api/recurring/{id}', { params: { id } })).body;
  const act = (id: string, what: 'charge' | 'pause' | 'resume' | 'cancel' | 'amount', body = {}) =>
    owner.call(`POST /api/recurring/{id}/actions/${what}`, { params: { id }, body } as never);
  const paid = async (id: string) =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from transactions where recurring_payment_id = $1 and status = 'SUCCESS'`,
        [id],
      )
    ).n;

  test('AM-122 paused it is SUSPENDED, by whom stands on it, nobody is charged for what came meanwhile; resumed it goes on from its next day; cancelled for good', async () => {
    const { id } = await insertAgreed(server, merchantId, {
      nextChargeAt: new Date(Date.now() + 3 * 86_400_000),
    });
    const paused = await act(id, 'pause', { note: 'On holiday' });
    assert.deepEqual(
      [paused.body.status.name, paused.body.suspendReason, paused.body.nextChargeAt],
      ['SUSPENDED', 'PAUSED_BY_MERCHANT', null],
    );
    assert.equal((await act(id, 'pause')).status, 400);
    await server.services.clock.move!(5 * 86_400);
    await run('charge-recurring-payments');
    const resumed = await act(id, 'resume');
    assert.deepEqual([resumed.body.status.name, resumed.body.suspendReason], ['ACTIVE', null]);
    await run('charge-recurring-payments');
    assert.equal(await paid(id), 0, 'what came while it was paused is not caught up');
    assert.equal(resumed.body.openDues, 0);
    assert.ok(Date.parse(resumed.body.nextChargeAt!) > server.services.now().getTime());
    assert.equal((await act(id, 'cancel')).body.status.name, 'CANCELLED');
    for (const what of ['pause', 'resume', 'cancel', 'charge'] as const)
      assert.equal((await act(id, what)).status, 400, what);
    const told = await server.all<{ action: string }>(
      `select action from audit_logs where entity_id = $1 and result = 'SUCCESS' order by id`,
      [id],
    );
    assert.deepEqual(
      told.map(({ action }) => action),
      ['PAUSE', 'RESUME', 'CANCEL'],
    );
  });

  test('AM-102 charged now by ten at once and once more it is charged once, in place of its next day', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const day = (await read(id)).nextDueDay!;
    await Promise.all(Array.from({ length: 10 }, () => act(id, 'charge')));
    await Promise.all([run('charge-what-is-asked'), run('charge-what-is-asked')]);
    assert.equal((await act(id, 'charge')).status, 400, 'it was charged a moment ago');
    await run('charge-what-is-asked');
    assert.equal(await paid(id), 1);
    const then = await read(id);
    assert.deepEqual([then.count, then.totalAmount], [1, 14.99]);
    assert.ok(then.nextDueDay! > day);
    const query = { f_recurringPaymentId: id };
    const [due] = (await owner.call('GET /api/recurring-dues', { query })).body.content;
    assert.deepEqual([due!.dueDay, due!.status.name], [day, 'PAID']);
  });

  test('the amount is changed up to what was agreed to, and the next charge takes it', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const refused = await act(id, 'amount', { amount: 20.01 });
    assert.deepEqual(refused.error.errors, [
      { field: 'amount', message: 'The customer agreed to at most 20.00 EUR' },
    ]);
    assert.equal((await act(id, 'amount', { amount: 20 })).body.amount, 20);
    await act(id, 'charge');
    await run('charge-what-is-asked');
    assert.equal((await read(id)).totalAmount, 20);
  });

  test('another merchant finds none of it, and who only looks on changes nothing', async () => {
    const { id } = await insertAgreed(server, merchantId);
    const params = { id };
    const other = await server.as('owner@baltic.test');
    const technical = await server.as('technical@paydesk.test');
    const pause = (by: Client) =>
      by.call('POST /api/recurring/{id}/actions/pause', { params, body: {} });
    assert.equal((await pause(other)).status, 404);
    assert.equal((await pause(technical)).status, 403);
    assert.equal((await read(id)).status.name, 'ACTIVE');
  });

  const put = (body: object) => owner.call('PUT /api/user-merchant/retries', { body } as never);

  test('AM-102, AM-122 declined charges are tried again by the plan that its merchant has written, and end as it says', async () => {
    const field = async (body: object) => (await put(body)).error.errors[0]?.field;
    const plan = { retryDays: '2, 5', retryHour: 6, retriesEnd: 'CANCEL' };
    for (const retryDays of ['5, 2', '0', '1, 31', 'x', '1,2,3,4,5,6,7', '2, 2', '-1', '1.5', 7])
      assert.equal(await field({ ...plan, retryDays }), 'retryDays', String(retryDays));
    for (const retryHour of [24, -1, 1.5, '6', null])
      assert.equal(await field({ ...plan, retryHour }), 'retryHour', String(retryHour));
    assert.equal(await field({ ...plan, retriesEnd: 'NEVER' }), 'retriesEnd');
    const saved = await put(plan);
    assert.partialDeepStrictEqual(saved.body, { retryDays: '2, 5', retryHour: 6 });

    const decline = async () => {
      const { id } = await insertAgreed(server, merchantId, {
        amountCents: 9999_01n,
        mostCents: 9999_01n,
        nextChargeAt: new Date(server.services.now().getTime() + 60_000),
      });
      await server.services.clock.move!(120);
      await run('charge-recurring-payments');
      return id;
    };
    const day = (id: string) =>
      server.one<{ status: string; attempts: number; at: string | null }>(
        `select status, attempts, to_char(next_attempt_at at time zone 'UTC', 'HH24:MI:SS') as at
         from recurring_dues where recurring_payment_id = $1`,
        [id],
      );
    const first = await decline();
    assert.deepEqual(await day(first), { status: 'RETRYING', attempts: 1, at: '06:00:00' });
    const tryAgain = async (id: string) => {
      const { retryAt } = await read(id);
      await server.services.clock.move!(
        (Date.parse(retryAt!) - server.services.now().getTime()) / 1000 + 60,
      );
      await run('charge-recurring-payments');
    };
    for (const days of [2, 3]) {
      const now = server.services.now();
      const { retryAt } = await read(first);
      assert.equal(inDays(now, retryAt!), days, 'so many days after the first try');
      await tryAgain(first);
    }
    assert.deepEqual(await day(first), { status: 'UNPAID', attempts: 3, at: null });
    assert.equal((await read(first)).status.name, 'CANCELLED');

    // which try brought it in is told where it was not the first
    const second = await decline();
    assert.equal((await read(second)).lastPaidHow, null);
    await server.pool.query(
      'update recurring_dues set amount_cents = 990 where recurring_payment_id = $1',
      [second],
    );
    await tryAgain(second);
    const how = 'at the second try, 2 days after it was due';
    const listed = await owner.call('GET /api/recurring-dues', {
      query: { f_recurringPaymentId: second },
    });
    assert.equal(listed.body.content[0]!.paidHow, how, listed.text);
    assert.equal((await read(second)).lastPaidHow, how);

    const staff = await server.as('admin@paydesk.test');
    const set = await staff.call('PUT /api/merchants/{id}/retries', {
      params: { id: merchantId },
      body: { retryDays: null, retryHour: 6, retriesEnd: 'KEEP', readAs: undefined },
    });
    assert.equal(set.body.retryDays || null, null, set.text);
    const kept = await decline();
    assert.deepEqual(await day(kept), { status: 'UNPAID', attempts: 1, at: null });
    assert.equal((await read(kept)).status.name, 'ACTIVE');
    await put({ retryDays: '1, 3, 7', retryHour: 10, retriesEnd: 'SUSPEND' });
  });

  test('AM-122, SB-46 why a person asked for a charge stands on its day, in its history and with what paid it', async () => {
    const note = 'Agreed on the phone';
    const { id } = await insertAgreed(server, merchantId);
    assert.equal((await act(id, 'charge', { note })).status, 200);
    const days = async () =>
      (await owner.call('GET /api/recurring-dues', { query: { f_recurringPaymentId: id } })).body
        .content;
    const [asked] = await days();
    assert.equal(asked!.decidedNote, note);
    await run('charge-recurring-payments');
    const [charged] = await days();
    assert.equal(charged!.status.name, 'PAID');
    assert.match(charged!.paidHow!, /charged by .*, ‘Agreed on the phone’/);
    const told = await server.one<{ note: string }>(
      `select details->>'note' as note from audit_logs where entity_id = $1 and action = 'CHARGE_NOW'`,
      [id],
    );
    assert.equal(told.note, note);
    // a day that stayed unpaid, and nobody says why it is charged after all
    await server.pool.query(
      `update recurring_dues set status = 'UNPAID', transaction_id = null where recurring_payment_id = $1`,
      [id],
    );
    const due = { params: { id: charged!.id } };
    const plain = await owner.call('POST /api/recurring-dues/{id}/actions/charge', {
      ...due,
      body: {},
    });
    assert.deepEqual([plain.status, plain.body.decidedNote], [200, null], plain.text);
    const again = 'Their bank has raised the limit';
    const noted = await owner.call('POST /api/recurring-dues/{id}/actions/charge', {
      ...due,
      body: { note: again },
    });
    assert.deepEqual([noted.status, noted.body.decidedNote], [200, again], noted.text);
  });

  /** What the log says of what was asked for: as which action, what came of it, why not, and whether it leads to the last. */
  async function askedOf(...entityIds: string[]): Promise<string[]> {
    const rows = await server.all<{ said: string; request: string }>(
      `select concat_ws(' ', action, result, details->>'reason') as said, details->>'requestId' as request
       from audit_logs where entity_id = any($1) and action in ('CHARGE_NOW', 'CHARGE_DUE') order by created_date, id`,
      [entityIds],
    );
    assert.equal(new Set(rows.map(({ request }) => request)).size, 1);
    assert.ok(rows[0]!.request);
    return rows.map(({ said }) => said);
  }
  const dueOf = async (id: string): Promise<string> => {
    const query = { f_recurringPaymentId: id };
    return (await owner.call('GET /api/recurring-dues', { query })).body.content[0]!.id;
  };
  const chargeDue = (id: string) =>
    owner.call('POST /api/recurring-dues/{id}/actions/charge', { params: { id }, body: {} });

  test('AM-122, SB-46 a charge that is asked for waits for its answer, which has a row of its own, and leads to it', async () => {
    const { id } = await insertAgreed(server, merchantId);
    assert.equal((await act(id, 'charge')).status, 200);
    assert.deepEqual(await askedOf(id), ['CHARGE_NOW PENDING']);
    // who asks for the same meanwhile waits for the same
    const due = await dueOf(id);
    assert.equal((await chargeDue(due)).status, 200);
    await run('charge-what-is-asked');
    const answered = ['CHARGE_NOW PENDING', 'CHARGE_DUE PENDING', 'CHARGE_NOW SUCCESS'];
    assert.deepEqual(await askedOf(id, due), answered);
    const answer = await server.one(
      `select l.user_id, l.user_name, l.details->>'operationId' = t.id::text as "ofCharge" from audit_logs l
       join transactions t on t.recurring_payment_id = l.entity_id
       where l.entity_id = $1 and l.action = 'CHARGE_NOW' and l.result = 'SUCCESS'`,
      [id],
    );
    assert.deepEqual(answer, { user_id: null, user_name: 'Acquirer', ofCharge: true });

    const { id: declined } = await insertAgreed(server, merchantId, { mostCents: 9999_01n });
    const day = await insertDue(server, merchantId, declined);
    await server.pool.query('update recurring_dues set amount_cents = 999901 where id = $1', [day]);
    assert.equal((await chargeDue(day)).status, 200);
    await run('charge-what-is-asked');
    const [asked, no, ...more] = await askedOf(day);
    assert.deepEqual([asked, more], ['CHARGE_DUE PENDING', []]);
    assert.match(no!, /^CHARGE_DUE FAILED ./);
  });

  test('AM-122, SB-46 what was asked for and is charged no more says why: paused, skipped, too late, or refused', async () => {
    const { id: paused } = await insertAgreed(server, merchantId);
    await act(paused, 'charge');
    assert.equal((await act(paused, 'pause')).status, 200);
    const over = 'The recurring payment was paused, or ended, before';
    assert.deepEqual(await askedOf(paused), ['CHARGE_NOW PENDING', `CHARGE_NOW FAILED ${over}`]);

    const { id: skipped } = await insertAgreed(server, merchantId);
    const day = await insertDue(server, merchantId, skipped);
    await chargeDue(day);
    await owner.call('POST /api/recurring-dues/{id}/actions/skip', { params: { id: day } });
    assert.equal((await askedOf(day)).at(-1), 'CHARGE_DUE FAILED The day was skipped');

    const { id: blocked, customerId } = await insertAgreed(server, merchantId);
    await act(blocked, 'charge');
    await server.pool.query(`update customers set status = 'BLOCKED' where id = $1`, [customerId]);
    await run('charge-what-is-asked');
    assert.match((await askedOf(blocked)).at(-1)!, /^CHARGE_NOW FAILED The customer can’t be/);

    const { id: late } = await insertAgreed(server, merchantId);
    await act(late, 'charge');
    await server.pool.query(
      `update recurring_dues set next_attempt_at = next_attempt_at - interval '3 days' where recurring_payment_id = $1`,
      [late],
    );
    await run('charge-what-is-asked');
    assert.equal(
      (await askedOf(late)).at(-1),
      'CHARGE_NOW FAILED It could not be charged within a day',
    );
    assert.equal(await paid(late), 0);
  });

  /** One whose day the bank declines, a minute from now, and is tried again; and what charges so many seconds later. */
  async function declining() {
    await put({ retryDays: '1, 3, 7', retryHour: 6, retriesEnd: 'KEEP' });
    const { id } = await insertAgreed(server, merchantId, {
      amountCents: 9999_01n,
      mostCents: 9999_01n,
      nextChargeAt: new Date(server.services.now().getTime() + 60_000),
    });
    const charge = async (seconds: number) => {
      await server.services.clock.move!(seconds);
      await run('charge-recurring-payments');
    };
    return { id, charge };
  }

  const stands = (status: string) =>
    server.pool.query('update merchants set status = $2 where id = $1', [merchantId, status]);

  /** The bank would say yes to the next try. */
  const letPass = (id: string) =>
    server.pool.query(
      'update recurring_dues set amount_cents = 990 where recurring_payment_id = $1',
      [id],
    );

  test('SB-18, AM-122 whichever try of a day somebody marks as successful pays it: its payer is not charged for it again', async () => {
    const { id, charge } = await declining();
    const untilRetry = async () =>
      (Date.parse((await read(id)).retryAt!) - server.services.now().getTime()) / 1000 + 60;
    await charge(120);
    await charge(await untilRetry());
    const tries = await server.all<{ id: string; status: string }>(
      `select id, status from transactions where recurring_payment_id = $1 order by id`,
      [id],
    );
    assert.deepEqual(
      tries.map(({ status }) => status),
      ['DECLINED', 'DECLINED'],
    );
    await letPass(id);
    const next = await untilRetry();
    const marked = await markSuccessful(owner, tries[0]!.id);
    assert.equal(marked.status, 200, marked.text);
    const then = await read(id);
    assert.deepEqual([then.retryAt, then.openDues, then.count], [null, 0, 1]);
    await charge(next);
    assert.equal(await paid(id), 1);
    const query = { f_recurringPaymentId: id };
    const [due] = (await owner.call('GET /api/recurring-dues', { query })).body.content;
    assert.deepEqual([due!.status.name, due!.transactionId], ['PAID', tries[0]!.id]);
  });

  test('AM-122, SB-43 a try that nobody could make for long, as of a disabled merchant, is not made later by itself: a person decides', async () => {
    const { id, charge } = await declining();
    await charge(120);
    assert.ok((await read(id)).retryAt);
    await letPass(id);
    await stands('DISABLED');
    await charge(9 * 86_400);
    await stands('ACTIVE');
    await charge(60);
    assert.equal(await paid(id), 0);
    const then = await read(id);
    assert.deepEqual([then.retryAt, then.openDues, then.status.name], [null, 1, 'ACTIVE']);
    const query = { f_recurringPaymentId: id };
    const [due] = (await owner.call('GET /api/recurring-dues', { query })).body.content;
    assert.equal(due!.status.name, 'UNPAID');
    const params = { id: due!.id };
    const asked = await owner.call('POST /api/recurring-dues/{id}/actions/charge', {
      params,
      body: {},
    });
    assert.equal(asked.status, 200, asked.text);
    await run('charge-what-is-asked');
    assert.equal(await paid(id), 1);
  });
});
