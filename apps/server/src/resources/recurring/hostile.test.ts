import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import type { AcquirerAnswer } from '../../gateways/acquirer.ts';
import { tasksOf } from '../../resources.ts';
import type { RecurringPaymentRow } from '../../seed/tables.ts';
import { newShopper } from '../../testing/checkouts.ts';
import { machine, namedKey } from '../../testing/machines.ts';
import { mailsOf } from '../../testing/mails.ts';
import { insertAgreed, insertDue } from '../../testing/recurring.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

type What = 'charge' | 'pause' | 'resume' | 'cancel' | 'amount';
const MINUTES = 60;
const DAY = 86_400;

describe('recurring payments, called by somebody who means harm or reads what is old', () => {
  let server: TestServer;
  let owner: Client;
  let merchantId: string;
  /** What the acquirer answers to charges, where a test holds it back. */
  let held: (() => Promise<AcquirerAnswer>) | null = null;
  before(async () => {
    server = await testServer({
      clock: true,
      acquirer: (own) => ({
        ...own,
        move: (request) => (held && request.kind === 'CHARGE' ? held() : own.move(request)),
      }),
    });
    owner = await server.as('owner@amber.test');
    merchantId = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());
  beforeEach(async () => {
    held = null;
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  });

  const run = (name = 'charge-what-is-asked') =>
    tasksOf(server.services)
      .find((one) => one.name === name)!
      .run();
  /** Due in ten days of the server's own clock. */
  const begin = async (given: Partial<RecurringPaymentRow> = {}) => {
    const { id } = await insertAgreed(server, merchantId, {
      nextChargeAt: new Date(server.services.now().getTime() + 10 * DAY * 1000),
      ...given,
    });
    return id;
  };
  const read = async (id: string) =>
    (await owner.call('GET /api/recurring/{id}', { params: { id } })).body;
  const act = (id: string, what: What, body: object = {}, by = owner) =>
    by.call(`POST /api/recurring/{id}/actions/${what}`, { params: { id }, body } as never);
  const due = (id: string, what: 'charge' | 'skip', by = owner) =>
    by.call(`POST /api/recurring-dues/{id}/actions/${what}`, {
      params: { id },
      ...(what === 'charge' && { body: {} }),
    } as never);
  const tokenOf = async (id: string) =>
    (
      await server.one<{ token: string }>(
        'select access_token as token from recurring_payments where id = $1',
        [id],
      )
    ).token;
  const page = (token: string, what: '/pause' | '/resume' | '/cancel' | '/card' | '' = '') =>
    server.anonymous.call(
      what ? `POST /api/recurring-pages/{id}${what}` : 'GET /api/recurring-pages/{id}',
      {
        params: { id: token },
        from: newShopper(),
        ...(what === '/card' && { body: { frame: true } }),
      } as never,
    );
  const whole = (id: string) =>
    server.one<{ all: string }>(
      `select concat_ws('|', (select r::text from recurring_payments r where id = $1),
         (select string_agg(d::text, ',' order by id) from recurring_dues d where recurring_payment_id = $1),
         (select string_agg(c::text, ',' order by id) from recurring_charges c where recurring_payment_id = $1)) as all`,
      [id],
    );
  const charges = async (id: string) =>
    (
      await server.one<{ n: number }>(
        'select count(*)::int as n from recurring_charges where recurring_payment_id = $1',
        [id],
      )
    ).n;

  test('AM-104, AM-14 no amount that is none, is no whole cent, or is more than was agreed to is taken from people or machines', async () => {
    const id = await begin();
    const shop = await machine(server, merchantId);
    const stood = await whole(id);
    const send = (url: string, token: string, payload: string) =>
      server.app.inject({
        method: 'POST',
        url,
        remoteAddress: newShopper(),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        payload,
      });
    const wrong = '0 -0 -1 -0.01 0.001 14.999 20.01 20.0000001 1e21 1e309 -1e309 NaN Infinity "16"'
      .split(' ')
      .concat(['""', 'null', 'true', '[15]', '{"value":15}', '"NaN"']);
    for (const amount of wrong) {
      const body = `{"amount":${amount}}`;
      for (const [url, token] of [
        [`/api/recurring/${id}/actions/amount`, owner.token!],
        [`/api/merchant-api/recurring/${id}/amount`, shop.token!],
      ] as const) {
        const said = await send(url, token, body);
        assert.equal(said.statusCode, 400, `${url} ${body}: ${said.body}`);
      }
    }
    for (const body of ['{}', '{"amount":15,"mostAmount":900}', '{"amount":15,"currency":"USD"}'])
      assert.equal(
        (await send(`/api/recurring/${id}/actions/amount`, owner.token!, body)).statusCode,
        400,
        body,
      );
    // what is charged is nobody's to say
    const more = await act(id, 'charge', { amount: 500 });
    assert.equal(more.status, 400);
    assert.deepEqual(await whole(id), stood);
  });

  test('AM-14, AM-102 what was read is what is charged: another amount is refused, and a day that was charged meanwhile takes no other in its place', async () => {
    const id = await begin();
    const { nextDueDay: dueDay, amount: seenAmount } = await read(id);
    await act(id, 'amount', { amount: 18, seenAmount });
    const stale = await act(id, 'charge', { dueDay, seenAmount });
    assert.equal(stale.error.errorCode, 'STALE');
    assert.deepEqual(stale.error.errors, [
      {
        field: 'seenAmount',
        message: 'The amount has been changed meanwhile: it is 18.00 EUR now',
      },
    ]);
    const second = await act(id, 'amount', { amount: 16, seenAmount });
    assert.equal(second.error.errors[0]?.field, 'seenAmount');
    assert.deepEqual([(await read(id)).amount, await charges(id)], [18, 0]);

    // somebody opened the question, went for a coffee, and the day came by itself
    await server.services.clock.move!(10 * DAY + 10 * MINUTES);
    await run('charge-recurring-payments');
    assert.equal(await charges(id), 1);
    await server.services.clock.move!(10 * MINUTES);
    const late = await act(id, 'charge', { dueDay, seenAmount: 18 });
    assert.equal(late.status, 200, late.text);
    assert.equal(late.body.beingCharged, false);
    await run();
    assert.equal(await charges(id), 1, 'the next day is not taken in its place');
  });

  test('AM-102, AM-122 one charge is made ahead of its day, and no second: who agreed to one a month did not agree to twelve today', async () => {
    const id = await begin();
    assert.equal((await act(id, 'charge')).status, 200);
    await run();
    assert.equal(await charges(id), 1);
    const shop = await machine(server, merchantId);
    for (let nth = 0; nth < 3; nth++) {
      await server.services.clock.move!(10 * MINUTES);
      const { nextDueDay: dueDay, chargedAhead, chargedJustNow } = await read(id);
      assert.deepEqual([chargedAhead, chargedJustNow], [true, false]);
      const again = await act(id, 'charge', { dueDay });
      assert.match(again.error.errors[0]!.message, /charged ahead of its day already/);
      const byMachine = await shop.call('POST /api/merchant-api/recurring/{id}/charge', {
        params: { id },
        body: { dueDay: dueDay! },
      });
      assert.equal(byMachine.status, 400, byMachine.text);
      await run();
    }
    assert.equal(await charges(id), 1);
    await server.services.clock.move!(11 * DAY);
    assert.equal((await act(id, 'charge')).status, 200, 'its day has come');
    await run();
    assert.equal(await charges(id), 2);
  });

  test('AM-102, AM-122 which charge is ahead of its day goes by the installation’s zone, as its days do', async () => {
    const now = server.services.now();
    // at three in the morning of UTC it is the day before in the west
    await server.services.clock.move!((27 * 3600 - ((now.getTime() / 1000) % DAY)) % DAY);
    const zone = (name: string) =>
      server.pool.query('update business_day_zone set zone = $1', [name]);
    const { zone: before } = await server.one<{ zone: string }>(
      'select zone from business_day_zone',
    );
    try {
      await zone('Etc/GMT+12');
      const tomorrow = server.services.now().toISOString().slice(0, 10);
      const id = await begin();
      await insertDue(server, merchantId, id, 'PAID', tomorrow);
      assert.match((await act(id, 'charge')).text, /ahead of its day already/);
      const today = await begin();
      await insertDue(server, merchantId, today, 'PAID', addDays(tomorrow, -1));
      assert.equal((await act(today, 'charge')).status, 200);
    } finally {
      await zone(before);
    }
  });

  /** A charge that the bank has been asked for, and has not answered: what it says, and the end of the run by that. */
  async function atTheBank(id: string) {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<AcquirerAnswer>();
    held = () => {
      asked.resolve();
      return answer.promise;
    };
    await act(id, 'charge');
    const charging = run();
    await asked.promise;
    return async (said: AcquirerAnswer) => {
      answer.resolve(said);
      await charging;
      held = null;
    };
  }

  for (const outcome of ['approved', 'declined'] as const)
    test(`AM-122, AM-14 cancelled by its payer while a charge is at the bank, which is ${outcome}: that is its last, once`, async () => {
      const id = await begin();
      const token = await tokenOf(id);
      await server.pool.query(
        `update recurring_payments set payer_email = 'vera@mail.test' where id = $1`,
        [id],
      );
      const answer = await atTheBank(id);
      const twice = await Promise.all([act(id, 'charge'), act(id, 'charge')]);
      assert.deepEqual(
        twice.map(({ status }) => status),
        [400, 400],
      );
      assert.equal((await page(token, '/cancel')).status, 200);
      await answer(
        outcome === 'approved'
          ? { outcome, reference: 'late' }
          : { outcome, reason: 'Insufficient funds', code: '51' },
      );
      await server.services.clock.move!(40 * DAY);
      for (const name of ['charge-recurring-payments', 'charge-what-is-asked']) await run(name);
      const then = await read(id);
      assert.deepEqual(
        [then.status.name, then.count, then.nextChargeAt, then.retryAt, await charges(id)],
        ['CANCELLED', outcome === 'approved' ? 1 : 0, null, null, 1],
      );
      const query = { f_recurringPaymentId: id };
      const [day] = (await owner.call('GET /api/recurring-dues', { query })).body.content;
      assert.equal(day!.status.name, outcome === 'approved' ? 'PAID' : 'UNPAID');
      assert.equal((await due(day!.id, 'charge')).status, 400);
      if (outcome === 'declined') {
        const last = (await mailsOf(server, 'vera@mail.test')).at(-1)!;
        assert.match(last.text, /Your subscription has ended: nothing is taken any more/);
        assert.doesNotMatch(last.text, /next time|pause or cancel/);
      }
    });

  for (const code of ['R0', 'R1', 'R3'])
    test(`AM-122 whose bank was told to stop is charged no more, paused meanwhile or not: ${code}`, async () => {
      const id = await begin();
      const answer = await atTheBank(id);
      assert.equal((await page(await tokenOf(id), '/pause')).status, 200);
      await answer({ outcome: 'declined', reason: 'Stopped by the payer', code });
      const { status, suspendReason } = await read(id);
      assert.deepEqual([status.name, suspendReason], ['CANCELLED', null]);
      assert.equal((await act(id, 'resume')).status, 400);
      const ended = await server.one<{ changes: unknown }>(
        `select details -> 'changes' as changes from audit_logs where entity_id = $1 and action = 'CANCEL'`,
        [id],
      );
      assert.deepEqual(ended.changes, { status: { before: 'SUSPENDED', after: 'CANCELLED' } });
    });

  test('AM-122, SB-48 the link does nothing more after its end, whoever ended it', async () => {
    for (const status of ['CANCELLED', 'EXPIRED'] as const) {
      const id = await begin({ status });
      const token = await tokenOf(id);
      const stood = await whole(id);
      for (const what of ['/pause', '/resume', '/cancel', '/card'] as const)
        assert.equal((await page(token, what)).status, 400, `${status} ${what}`);
      const { body } = await page(token);
      for (const may of ['mayPause', 'mayResume', 'mayCancel', 'mayChangeCard'] as const)
        assert.equal(body[may], false, may);
      assert.equal(body.nextChargeAt, null);
      assert.deepEqual(await whole(id), stood);
    }
  });

  test('AM-122, LN-35 what its payer paused takes nothing for days of before either, whichever of both was first', async () => {
    const id = await begin();
    const token = await tokenOf(id);
    const missed = await insertDue(server, merchantId, id);
    await Promise.all([
      due(missed, 'charge'),
      page(token, '/pause'),
      due(missed, 'charge'),
      page(token, '/pause'),
    ]);
    const then = await read(id);
    assert.deepEqual(
      [then.status.name, then.suspendReason, then.retryAt],
      ['SUSPENDED', 'PAUSED_BY_CUSTOMER', null],
    );
    await run();
    assert.equal(await charges(id), 0);
    const refused = await due(missed, 'charge');
    assert.match(refused.error.errors[0]!.message, /The customer paused it/);
    const paused = await server.all(
      `select from audit_logs where entity_id = $1 and action = 'PAUSE' and result = 'SUCCESS'`,
      [id],
    );
    assert.equal(paused.length, 1);
    // a system does not bring back what its payer stopped, and neither does the shop's people's charge
    const shop = await machine(server, merchantId);
    const resumed = await shop.call('POST /api/merchant-api/recurring/{id}/resume', {
      params: { id },
    });
    assert.equal(resumed.status, 400);
    assert.equal((await act(id, 'charge')).status, 400);
    assert.equal((await page(token, '/resume')).status, 200);
    assert.equal((await due(missed, 'charge')).status, 200);
    await run();
    assert.equal(await charges(id), 1);
  });

  test('AM-14 nothing is charged or resumed after the time for which its payer agreed, noticed or not', async () => {
    const expirationDate = new Date(server.services.now().getTime() - 1000);
    const active = await begin({ expirationDate });
    const suspended = await begin({ expirationDate, status: 'SUSPENDED' });
    const missed = await insertDue(server, merchantId, active);
    for (const said of [
      await act(active, 'charge'),
      await act(suspended, 'resume'),
      await page(await tokenOf(suspended), '/resume'),
      await due(missed, 'charge'),
    ])
      assert.equal(said.status, 400, said.text);
    // asked for while it was on, and taken up too late
    await server.pool.query(
      `update recurring_dues set status = 'RETRYING', next_attempt_at = now(), decided_by = 'Test' where id = $1`,
      [missed],
    );
    await run();
    assert.deepEqual([await charges(active), await charges(suspended)], [0, 0]);
  });

  test('SB-03, SB-23, API-75 another merchant’s people, keys and idempotency keys reach nothing, nor does who lacks the right', async () => {
    const id = await begin();
    const missed = await insertDue(server, merchantId, id);
    const stood = await whole(id);
    const other = await server.merchantId('Baltic Books');
    const bodies: Record<What, object> = {
      charge: {},
      pause: {},
      resume: {},
      cancel: {},
      amount: { amount: 1 },
    };
    const readsAlone = await namedKey(server, merchantId, { changes_recurring: false });
    const keys: [Client, number][] = [
      [await machine(server, other), 404],
      [server.client(readsAlone.key, readsAlone.id), 403],
    ];
    const people: [string, number][] = [
      ['owner@baltic.test', 404],
      ['operator@amber.test', 403],
      ['technical@paydesk.test', 403],
    ];
    for (const what of Object.keys(bodies) as What[]) {
      for (const [email, status] of people)
        assert.equal(
          (await act(id, what, bodies[what], await server.as(email))).status,
          status,
          `${email} ${what}`,
        );
      for (const [by, status] of keys)
        assert.equal(
          (
            await by.call(`POST /api/merchant-api/recurring/{id}/${what}`, {
              params: { id },
              ...(what !== 'resume' && {
                body: { ...bodies[what], ...(what === 'charge' && { dueDay: '2026-01-31' }) },
              }),
            } as never)
          ).status,
          status,
          `${status} ${what}`,
        );
    }
    for (const [email, status] of people)
      for (const what of ['charge', 'skip'] as const)
        assert.equal((await due(missed, what, await server.as(email))).status, status, email);
    assert.deepEqual(await whole(id), stood);

    // the same key is another one at another merchant's: neither answered for the other, nor in its way
    const key = { 'idempotency-key': crypto.randomUUID() };
    const many = (by: Client, ids: string[]) =>
      by.call('POST /api/recurring-dues/many/actions/charge', { body: { ids }, headers: key });
    const theirs = await many(await server.as('owner@baltic.test'), [missed]);
    assert.deepEqual(
      theirs.body.verdicts.map(({ verdict }) => verdict),
      ['REFUSED'],
    );
    const mine = await many(owner, [missed]);
    assert.deepEqual(
      mine.body.verdicts.map(({ verdict }) => verdict),
      ['DONE'],
    );
    assert.deepEqual((await many(owner, [missed])).body, mine.body);
    await run();
    assert.equal(await charges(id), 1);
  });
});
