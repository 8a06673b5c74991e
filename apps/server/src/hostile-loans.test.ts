import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import { hold } from './domain/lending/loan.ts';
import { mailReminder } from './domain/lending/mails.ts';
import { signCall } from './platform/auth/signatures.ts';
import { insertMerchant } from './seed/factories.ts';
import { aLender, applicationOf, loanAt, press, theLender } from './testing/borrowers.ts';
import { newShopper, openedCheckout, SHOPPER } from './testing/checkouts.ts';
import { machine } from './testing/machines.ts';
import { mailsOf } from './testing/mails.ts';
import { insertAgreed, insertDue } from './testing/recurring.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from './testing/server.ts';

/** Links of somebody else, what is sent twice or by ten at once, and bodies that no page of ours sends. */

const OF_SHOPPERS = /^(POST|PUT|GET) \/api\/(checkouts\/\{id\}\/loan|loans|recurring-pages)\b/;
const OF_PEOPLE =
  /^POST \/api\/(recurring|recurring-dues|financing\/consumer-credits|merchant-api\/recurring)\//;

const PUBLIC = 'http://127.0.0.1:3000';
const DEEP = 3000;
const nested = (field: string) => `{"${field}":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
const objects = (field: string) => `{"${field}":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`;
/** Each is wrong for every call there is. */
const BODIES = [
  ...['amount', 'offerId', 'method', 'consents', 'frame', 'note', 'ids'].flatMap((field) => [
    nested(field),
    `{"${field}":"\\ud800"}`,
    `{"${field}":{"$gt":""}}`,
  ]),
  objects('months'),
  '{"__proto__":{"amount":1},"constructor":{"prototype":{}}}',
  '{"amount":1e400}',
  '{"amount":-0.01}',
  '[]',
  'null',
  '"text"',
  '{"amount":1',
];

const keysLike = (of: RegExp) => (Object.keys(table) as Key[]).filter((key) => of.test(key));

const ten = async (ask: (nth: number) => Promise<{ status: number; text: string }>) => {
  const said = await Promise.all(Array.from({ length: 10 }, (_, nth) => ask(nth)));
  for (const { status, text } of said) assert.ok(status < 500, text);
  return said.map(({ status }) => status).filter((status) => status === 200).length;
};

describe('loans and recurring payments, called by somebody who means harm', () => {
  let server: TestServer;
  let amber: string;
  let other: string;
  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, PUBLIC_URL: PUBLIC },
    });
    await server.pool.query('update rules set active = false');
    await server.pool.query('update financing_institutions set active = false');
    await theLender(server);
    amber = await server.merchantId('Amber & Oak');
    other = (await insertMerchant(server.pool, {})).id;
  });
  after(() => server.close());

  const raw = (key: Key, id: string, payload: string | undefined, token?: string | null) => {
    const [method, path] = key.split(' ') as ['POST', string];
    return server.app.inject({
      method,
      url: path.replace(/\{\w+\}/g, id),
      remoteAddress: newShopper(),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(payload !== undefined && { payload }),
    });
  };
  const at = (key: Key, id: string, body?: object) =>
    server.anonymous.call(key, {
      params: { id },
      ...(body && { body }),
      from: newShopper(),
    } as never);
  const all = (loan: string) =>
    server.one<{ all: string }>(
      `select concat_ws('|', (select l::text from consumer_credits l where id = $1),
         (select string_agg(o::text, ',' order by id) from offers o where consumer_credit_id = $1),
         (select string_agg(o::text, ',' order by id) from loan_operations o where consumer_credit_id = $1),
         (select string_agg(e::text, ',' order by id) from loan_events e where consumer_credit_id = $1),
         (select string_agg(a::text, ',' order by id) from authentications a where consumer_credit_id = $1),
         (select string_agg(s::text, ',' order by id) from signatures s where consumer_credit_id = $1)) as all`,
      [loan],
    );
  const recurring = (id: string) =>
    server.one<{ all: string }>(
      `select concat_ws('|', (select r::text from recurring_payments r where id = $1),
         (select string_agg(d::text, ',' order by id) from recurring_dues d where recurring_payment_id = $1),
         (select string_agg(c::text, ',' order by id) from recurring_card_changes c where recurring_payment_id = $1)) as all`,
      [id],
    );
  const pageOf = async (id: string) =>
    (
      await server.one<{ token: string }>(
        'select access_token as token from recurring_payments where id = $1',
        [id],
      )
    ).token;

  test('SB-51, AM-104 bodies nested without end, broken words and other shapes are refused by each call, and change nothing', async () => {
    const { id, state } = await loanAt(server, amber, 'OFFER_SELECTION');
    const due = await insertAgreed(server, amber, {});
    const page = await pageOf(due.id);
    const owner = await server.as('owner@amber.test');
    const shop = await machine(server, amber);
    const before = [await all(state.loan!.id), await recurring(due.id)];
    const share = new Share('bodies that no page sends');
    const send = async (key: Key, about: string, by?: Client) => {
      if (!(table[key] as Endpoint).body) return;
      // what another call takes may be right for none of these: a field too many is refused
      for (const body of share.of(BODIES, key, 12)) {
        const said = await raw(key, about, body, by?.token);
        assert.ok(
          said.statusCode >= 400 && said.statusCode < 500,
          `${key} ${body.slice(0, 40)}: ${said.statusCode} ${said.body.slice(0, 200)}`,
        );
      }
    };
    for (const key of keysLike(OF_SHOPPERS))
      await send(key, key.includes('recurring-pages') ? page : id);
    for (const key of keysLike(OF_PEOPLE)) {
      const isLoan = key.includes('consumer-credits');
      await send(
        key,
        isLoan ? state.loan!.id : due.id,
        key.includes('merchant-api') ? shop : owner,
      );
    }
    assert.deepEqual([await all(state.loan!.id), await recurring(due.id)], before);
    share.tell();
  });

  test('SB-48, LN-35 a link that is another’s, another kind’s or nobody’s opens nothing', async () => {
    const mine = await loanAt(server, amber, 'OFFER_SELECTION');
    const theirs = await loanAt(server, other, 'SIGNING_DOCUMENTS_PREPARED');
    const lent = await loanAt(server, amber, 'CONFIRMED');
    const { id: recurringId } = await insertAgreed(server, amber, {});
    const token = lent.state.loan!.token!;
    const ids = {
      checkouts: [randomUUIDv7(), token, mine.state.loan!.id, recurringId, 'x', '%00'],
      loans: [randomUUIDv7(), lent.id, lent.state.loan!.id, await pageOf(recurringId), 'x'],
      'recurring-pages': [randomUUIDv7(), recurringId, token, lent.id, 'x'],
    };
    const stood = [await all(mine.state.loan!.id), await all(theirs.state.loan!.id)];
    const agreement = theirs.state.loan!.documents.find(({ kind }) => kind === 'AGREEMENT')!;
    const asked = { method: 'SMART_ID', frame: false };
    const BODY: Record<string, object> = {
      loan: await applicationOf(server, mine.id),
      offer: { offerId: theirs.state.loan!.offers[0]!.id },
      authentication: asked,
      signing: { ...asked, agreementSha256: agreement.sha256, agreed: true },
      withdraw: { amount: 1 },
      repay: { amount: 1 },
      card: { frame: true },
    };
    for (const key of keysLike(OF_SHOPPERS)) {
      const [, what] = /\/api\/([\w-]+)/.exec(key)!;
      const body = (table[key] as Endpoint).body ? BODY[key.split('/').at(-1)!] : undefined;
      for (const id of ids[what as keyof typeof ids]) {
        const said = await raw(key, id, body && JSON.stringify(body));
        assert.ok(
          [400, 404].includes(said.statusCode),
          `${key} ${id}: ${said.statusCode} ${said.body}`,
        );
      }
    }
    // the own checkout with what belongs to another's loan
    const wrong = await at('POST /api/checkouts/{id}/loan/offer', mine.id, BODY['offer']);
    assert.ok(wrong.status >= 400 && wrong.status < 500, wrong.text);
    const early = await at('POST /api/checkouts/{id}/loan/signing', mine.id, BODY['signing']);
    assert.ok(early.status >= 400 && early.status < 500, early.text);
    const otherPaper = await at('POST /api/checkouts/{id}/loan/signing', theirs.id, {
      ...BODY['signing'],
      agreementSha256: '0'.repeat(64),
    });
    assert.equal(otherPaper.status, 400, otherPaper.text);
    assert.deepEqual([await all(mine.state.loan!.id), await all(theirs.state.loan!.id)], stood);
  });

  /** Who pays, as a checkout tells it to a key. */
  const saidTo = async (id: string, key: string) =>
    (
      await server.anonymous.call('GET /api/checkouts/{id}', {
        params: { id },
        from: newShopper(),
        headers: { 'shopper-key': key },
      })
    ).body.customer.email;

  test('SB-04, LN-10 an order’s people see the id of its checkout, and by that read nothing of who borrows, nor do anything in their place', async () => {
    const { id, state } = await loanAt(server, amber, 'SIGNING_DOCUMENTS_PREPARED');
    const loan = state.loan!;
    const token = loan.token!;
    const paper = loan.documents.find(({ kind }) => kind === 'AGREEMENT')!;
    const { order } = await server.one<{ order: string }>(
      'select order_id as order from consumer_credits where id = $1',
      [loan.id],
    );
    const operator = await server.as('operator@amber.test');
    const seen = await operator.call('GET /api/orders/{id}', { params: { id: order } });
    assert.match(seen.body.paymentUrl!, new RegExp(`/${id}$`), 'what is given away by no call');
    assert.doesNotMatch(seen.text, new RegExp(token));
    const status = async (url: string) => (await server.app.inject({ url })).statusCode;
    assert.equal(await status(`/pay/c/${id}/documents/${paper.id}.pdf`), 404);
    assert.equal(await status(`/pay/loan/${id}/documents/${paper.id}.pdf`), 404);
    assert.equal(await status(`/pay/loan/${loan.id}/documents/${paper.id}.pdf`), 404);
    assert.equal(await status(`/pay/loan/${token}/documents/${paper.id}.pdf`), 200);

    const stood = await all(loan.id);
    const asked = { method: 'SMART_ID', frame: false };
    const application = await applicationOf(server, id);
    for (const key of ['', 'a-key-that-somebody-else-has', 'short', loan.id]) {
      const by = async (what: string, body?: object, method = 'POST') => {
        const said = await server.anonymous.call(
          `${method} /api/checkouts/{id}/loan${what}` as 'POST /api/checkouts/{id}/loan/cancel',
          {
            params: { id },
            ...(body && { body: body as never }),
            from: newShopper(),
            headers: { 'shopper-key': key },
          },
        );
        for (const secret of [token, paper.id, paper.sha256, loan.id])
          assert.doesNotMatch(said.text, new RegExp(secret), what);
        return said.status === 200 ? said.body.loan : said.status;
      };
      assert.equal(await by('', undefined, 'GET'), null);
      assert.equal(await by('/continue'), null);
      assert.equal(await by('', application), null, 'applied for again');
      const signing = { ...asked, agreementSha256: paper.sha256, agreed: true };
      assert.equal(await by('/signing', signing), 400);
      assert.equal(await by('/authentication', asked), 400);
      assert.equal(await by('/offer', { offerId: loan.offers[0]!.id }), 400);
      assert.equal(await by('/cancel'), 400);
      assert.equal(await by('/review'), 400);
    }
    assert.deepEqual(await all(loan.id), stood);
    assert.equal(await saidTo(id, token), SHOPPER.email, 'who applied where it was said who pays');
    // its own page it has once it is confirmed
    assert.equal(await status(`/pay/loan/${token}`), 404);
    assert.equal(
      (await server.anonymous.call('GET /api/loans/{id}', { params: { id: token } })).status,
      404,
    );
  });

  test('LN-35, SB-04 from another browser a borrower goes on by their mail; who applies without a key of their own is answered one', async () => {
    await theLender(server);
    const id = await openedCheckout(server, amber);
    const email = `${id}@shopper.test`;
    const read = async (key: string) =>
      (
        await server.anonymous.call('GET /api/checkouts/{id}/loan', {
          params: { id },
          from: newShopper(),
          headers: { 'shopper-key': key },
        })
      ).body.loan;
    const { body } = await server.anonymous.call('POST /api/checkouts/{id}/loan', {
      params: { id },
      body: { ...(await applicationOf(server, id)), email },
      from: newShopper(),
      headers: { 'shopper-key': '' },
    });
    assert.equal((await read(body.loan!.token!))?.status, 'OFFER_SELECTION');
    assert.equal(await read(''), null);
    const [mail, ...more] = await mailsOf(server, email);
    assert.deepEqual(more, []);
    const [address, key] = mail!.link.split('#loan=');
    assert.match(address!, new RegExp(`/pay/c/${id}$`));
    assert.equal((await read(key!))?.id, body.loan!.id);
    // who applies in another's checkout is told nothing of them by their own loan
    assert.equal(await saidTo(id, key!), null);

    // begun by a version that knew of no key: whoever is mailed has one from then on
    await server.pool.query(
      'update consumer_credits set token = null, shopper_key_hash = null where checkout_id = $1',
      [id],
    );
    await server.services.database.transaction('all', async (tx) => {
      const { loan } = await hold(tx, body.loan!.id);
      await mailReminder(tx, server.services, loan);
    });
    const later = (await mailsOf(server, email)).at(-1)!.link.split('#loan=')[1]!;
    assert.notEqual(later, key);
    assert.equal((await read(later))?.id, body.loan!.id);
    assert.equal(await read(key!), null);
  });

  test('LN-33, SB-48 a personal ID is kept as its country writes it, however it was typed', async () => {
    const staff = await server.as('admin@paydesk.test');
    for (const [country, typed, kept, dateOfBirth] of [
      ['EE', ' 384 0229\t2719 ', '38402292719', '1984-02-29'],
      ['LV', '16117519997', '161175-19997', '1975-11-16'],
      ['LV', '161175 - 19997', '161175-19997', '1975-11-16'],
      ['FI', '131052-308t', '131052-308T', '1952-10-13'],
    ] as const) {
      const id = await openedCheckout(server, amber);
      const application = await applicationOf(server, id);
      const person = { personalId: typed, country, dateOfBirth };
      const { body, status, text } = await server.anonymous.call('POST /api/checkouts/{id}/loan', {
        params: { id },
        body: { ...application, ...person },
        from: newShopper(),
      });
      assert.equal(status, 200, text);
      const loan = await staff.call('GET /api/financing/consumer-credits/{id}', {
        params: { id: body.loan!.id },
      });
      assert.equal(loan.body.person!.personalId, kept, typed);
    }
  });

  test('LN-30, LN-31, LN-32, LN-35 ten at once of each step are one of it, and what is sent again changes nothing', async () => {
    await theLender(server);
    const id = await openedCheckout(server, amber);
    const application = await applicationOf(server, id);
    const count = (what: string, loan: string) =>
      server
        .one<{ n: number }>(`select count(*)::int as n from ${what}`, [loan])
        .then(({ n }) => n);
    await ten(() => at('POST /api/checkouts/{id}/loan', id, application));
    const { rows } = await server.pool.query<{ id: string }>(
      'select id from consumer_credits where checkout_id = $1',
      [id],
    );
    assert.equal(rows.length, 1, 'one loan');
    const loan = rows[0]!.id;
    const offers = await server.all<{ id: string }>(
      `select id from offers where consumer_credit_id = $1`,
      [loan],
    );
    await ten((nth) =>
      at('POST /api/checkouts/{id}/loan/offer', id, { offerId: offers[nth % offers.length]!.id }),
    );
    assert.equal(
      await count(`offers where consumer_credit_id = $1 and status = 'CHOSEN'`, loan),
      1,
    );
    const asked = { method: 'SMART_ID', frame: false };
    await ten(() => at('POST /api/checkouts/{id}/loan/authentication', id, asked));
    const view = async () =>
      (
        await server.anonymous.call('GET /api/checkouts/{id}/loan', {
          params: { id },
          from: newShopper(),
        })
      ).body.loan!;
    assert.equal(await count('authentications where consumer_credit_id = $1', loan), 1);
    await press((await view()).authentication!.url!);
    await ten(() => at('POST /api/checkouts/{id}/loan/continue', id));
    const { sha256 } = (await view()).documents.find(({ kind }) => kind === 'AGREEMENT')!;
    const signs = { ...asked, agreementSha256: sha256, agreed: true };
    await ten(() => at('POST /api/checkouts/{id}/loan/signing', id, signs));
    await press((await view()).signing!.url!);
    await ten(() => at('POST /api/checkouts/{id}/loan/continue', id));
    const lent = await view();
    assert.equal(lent.status, 'CONFIRMED');
    assert.equal(await count('institution_sandbox.loans where loan_id = $1', loan), 1, 'lent once');
    // each step again, as a page that was kept open would
    const stood = await all(loan);
    for (const [what, body] of [
      ['', application],
      ['/offer', { offerId: offers[0]!.id }],
      ['/authentication', asked],
      ['/signing', signs],
      ['/cancel', undefined],
      ['/review', undefined],
    ] as const) {
      const said = await at(`POST /api/checkouts/{id}/loan${what}` as Key, id, body);
      assert.ok(said.status < 500, `${what}: ${said.text}`);
    }
    assert.deepEqual(await all(loan), stood);

    const token = lent.token!;
    const page = async () =>
      (
        await server.anonymous.call('GET /api/loans/{id}', {
          params: { id: token },
          from: newShopper(),
        })
      ).body.loan;
    const { amount } = (await page()).repaying!;
    assert.equal(
      (await at('POST /api/loans/{id}/repay', token, { amount: amount + 0.01 })).status,
      400,
    );
    await ten(() => at('POST /api/loans/{id}/repay', token, { amount }));
    await ten(() => at('POST /api/loans/{id}/withdraw', token, { amount }));
    assert.equal(await count('institution_sandbox.loan_ends where loan_id = $1', loan), 1);
    assert.equal(
      await count(
        `loan_operations where consumer_credit_id = $1 and kind in ('WITHDRAW','REPAY')`,
        loan,
      ),
      1,
      'one of both',
    );
  });

  test('AM-122, SB-48 ten at once of a payer’s steps are one; merchants reach no other’s recurring payment or day', async () => {
    const { id } = await insertAgreed(server, amber, {});
    const page = await pageOf(id);
    const changed = (action: string) =>
      server
        .one<{ n: number }>(
          `select count(*)::int as n from audit_logs where entity_id = $1 and action = $2 and result = 'SUCCESS'`,
          [id, action],
        )
        .then(({ n }) => n);
    await ten(() => at('POST /api/recurring-pages/{id}/pause', page));
    assert.equal(await changed('PAUSE'), 1);
    await ten(() => at('POST /api/recurring-pages/{id}/resume', page));
    assert.equal(await changed('RESUME'), 1);
    await ten(() => at('POST /api/recurring-pages/{id}/card', page, { frame: true }));
    const { rows } = await server.pool.query(
      'select id from recurring_card_changes where recurring_payment_id = $1',
      [id],
    );
    assert.equal(rows.length, 1, 'one page for a card');

    const dueId = await insertDue(server, amber, id);
    const stood = await recurring(id);
    const stranger = await server.person({ merchantId: other });
    const theirs = await machine(server, other);
    for (const key of keysLike(OF_PEOPLE)) {
      if (key.includes('consumer-credits')) continue;
      const isDue = key.includes('dues');
      const isMany = key.includes('/many/');
      const body = isMany ? { ids: [dueId] } : key.endsWith('amount') ? { amount: 15 } : {};
      const said = await raw(
        key,
        isDue ? dueId : id,
        JSON.stringify(body),
        key.includes('merchant-api') ? theirs.token : stranger.token,
      );
      assert.ok(
        (said.statusCode >= 400 && said.statusCode < 500) || isMany,
        `${key}: ${said.statusCode} ${said.body}`,
      );
    }
    assert.deepEqual(await recurring(id), stood);
    await ten(() => at('POST /api/recurring-pages/{id}/cancel', page));
    assert.equal(await changed('CANCEL'), 1);
  });

  test('SB-47, LN-35 what an institution reports is believed by the secret of whom the loan was sent to, once, and by nobody else', async () => {
    interface Own {
      url: string;
      secret: string;
    }
    const { state } = await loanAt(server, amber, 'CONFIRMED');
    const loan = state.loan!;
    const [mine, theirs, beside] = ['own', 'others', 'own'].map((name, nth) => ({
      url: `https://${name}.lender.test/v1`,
      secret: `the secret of ${name} ${nth}, which is long enough to be one`,
    })) as [Own, Own, Own];
    const { institutionId } = await theLender(server);
    const another = (await aLender(server)).institutionId;
    const third = (await aLender(server)).institutionId;
    const staff = await server.as('admin@paydesk.test');
    for (const [id, body] of [
      [institutionId, mine],
      [another, theirs],
      [third, beside],
    ] as const) {
      const set = await staff.call(
        'POST /api/financing/financing-institutions/{id}/actions/set-gateway',
        { params: { id }, body } as never,
      );
      assert.equal(set.status, 200, set.text);
    }
    await server.pool.query(
      'update loan_operations set gateway = $2 where consumer_credit_id = $1',
      [loan.id, mine.url],
    );
    const target = `${PUBLIC}/gateway-notices/institution`;
    const paid = (given: object = {}) => ({
      noticeId: randomUUIDv7(),
      loanId: loan.id,
      loanNumber: loan.loanNumber,
      kind: 'INSTALMENT_PAID',
      number: 1,
      paidCents: 100,
      paidDate: '2026-11-23',
      ...given,
    });
    const say = async (
      notice: object | string,
      {
        keyId = `institution:${institutionId}`,
        secret = mine.secret,
        to = target,
        sent = (body: string) => body,
        when = new Date(),
      } = {},
    ) => {
      const body = typeof notice === 'string' ? notice : JSON.stringify(notice);
      const headers = signCall({ method: 'POST', targetUri: to, body }, { keyId, secret }, when);
      const answer = await server.app.inject({
        method: 'POST',
        url: new URL(target).pathname,
        remoteAddress: newShopper(),
        headers: { 'content-type': 'application/json', ...headers },
        payload: sent(body),
      });
      return answer.statusCode === 200
        ? answer.json<{ noted: boolean }>().noted
        : answer.statusCode;
    };
    const own = { keyId: `institution:${another}`, secret: theirs.secret };
    const stood = await all(loan.id);
    const HOUR = 3_600_000;
    for (const [nth, [what, is]] of [
      [await say(paid(), { secret: theirs.secret }), 401],
      [await say(paid(), { keyId: 'institution' }), 401],
      [await say(paid(), { keyId: 'acquirer' }), 401],
      [await say(paid(), { keyId: `acquirer:${institutionId}` }), 401],
      [await say(paid(), { to: target.replace('notices', 'answers') }), 401],
      [
        await say(paid(), { sent: (body) => body.replace('"paidCents":100', '"paidCents":9') }),
        401,
      ],
      [await say(paid(), { when: new Date(Date.now() - HOUR) }), 401],
      [await say(paid(), { when: new Date(Date.now() + HOUR) }), 401],
      // another institution speaks for its own loans alone
      [await say(paid(), own), 404],
      [await say(paid(), { keyId: `institution:${third}`, secret: beside.secret }), 404],
      [await say(paid({ loanNumber: 'another' })), 404],
      [await say(paid({ loanId: randomUUIDv7() })), 404],
      [await say(paid({ number: 0 })), 400],
      [await say(paid({ number: 601 })), 400],
      [await say(paid({ paidCents: -1 })), 400],
      [await say(paid({ paidCents: '100' })), 400],
      [await say(paid({ paidDate: 'soon' })), 400],
      [await say(paid({ kind: 'FORGIVEN' })), 400],
      [await say(paid({ and: 'more' })), 400],
      [await say(nested('kind')), 400],
      [await say('[]'), 400],
      // an instalment that there is none of, and more than it comes to
      [await say(paid({ number: 600 })), false],
      [await say(paid({ paidCents: 99_999_999 })), false],
    ].entries())
      assert.equal(what, is, `the call ${nth}`);
    assert.deepEqual(await all(loan.id), stood);
    const twice = paid();
    const said = await Promise.all(Array.from({ length: 10 }, () => say(twice)));
    assert.deepEqual(said.sort(), [...Array<boolean>(9).fill(false), true]);
    assert.equal(await say(paid({ paidCents: 50 })), false, 'never less than was reported');
    // it comes to an end once, by whoever says so first
    const ended = { noticeId: randomUUIDv7(), loanId: loan.id, loanNumber: loan.loanNumber };
    const repaid = { ...ended, kind: 'REPAID', reference: 'R-1', date: '2026-11-23' };
    assert.equal(await say(repaid), true);
    assert.equal(await say({ ...repaid, kind: 'WITHDRAWN' }), false);
    assert.equal(await say(repaid), false);
  });
});
