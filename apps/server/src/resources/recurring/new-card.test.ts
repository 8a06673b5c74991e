import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askForCards } from '../../domain/recurring/expiring.ts';
import type { MoneyRequest } from '../../gateways/acquirer.ts';
import { tasksOf } from '../../resources.ts';
import { newShopper } from '../../testing/checkouts.ts';
import { mailsOf } from '../../testing/mails.ts';
import { insertAgreed } from '../../testing/recurring.ts';
import { auditedOf } from '../../testing/audited.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { answerChallenge, leaveCard, typeCard } from '../../testing/shopper.ts';

describe('a payer’s new card', () => {
  let server: TestServer;
  let merchantId: string;
  const moved: MoneyRequest[] = [];
  /** What the bank says of each charge, where it says no. */
  let refusal: { reason: string; code: string } | null = null;
  before(async () => {
    server = await testServer({
      clock: true,
      settings: { CALLBACK_ALLOW: '127.0.0.1' },
      acquirer: (own) => ({
        ...own,
        move: (request) => {
          moved.push(request);
          return refusal && request.kind === 'CHARGE'
            ? Promise.resolve({ outcome: 'declined', ...refusal })
            : own.move(request);
        },
      }),
    });
    merchantId = await server.merchantId('Amber & Oak');
    await server.pool.query(`update recurring_payments set status = 'CANCELLED'`);
  });
  after(() => server.close());

  const run = () =>
    tasksOf(server.services)
      .find(({ name }) => name === 'charge-recurring-payments')!
      .run();
  const begin = async (given: Parameters<typeof insertAgreed>[2] = {}) => {
    const { id } = await insertAgreed(server, merchantId, given);
    const row = await server.one<{ access_token: string }>(
      `update recurring_payments set payer_email = 'anna@mail.test', card_pan = '545454******5454'
       where id = $1 returning access_token`,
      [id],
    );
    const from = newShopper();
    const params = { id: row.access_token };
    const see = async () =>
      (await server.anonymous.call('GET /api/recurring-pages/{id}', { params, from })).body;
    const ask = () =>
      server.anonymous.call('POST /api/recurring-pages/{id}/card', {
        params,
        from,
        body: { frame: true },
      });
    const goOn = () =>
      server.anonymous.call('POST /api/recurring-pages/{id}/card/continue', { params, from });
    const row_ = () =>
      server.one<{ status: string; last4: string; token: string | null; asked: boolean }>(
        `select r.status, right(r.card_pan, 4) as last4, c.token, r.card_asked_id is not null as asked
         from recurring_payments r join cards c on c.id = r.card_id where r.id = $1`,
        [id],
      );
    return { id, see, ask, goOn, row: row_ };
  };
  /** Authorisations at the acquirer that nobody let go of; the demo has some. */
  const held = async () => {
    const rows = await server.all(
      `select from acquirer_sandbox.requests r where kind = 'AUTHORISE' and not exists (
         select from acquirer_sandbox.requests c where c.transaction_id = r.transaction_id and c.kind = 'CANCEL')`,
    );
    return rows.length;
  };
  const mails = async (subject: string) =>
    (await mailsOf(server, 'anna@mail.test')).filter((mail) => mail.subject.startsWith(subject))
      .length;

  test('AM-122, AM-108 is typed on the acquirer’s page, confirmed at the bank, charged from then on in place of the old one, and nothing is held for it', async () => {
    const one = await begin({ nextChargeAt: new Date(server.services.now().getTime() + 3600_000) });
    const before = { row: await one.row(), held: await held() };
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, one.ask));
    assert.equal(first!.status, 200, first!.text);
    const url = first!.body.newCard!.page!.url;
    for (const other of others) assert.equal(other.body.newCard?.page?.url ?? url, url);
    await leaveCard(url);
    assert.equal((await one.goOn()).body.newCard, null, 'who left the page has the old one');
    assert.deepEqual(await one.row(), before.row);

    const again = (await one.ask()).body.newCard!;
    assert.equal(again.state, 'card');
    await typeCard(again.page!.url, 'approveMastercard');
    const at = (await one.goOn()).body.newCard!;
    assert.equal(at.state, 'challenge', 'its bank asks who types it');
    assert.deepEqual(await one.row(), before.row, 'not before its holder has confirmed it');
    await answerChallenge(at.page!.url);
    await Promise.all(Array.from({ length: 10 }, one.goOn));
    assert.deepEqual(
      (await auditedOf(server, one.id)).filter((said) => said.startsWith('REPLACE_CARD')),
      ['REPLACE_CARD SUCCESS'],
    );
    const seen = await one.see();
    assert.deepEqual(
      [seen.newCard!.state, seen.card, seen.cardExpires, seen.status],
      ['done', '4444', '2039-12', 'ACTIVE'],
    );
    const released = moved.filter(({ kind }) => kind === 'CANCEL');
    assert.equal(new Set(released.map(({ operationId }) => operationId)).size, 1);
    assert.equal(await held(), before.held, 'nothing is held');

    moved.length = 0;
    await server.services.clock.move!(3700);
    await run();
    const [charge] = moved.filter(({ kind }) => kind === 'CHARGE');
    const after = await one.row();
    assert.equal(charge!.token, after.token);
    assert.notEqual(after.token, before.row.token);
    assert.match(charge!.networkReference!, /^NT/);
    assert.ok((await mails('A new card for your subscription')) > 0);
  });

  test('AM-122 one that its bank refuses changes nothing, and one after a hard decline lets a suspended payment go on', async () => {
    const one = await begin({
      status: 'SUSPENDED',
      suspendReason: 'DECLINED',
      nextChargeAt: new Date(server.services.now().getTime() + 40 * 86_400_000),
    });
    const refused = (await one.ask()).body.newCard!;
    await typeCard(refused.page!.url, 'lostCard');
    const said = (await one.goOn()).body;
    assert.deepEqual([said.newCard!.state, said.status], ['failed', 'SUSPENDED']);
    assert.doesNotMatch(said.newCard!.reason!, /lost/i, 'what the bank suspects is not told');
    const next = (await one.ask()).body.newCard!;
    await typeCard(next.page!.url, 'approve');
    await answerChallenge((await one.goOn()).body.newCard!.page!.url);
    const done = (await one.goOn()).body;
    assert.deepEqual(
      [done.newCard!.state, done.status, done.suspendReason],
      ['done', 'ACTIVE', null],
    );
    assert.ok(Date.parse(done.nextChargeAt!) > server.services.now().getTime());
  });

  test('AM-122 a charge that is declined for good is not tried again, and its payer asked once, by mail, for another card', async () => {
    const one = await begin({ nextChargeAt: new Date(server.services.now().getTime() + 3600_000) });
    const earlier = (await mailsOf(server, 'anna@mail.test')).length;
    refusal = { reason: 'Lost card', code: '41' };
    await server.services.clock.move!(3700);
    await run();
    await run();
    refusal = null;
    const day = await server.one<{ status: string; again: string | null }>(
      'select status, next_attempt_at as again from recurring_dues where recurring_payment_id = $1',
      [one.id],
    );
    assert.deepEqual(day, { status: 'UNPAID', again: null });
    const mail = (await mailsOf(server, 'anna@mail.test')).slice(earlier);
    assert.equal(mail.length, 1);
    const { subject, text, html, link } = mail[0]!;
    assert.equal(subject, 'Amber & Oak could not take 14.99 EUR');
    assert.match(text, /14\.99 EUR is not paid/);
    assert.match(text, /another card/);
    assert.match(text, /see what is charged when, and pause or cancel at any time/);
    assert.match(html, /Enter a new card/);
    assert.doesNotMatch(`${text} ${html}`, /lost/i, 'what the bank suspects is not told');
    const { access_token: token } = await server.one<{ access_token: string }>(
      'select access_token from recurring_payments where id = $1',
      [one.id],
    );
    assert.ok(link.endsWith(`/pay/r/${token}`), link);
  });

  test('AM-122, AM-103 the card whose later charges are declined is taken, and then tried again by the plan', async () => {
    const one = await begin({ nextChargeAt: new Date(server.services.now().getTime() + 3600_000) });
    const page = (await one.ask()).body.newCard!.page!;
    await typeCard(page.url, 'declinesLater');
    await answerChallenge((await one.goOn()).body.newCard!.page!.url);
    assert.equal((await one.goOn()).body.newCard!.state, 'done');
    await server.services.clock.move!(3700);
    await run();
    const day = await server.one<{ status: string; failure: string }>(
      'select status, failure from recurring_dues where recurring_payment_id = $1',
      [one.id],
    );
    assert.deepEqual(day, { status: 'RETRYING', failure: 'Insufficient funds' });
    const { code } = await server.one<{ code: string }>(
      'select decline_code as code from recurring_charges where recurring_payment_id = $1',
      [one.id],
    );
    assert.equal(code, '51');
  });

  test('AM-122 a card that is over before the next charge is asked for by mail, once for each card', async () => {
    const now = server.services.now();
    const next = new Date(now.getTime() + 20 * 86_400_000);
    const one = await begin({ nextChargeAt: next });
    const expires = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - 1, 1));
    await server.pool.query('update recurring_payments set card_expires = $2 where id = $1', [
      one.id,
      expires.toISOString().slice(0, 7),
    ]);
    assert.equal((await one.see()).cardOver, true);
    const before = await mails('Your card expires before');
    await Promise.all([run(), run()]);
    await run();
    assert.equal(await mails('Your card expires before'), before + 1);
    assert.equal((await one.row()).asked, true);
  });

  test('AM-122 which month a card must outlast is told by the days of the installation, not by UTC', async () => {
    const late = await begin({ nextChargeAt: new Date('2026-02-28T22:00:00Z') });
    const early = await begin({ nextChargeAt: new Date('2026-02-28T10:00:00Z') });
    for (const { id } of [late, early])
      await server.pool.query(
        `update recurring_payments set card_expires = '2026-02' where id = $1`,
        [id],
      );
    await server.pool.query(`update business_day_zone set zone = 'Asia/Tokyo'`);
    try {
      await server.database.transaction('all', (tx) => askForCards(tx, server.services, 100));
    } finally {
      await server.pool.query(`update business_day_zone set zone = 'UTC'`);
    }
    assert.deepEqual([(await late.row()).asked, (await early.row()).asked], [true, false]);
    await server.pool.query(
      `update recurring_payments set status = 'CANCELLED' where id = any($1)`,
      [[late.id, early.id]],
    );
  });

  test('AM-122 one run ends all that are over and asks for all cards, more than one portion of each', async () => {
    const now = server.services.now().getTime();
    const over = new Date(now - 60_000);
    const next = new Date(now + 20 * 86_400_000);
    const made = await Promise.all(
      Array.from({ length: 11 }, async () => {
        const { id: ended } = await insertAgreed(server, merchantId, { expirationDate: over });
        const { id: asked } = await insertAgreed(server, merchantId, { nextChargeAt: next });
        return { ended, asked };
      }),
    );
    await server.pool.query(
      `update recurring_payments set card_expires = '2020-01' where id = any($1)`,
      [made.map(({ asked }) => asked)],
    );
    await run();
    const { rows } = await server.pool.query(
      `select status, card_asked_id is not null as asked, count(*)::int as n
       from recurring_payments where id = any($1) group by 1, 2 order by 1`,
      [made.flatMap(({ ended, asked }) => [ended, asked])],
    );
    assert.deepEqual(rows, [
      { status: 'ACTIVE', asked: true, n: 11 },
      { status: 'EXPIRED', asked: false, n: 11 },
    ]);
  });

  test('AM-104 what is no token, no body or over is refused', async () => {
    const one = await begin({ status: 'CANCELLED' });
    assert.equal((await one.ask()).status, 400);
    assert.equal((await one.see()).mayChangeCard, false);
    const params = { id: crypto.randomUUID() };
    const from = newShopper();
    const call = (id: string, body: unknown) =>
      server.anonymous.call('POST /api/recurring-pages/{id}/card', {
        params: { id },
        from,
        body,
      } as never);
    assert.equal((await call(params.id, { frame: true })).status, 404);
    assert.equal((await call('x', { frame: true })).status, 404);
    for (const body of [{}, { frame: 'yes' }, { frame: true, card: '4242424242424242' }])
      assert.equal((await call(params.id, body)).status, 400, JSON.stringify(body));
    assert.equal(
      (
        await server.anonymous.call('POST /api/recurring-pages/{id}/card/continue', {
          params,
          from,
        })
      ).status,
      404,
    );
  });
});
