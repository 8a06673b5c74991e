import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Authorised, MoneyRequest } from '../../gateways/acquirer.ts';
import { tasksOf } from '../../resources.ts';
import { newShopper, SHOPPER } from '../../testing/checkouts.ts';
import { mailsOf } from '../../testing/mails.ts';
import { machine, newOrder } from '../../testing/machines.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { insertRule } from '../../testing/rules.ts';
import { auditedOf } from '../../testing/audited.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { answerChallenge, typeCard } from '../../testing/shopper.ts';

const DAY = 86_400;

describe('a subscription from the shopper’s consent to its end', () => {
  let server: TestServer;
  let owner: Client;
  let merchantId: string;
  const moved: MoneyRequest[] = [];
  /** What a bank that goes on waiting for its cardholder says. */
  let bank: Authorised | null = null;
  before(async () => {
    server = await testServer({
      clock: true,
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
      acquirer: (own) => ({
        ...own,
        move: (request) => {
          moved.push(request);
          return own.move(request);
        },
        inquireAuthorisation: async (...asked) => bank ?? own.inquireAuthorisation(...asked),
      }),
    });
    owner = await server.as('owner@amber.test');
    merchantId = await server.merchantId('Amber & Oak');
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
    await insertRule(server, {
      active: true,
      priority: 1,
      outcome: 'REVIEW',
      conditions: [{ field: 'emailDomain', comparison: 'IS', value: 'look.test' }],
    });
  });
  after(() => server.close());

  const run = (name: string) =>
    tasksOf(server.services)
      .find((one) => one.name === name)!
      .run();
  const from = newShopper();
  const pay = async (id: string) => {
    const params = { id };
    const asked = { params, from };
    const said = await server.anonymous.call('PUT /api/checkouts/{id}', {
      ...asked,
      body: SHOPPER,
    });
    assert.equal(said.status, 200, said.text);
    const opened = await server.anonymous.call('POST /api/checkouts/{id}/pay', {
      ...asked,
      body: { frame: true, consent: true },
    });
    assert.equal(opened.status, 200, opened.text);
    await typeCard(opened.body.page!.url);
    const next = await server.anonymous.call('POST /api/checkouts/{id}/continue', asked);
    assert.equal(next.body.state, 'challenge', 'the first payment is confirmed by its payer');
    await answerChallenge(next.body.page!.url);
    const { body } = await server.anonymous.call('POST /api/checkouts/{id}/continue', asked);
    assert.equal(body.state, 'paid');
    return body;
  };

  test('AM-122, AM-14, AM-102, RP-03, SB-04 an order that repeats is agreed to in words that are kept, begins by 3-D Secure, is charged a month later with token and network reference, and its payer pauses, resumes and cancels it by the link', async () => {
    const shop = await machine(server, merchantId);
    const body = newOrder({
      customerEmail: SHOPPER.email,
      recurringUnit: 'MONTH',
      recurringEvery: 1,
      recurringMost: 150,
    });
    const order = await shop.call('POST /api/merchant-api/orders', { body });
    assert.equal(order.status, 200, order.text);
    assert.deepEqual([order.body.recurringUnit, order.body.recurringMost], ['MONTH', 150]);
    const again = await shop.call('POST /api/merchant-api/orders', { body });
    assert.equal(again.body.id, order.body.id);
    const checkoutId = order.body.paymentUrl!.split('/').at(-1)!;
    const sentence =
      'Amber & Oak takes 130.99 EUR from your card now and every month from now on, until you cancel, and never more than 150.00 EUR at a time. You can pause or cancel at any time by the link in every receipt.';
    const view = await server.anonymous.call('GET /api/checkouts/{id}', {
      params: { id: checkoutId },
    });
    assert.equal(view.body.recurring!.sentence, sentence);
    const paid = await pay(checkoutId);
    const token = paid.recurring!.pageUrl!.split('/').at(-1)!;
    // the shop's people read the checkout's id in the order; the page is its payer's
    for (const key of ['GET /api/checkouts/{id}', 'POST /api/checkouts/{id}/continue'] as const) {
      const { body: told, text } = await server.anonymous.call(key, {
        params: { id: checkoutId },
        from,
        headers: { 'shopper-key': '' },
      });
      assert.deepEqual([told.recurring, told.state], [{ sentence, pageUrl: null }, 'paid'], key);
      assert.ok(!text.includes(token) && !text.includes(SHOPPER.lastName), key);
      assert.equal(told.customer.email, SHOPPER.email, 'the shop itself has said it');
    }
    const [one] = (await owner.call('GET /api/recurring', { query: { f_status: 'ACTIVE' } })).body
      .content;
    const read = async () =>
      (await owner.call('GET /api/recurring/{id}', { params: { id: one!.id } })).body;
    const begun = await read();
    assert.deepEqual(
      [begun.amount, begun.mostAmount, begun.count, begun.source, begun.consentText],
      [130.99, 150, 1, 'API', sentence],
    );
    assert.match(begun.networkReference!, /^NT/);
    const { transactionId } = paid.receipt!;
    const first = await owner.call('GET /api/transactions/{id}', { params: { id: transactionId } });
    assert.equal(first.body.recurringPaymentId, one!.id);

    // to the day before, and a day on
    const due = Date.parse(begun.nextChargeAt!) - server.services.now().getTime();
    await server.services.clock.move!(due / 1000 - 60);
    await run('charge-recurring-payments');
    assert.equal((await read()).count, 1, 'not before its time');
    await server.services.clock.move!(120);
    await Promise.all([run('charge-recurring-payments'), run('charge-recurring-payments')]);
    assert.equal((await read()).count, 2);
    const charges = moved.filter(({ kind }) => kind === 'CHARGE');
    assert.equal(charges.length, 1);
    assert.equal(charges[0]!.networkReference, begun.networkReference);
    assert.ok(charges[0]!.token);

    const page = async (doing?: 'pause' | 'resume' | 'cancel') =>
      server.anonymous.call(
        doing ? `POST /api/recurring-pages/{id}/${doing}` : 'GET /api/recurring-pages/{id}',
        { params: { id: token }, from },
      );
    const seen = (await page()).body;
    assert.deepEqual(
      [seen.amount, seen.every, seen.status, seen.charges.length, seen.mayResume],
      [130.99, 'every month', 'ACTIVE', 2, false],
    );
    await page('pause');
    assert.deepEqual(
      [(await read()).status.name, (await read()).suspendReason],
      ['SUSPENDED', 'PAUSED_BY_CUSTOMER'],
    );
    await server.services.clock.move!(40 * DAY);
    await run('charge-recurring-payments');
    assert.equal((await page('resume')).body.status, 'ACTIVE');
    await run('charge-recurring-payments');
    assert.equal((await read()).count, 2, 'what came while it was paused is not taken');
    const ended = (await page('cancel')).body;
    assert.deepEqual(
      [ended.status, ended.mayCancel, ended.nextChargeAt],
      ['CANCELLED', false, null],
    );
    assert.equal((await page('resume')).status, 400);
    const did = ['BEGIN_RECURRING', 'PAUSE', 'RESUME', 'CANCEL'].map((what) => `${what} SUCCESS`);
    assert.deepEqual(await auditedOf(server, one!.id), did);
    const none = { params: { id: crypto.randomUUID() }, from };
    assert.equal((await server.anonymous.call('GET /api/recurring-pages/{id}', none)).status, 404);
    assert.equal((await server.app.inject({ url: `/pay/r/${token}` })).statusCode, 200);
    assert.equal((await server.app.inject({ url: `/pay/r/${none.params.id}` })).statusCode, 404);
  });

  const make = (more: object) =>
    owner.call('POST /api/payment-links', {
      body: { purpose: 'Tea club', amount: 12, uses: 'MANY', ...more },
    });

  test('a payment link that repeats asks for the same, one for a merchant to whom it is closed is refused, and so is what makes no sense', async () => {
    const link = await make({ recurringUnit: 'WEEK', recurringEvery: 2 });
    assert.equal(link.status, 200, link.text);
    const opened = await server.anonymous.call('POST /api/checkouts', {
      body: { link: link.body.id },
      from,
    });
    const { body } = await server.anonymous.call('GET /api/checkouts/{id}', {
      params: { id: opened.body.id },
    });
    assert.match(body.recurring!.sentence, /takes 12\.00 EUR from your card now and every 2 weeks/);
    const field = async (more: object) => (await make(more)).error.errors[0]?.field;
    assert.equal(await field({ recurringEvery: 2 }), 'recurringUnit');
    assert.equal(await field({ recurringUnit: 'MONTH', recurringEvery: 13 }), 'recurringEvery');
    const turn = (enabled: boolean) =>
      server.pool.query(
        `update merchant_features set enabled = $2 where merchant_id = $1 and feature = 'RECURRING'`,
        [merchantId, enabled],
      );
    await turn(false);
    assert.equal((await make({ recurringUnit: 'WEEK' })).status, 403);
    await turn(true);
  });

  /** Held by a rule, and let pass by a reviewer. */
  async function lookedAt(email: string) {
    const link = await make({ recurringUnit: 'MONTH' });
    const { id } = (
      await server.anonymous.call('POST /api/checkouts', { body: { link: link.body.id }, from })
    ).body;
    const asked = { params: { id }, from };
    const body = { ...SHOPPER, email };
    await server.anonymous.call('PUT /api/checkouts/{id}', { ...asked, body });
    const opened = await server.anonymous.call('POST /api/checkouts/{id}/pay', {
      ...asked,
      body: { frame: true, consent: true },
    });
    await typeCard(opened.body.page!.url);
    const goOn = async () =>
      (await server.anonymous.call('POST /api/checkouts/{id}/continue', asked)).body;
    assert.equal((await goOn()).state, 'review');
    const { transaction } = await server.one<{ transaction: string }>(
      'select id as transaction from payment_attempts where checkout_id = $1',
      [id],
    );
    const staff = await server.as('admin@paydesk.test');
    const pass = await staff.call('POST /api/transactions/{id}/actions/pass', {
      params: { id: transaction },
    });
    assert.ok(pass.status < 300, pass.text);
    return { id, transaction, goOn };
  }

  test('AM-14, ST-03 whose bank asks after a review has gone by then: a mail asks them back, their bank’s answer is waited for a day, and that nothing came of it is told', async () => {
    const to = 'wim@look.test';
    const { id, transaction, goOn } = await lookedAt(to);
    const mails = async () =>
      (await mailsOf(server, to)).map(({ subject, link }) => [subject, link.split('/').at(-1)]);
    const confirm = ['Please confirm your payment to Amber & Oak', id];
    assert.deepEqual(await mails(), [confirm]);
    const logged = await server.one(
      `select note from transaction_logs where transaction_id = $1 and event = 'CHALLENGED'`,
      [transaction],
    );
    assert.deepEqual(logged, { note: 'The payer is asked for it by mail' });

    bank = { outcome: 'action', url: (await goOn()).page!.url, authentication: null };
    await server.services.clock.move!(23 * 3600);
    await run('resolve-pending-payments');
    assert.equal((await goOn()).state, 'challenge');
    assert.deepEqual(await mails(), [confirm], 'once');
    await server.services.clock.move!(2 * 3600);
    await run('resolve-pending-payments');
    bank = null;
    const { status } = await server.one<{ status: string }>(
      'select status from transactions where id = $1',
      [transaction],
    );
    assert.equal(status, 'CANCELLED');
    assert.deepEqual(await mails(), [confirm, ['Your payment to Amber & Oak was not taken', id]]);
  });

  test('AM-14, ST-03 what repeats is confirmed by its payer also where a reviewer has let it pass', async () => {
    const { id, goOn } = await lookedAt('vera@look.test');
    const asks = await goOn();
    assert.equal(asks.state, 'challenge', asks.state);
    await answerChallenge(asks.page!.url);
    assert.equal((await goOn()).state, 'paid');
    const { reference } = await server.one<{ reference: string | null }>(
      'select network_reference as reference from recurring_payments where checkout_id = $1',
      [id],
    );
    assert.match(reference!, /^NT/);
  });

  test('AM-14, AM-108 a widget that repeats asks for the same consent, keeps what nothing is said of, and refuses what makes no sense', async () => {
    const given = { name: 'Tea club', type: 'INSTANT', totalAmount: 12, totalCurrency: 'EUR' };
    const add = (more: object) =>
      owner.call('POST /api/widgets', { body: { ...given, ...more } } as never);
    const made = await add({ recurringUnit: 'MONTH', recurringEvery: 3, recurringMost: 20 });
    assert.equal(made.status, 200, made.text);
    const { id } = made.body as { id: string };
    const open = async () => {
      const opened = await server.anonymous.call('POST /api/checkouts', {
        body: { widget: id },
        from: newShopper(),
      });
      const params = { id: opened.body.id };
      return (await server.anonymous.call('GET /api/checkouts/{id}', { params })).body.recurring;
    };
    assert.equal(
      (await open())!.sentence,
      'Amber & Oak takes 12.00 EUR from your card now and every 3 months from now on, until you cancel, and never more than 20.00 EUR at a time. You can pause or cancel at any time by the link in every receipt.',
    );
    const put = (more: object) =>
      owner.call('PUT /api/widgets/{id}', { params: { id }, body: { ...given, ...more } } as never);
    const kept = (await put({ totalLabel: 'Join' })).body as Record<string, unknown>;
    assert.deepEqual(
      [kept['recurringUnit'], kept['recurringEvery'], kept['recurringMost']],
      ['MONTH', 3, 20],
    );
    await put({ recurringUnit: null, recurringEvery: null, recurringMost: null });
    assert.equal(await open(), null, 'it is paid once');
    const field = async (more: object) => (await add(more)).error.errors[0]?.field;
    assert.equal(await field({ recurringEvery: 2 }), 'recurringUnit');
    assert.equal(await field({ recurringMost: 50 }), 'recurringUnit');
    assert.equal(await field({ recurringUnit: 'WEEK', recurringEvery: 53 }), 'recurringEvery');
    assert.equal(await field({ recurringUnit: 'WEEK', recurringMost: 11.99 }), 'recurringMost');
    assert.equal(await field({ recurringUnit: 'YEAR' }), 'recurringUnit');
    await server.pool.query(
      `update merchant_features set enabled = false where merchant_id = $1 and feature = 'RECURRING'`,
      [merchantId],
    );
    assert.equal((await add({ recurringUnit: 'WEEK' })).status, 403);
    await server.pool.query(
      `update merchant_features set enabled = true where merchant_id = $1 and feature = 'RECURRING'`,
      [merchantId],
    );
  });

  test('two hundred days by the calendar, over two that charge at once: each on the right days, each once', async () => {
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
    const start = new Date(server.services.now().getTime() - 60_000);
    const kinds = [
      ['MONTH', 1],
      ['WEEK', 2],
      ['DAY', 10],
      ['MONTH', 3],
    ] as const;
    const made = await Promise.all(
      kinds.map(async ([intervalUnit, intervalCount]) => {
        const { id } = await insertAgreed(server, merchantId, {
          intervalUnit,
          intervalCount,
          createdDate: start,
          nextChargeAt: start,
          anchorDay: start.getUTCDate(),
          amountCents: 5_00n,
        });
        return { id, intervalUnit, intervalCount };
      }),
    );
    const steps = 240;
    for (let step = 0; step < steps; step++) {
      await Promise.all([run('charge-recurring-payments'), run('charge-recurring-payments')]);
      await server.services.clock.move!(20 * 3600);
    }
    const end = start.getTime() + (steps - 1) * 20 * 3600 * 1000;
    for (const { id, intervalUnit, intervalCount } of made) {
      const expected: string[] = [];
      for (let nth = 0; ; nth++) {
        const date = new Date(start);
        const [year, month, day] = [
          start.getUTCFullYear(),
          start.getUTCMonth(),
          start.getUTCDate(),
        ];
        if (intervalUnit === 'MONTH') {
          const last = new Date(Date.UTC(year, month + nth * intervalCount + 1, 0)).getUTCDate();
          date.setUTCFullYear(year, month + nth * intervalCount, Math.min(day, last));
        } else date.setUTCDate(day + nth * intervalCount * (intervalUnit === 'WEEK' ? 7 : 1));
        if (date.getTime() > end) break;
        expected.push(date.toISOString().slice(0, 10));
      }
      const charged = await server.all<{ day: string; times: number }>(
        `select to_char(t.date at time zone 'UTC' - interval '20 hours 1 minute', 'YYYY-MM-DD') as earliest,
           d.due_day as day, count(*)::int as times
         from recurring_charges c join transactions t on t.id = c.id and t.merchant_id = c.merchant_id join recurring_dues d on d.id = c.due_id and d.merchant_id = c.merchant_id
         where c.recurring_payment_id = $1 and c.status = 'APPROVED'
         group by 1, 2 order by 2`,
        [id],
      );
      assert.deepEqual(
        charged.map(({ day }) => day),
        expected,
        `${intervalUnit} ${intervalCount}`,
      );
      assert.ok(charged.every(({ times }) => times === 1));
    }
  });
});
