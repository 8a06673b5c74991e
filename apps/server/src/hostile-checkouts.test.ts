import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { tasksOf } from './resources.ts';
import { insertMerchant, insertShippingMethod } from './seed/factories.ts';
import { insertCertificate } from './seed/factories/machines.ts';
import { insertWidget, type WidgetGiven } from './seed/factories/widgets.ts';
import { applicationOf, theLender } from './testing/borrowers.ts';
import { ADDRESS, cardPageOf, newShopper, openedCheckout, SHOPPER } from './testing/checkouts.ts';
import { booksAgree } from './testing/money.ts';
import { testServer, TRYING_OUT, type TestServer } from './testing/server.ts';
import { answerChallenge, typeCard } from './testing/shopper.ts';

/** Checkouts whose time is over, that are another's, that are sent again, and ten at once of each step. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const ITEMS = [{ label: 'Oak stool', amount: 60.5, taxRate: 0.21, count: 2 }];
const PINE = 'Pine of the hostile';

const ten = <T>(work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, nth) => work(nth)));

describe('checkouts, called by somebody who means harm', () => {
  let server: TestServer;
  let pine: string;
  let other: string;
  let certificate: string;
  const shop = createServer((_, response) => {
    response.end(
      '<orderverresp xmlns="urn:paydesk:exchange:1"><result>VERIFIED</result><amount>121.00</amount></orderverresp>',
    );
  });

  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      clock: true,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    await server.pool.query('update rules set active = false');
    await server.pool.query('update financing_institutions set active = false');
    await theLender(server);
    pine = (await insertMerchant(server.pool, { name: PINE })).id;
    other = (await insertMerchant(server.pool, { name: 'The other' })).id;
    certificate = (await insertCertificate(server.pool, { merchantId: pine, publicKey })).id;
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    await server.pool.query('update merchants set order_verification_url = $2 where id = $1', [
      pine,
      `http://127.0.0.1:${(shop.address() as AddressInfo).port}/verify`,
    ]);
  });
  after(async () => {
    shop.closeAllConnections();
    shop.close();
    await server.close();
  });

  type AtCheckout = Extract<Key, `${string} /api/checkouts/{id}${string}`>;
  /** Whoever asks, from an address of their own; never a failure of ours. */
  const at = async <K extends AtCheckout>(key: K, id: string, body?: object) => {
    const said = await server.anonymous.call(key, {
      params: { id },
      from: newShopper(),
      ...(body && { body }),
    });
    assert.ok(said.status < 500, `${key}: ${said.status} ${said.text}`);
    return said;
  };
  const view = (id: string) => at('GET /api/checkouts/{id}', id);
  const pay = (id: string, frame = true) =>
    at('POST /api/checkouts/{id}/pay', id, { frame, consent: true });
  const goOn = (id: string) => at('POST /api/checkouts/{id}/continue', id);
  const cancel = (id: string) => at('POST /api/checkouts/{id}/cancel', id);
  const say = (id: string, more = {}) => at('PUT /api/checkouts/{id}', id, { ...SHOPPER, ...more });
  const open = async (body: object) => {
    const said = await server.anonymous.call('POST /api/checkouts', { body, from: newShopper() });
    assert.ok(said.status < 500, said.text);
    return said;
  };
  const idOf = async (body: object) => {
    const said = await open(body);
    assert.equal(said.status, 200, said.text);
    return said.body.id;
  };
  const payments = async (...ids: string[]) => {
    const { n } = await server.one<{ n: number }>(
      `select count(*)::int as n from payment_operations o join payment_attempts a on a.id = o.attempt_id and a.merchant_id = o.merchant_id
       where a.checkout_id = any($1::uuid[]) and o.kind = 'CAPTURE' and o.status = 'APPROVED'`,
      [ids],
    );
    return n;
  };
  const page = async (path: string) => {
    const { statusCode, body } = await server.app.inject({ url: path });
    return { status: statusCode, body };
  };
  const until = async (moment: string) => {
    const left = Date.parse(moment) - server.services.now().getTime();
    await server.services.clock.move!(Math.max(left, 0) / 1000);
  };
  const linkOf = async (given: { uses?: 'ONE' | 'MANY'; hours?: number } = {}) =>
    await server.one<{ id: string; ends: string | null }>(
      `insert into payment_links (id, merchant_id, purpose, amount_cents, currency, uses, created_date,
           created_by, expires_date)
         values (gen_random_uuid(), $1, 'Deposit', 25000, 'EUR', $2, now(), 'Anna Ozola',
           now() + make_interval(hours => $3)) returning id, expires_date as ends`,
      [pine, given.uses ?? 'ONE', given.hours ?? null],
    );

  test('AM-108 ten at once of each step, in two tabs and given up meanwhile, are one payment at most', async () => {
    const id = await openedCheckout(server, pine);
    const pages = (await ten((nth) => pay(id, nth % 2 === 0))).map(({ body }) => body.page!.url);
    assert.equal(new Set(pages).size, 1);
    await typeCard(pages[0]!);
    const said = await ten((nth) => (nth % 3 === 1 ? pay(id) : goOn(id)));
    for (const { status, text } of said) assert.equal(status, 200, text);
    assert.equal((await view(id)).body.state, 'paid');
    await ten((nth) => [goOn, pay, cancel, say][nth % 4]!(id));
    assert.equal(await payments(id), 1);
    assert.equal((await view(id)).body.state, 'paid', 'nobody gives up what is paid');

    const left = await openedCheckout(server, pine);
    await typeCard(await cardPageOf(server, left));
    await ten((nth) => (nth % 2 ? goOn(left) : cancel(left)));
    await server.settleEverything();
    const { state } = (await goOn(left)).body;
    assert.equal(await payments(left), state === 'paid' ? 1 : 0, state);
    assert.ok(state === 'paid' || state === 'cancelled', state);
  });

  test('AM-108 what the card page brings back is nobody’s word: another’s session, and a success that never was', async () => {
    const [mine, theirs] = [
      await openedCheckout(server, pine),
      await openedCheckout(server, other),
    ];
    const [own, foreign] = [await cardPageOf(server, mine), await cardPageOf(server, theirs)];
    const back = new URL(await typeCard(foreign));
    const session = /[0-9a-f-]{36}/.exec(foreign)![0];
    for (const query of [
      `?session_id=${session}&status=paid`,
      `?payment_intent=${session}&redirect_status=succeeded`,
      `?reference=${theirs}&result=approved#paid`,
      back.search,
      `?"><script>alert(1)</script>`,
    ]) {
      const { status, body } = await page(`/pay/c/${mine}/return${query}`);
      assert.equal(status, 200);
      assert.ok(!body.includes(session) && !body.includes(theirs) && !body.includes('alert'), body);
      assert.equal((await goOn(mine)).body.state, 'card', 'its own page is still open');
    }
    for (const path of ['x', randomUUID().toUpperCase() + '%22', '%3Cscript%3E'])
      assert.equal((await page(`/pay/c/${path}/return`)).status, 404);
    assert.deepEqual([await payments(mine), await payments(theirs)], [0, 0]);
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/checkouts/${mine}/continue`,
      payload: { session, attemptId: session },
      remoteAddress: newShopper(),
    });
    assert.ok(sent.statusCode < 500, sent.body);
    assert.equal((await view(mine)).body.page?.url, own);
    assert.equal((await goOn(theirs)).body.state, 'paid');
    assert.deepEqual([await payments(mine), await payments(theirs)], [0, 1]);
  });

  test('SB-43, OR-11 ids of other things open no checkout, and another shop’s delivery, orders and payments are out of reach', async () => {
    const id = await openedCheckout(server, pine);
    await cardPageOf(server, id);
    const ids = await server.one<Record<string, string>>(
      `select c.order_id, c.purchase_id, c.widget_id, c.merchant_id, a.id as attempt_id
       from checkouts c join payment_attempts a on a.checkout_id = c.id and a.merchant_id = c.merchant_id where c.id = $1`,
      [id],
    );
    const link = await linkOf();
    for (const wrong of [...Object.values(ids), link.id, randomUUID()]) {
      assert.equal((await page(`/pay/c/${wrong}`)).status, 404);
      for (const key of Object.keys(table) as AtCheckout[]) {
        if (!/ \/api\/checkouts\/\{id\}(\/(pay|continue|cancel))?$/.test(key)) continue;
        const body = key.endsWith('/pay') ? { frame: true, consent: true } : SHOPPER;
        const said = await at(key, wrong, (table[key] as Endpoint).body && body);
        // to go on with what nobody began is nothing
        assert.equal(said.status, 404, `${key} ${said.text}`);
        assert.ok(!said.text.includes(PINE), said.text);
      }
    }
    for (const body of [{ widget: id }, { link: id }, { link: ids['widget_id'] }])
      assert.equal((await open(body)).status, 404);
    const stranger = await server.person({ merchantId: other });
    for (const [key, of] of [
      ['GET /api/orders/{id}', ids['order_id']],
      ['GET /api/purchases/{id}', ids['purchase_id']],
      ['GET /api/payment-links/{id}', link.id],
    ] as const)
      assert.equal((await stranger.call(key, { params: { id: of! } })).status, 404, key);

    const ships = await insertShippingMethod(server.pool, { merchantId: other, name: 'Theirs' });
    const own = await insertMerchant(server.pool, {});
    await insertShippingMethod(server.pool, { merchantId: own.id, name: 'Courier' });
    const { id: widget } = await insertWidget(server.pool, {
      merchantId: own.id,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 121,
    });
    const basket = await idOf({ widget, order: { items: ITEMS } });
    const address = { phone: '1', addressLine: 'A 1', postalCode: '1', city: 'B', country: 'LV' };
    const said = await say(basket, { ...address, shippingMethodId: ships.id });
    assert.equal(said.status, 400, said.text);
    assert.ok(!said.text.includes('Theirs'));
  });

  test('SB-04, RO-26, TX-07 an order’s people see the id of its checkout, and by that read nothing of who pays and how, nor have it told by paying in their place', async () => {
    const method = await insertShippingMethod(server.pool, { merchantId: other, name: 'Courier' });
    const { id: widget } = await insertWidget(server.pool, {
      merchantId: other,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 121,
    });
    let id = await idOf({ widget, order: { items: ITEMS } });
    type What = '' | '/pay' | '/continue' | '/cancel';
    const by = async (key: string, what: What = '', details?: object) => {
      const method = details ? 'PUT' : what ? 'POST' : 'GET';
      const body = details ?? (what === '/pay' ? { frame: true, consent: true } : undefined);
      const said = await server.anonymous.call(
        `${method} /api/checkouts/{id}${what}` as 'PUT /api/checkouts/{id}',
        {
          params: { id },
          from: newShopper(),
          headers: { 'shopper-key': key },
          ...(body && { body }),
        },
      );
      assert.equal(said.status, 200, said.text);
      return said;
    };
    const details = { ...SHOPPER, ...ADDRESS, shippingMethodId: method.id };
    const secrets = [...Object.values(SHOPPER), ADDRESS.phone, ADDRESS.addressLine, ADDRESS.city];
    const strangers = ['', 'a-key-that-somebody-else-has', 'short', id];
    const mine = 'the-key-of-the-browser-that-says-who-pays';
    const hidden = async (what: What) => {
      for (const key of strangers) {
        const { text } = await by(key, what);
        for (const secret of secrets) assert.ok(!text.includes(secret), `${what} ${key} ${secret}`);
      }
    };
    const told = async (key: string) => (await by(key)).body.customer;

    const saidBy = (await by(mine, '', details)).body;
    const { order } = await server.one<{ order: string }>(
      'select order_id as order from checkouts where id = $1',
      [id],
    );
    const seller = await server.person({ merchantId: other });
    const seen = await seller.call('GET /api/orders/{id}', { params: { id: order } });
    assert.match(seen.body.paymentUrl!, new RegExp(`/${id}$`), 'what is given away by no call');
    assert.deepEqual(await told(mine), saidBy.customer, 'after a reload, and in another tab');
    await hidden('');
    await hidden('/pay');
    await hidden('/continue');
    const open = (await by(mine)).body;
    assert.equal(open.state, 'card');
    assert.ok(open.page && !open.elsewhere);
    // sum and state are told to anybody; no page for the card, no reason and no receipt
    const hers = (what: What) => by(mine, what).then(({ body }) => body);
    const apart = async (own: typeof open) => {
      for (const what of ['', '/continue'] as const)
        for (const key of strangers) {
          const { page, failure, receipt, ...more } = (await by(key, what)).body;
          assert.deepEqual(
            [page, failure, receipt, more.elsewhere, more.state, more.amount, more.merchant],
            [null, null, null, true, own.state, own.amount, own.merchant],
            `${what} ${key}`,
          );
        }
    };
    await apart(open);
    assert.equal((await by('', '/pay')).body.page, null, 'by paying neither');
    await typeCard(open.page.url, 'insufficientFunds');
    const declined = await hers('/continue');
    assert.deepEqual([declined.state, declined.failure !== null], ['declined', true]);
    await apart(declined);
    const asked = await hers('/pay');
    await apart(asked);
    assert.deepEqual(asked.failure, declined.failure, 'beside the page for another card');

    // whoever says after it that they pay reads nothing of the card before, nor once they pay; nor who paid before
    const after = await idOf({ widget, order: { items: ITEMS } });
    const first = id;
    id = after;
    await by(mine, '', details);
    await typeCard((await hers('/pay')).page!.url, 'insufficientFunds');
    const why = (await hers('/continue')).failure;
    assert.ok(why);
    assert.deepEqual((await by(mine, '', details)).body.failure, why, 'said again by the same');
    const newcomer = 'the-key-of-another-browser';
    for (const { body } of [
      await by(newcomer, '', { ...details, firstName: 'Another' }),
      await by(newcomer, '/pay'),
    ])
      assert.deepEqual([body.failure, body.elsewhere], [null, false], body.state);
    await typeCard((await by(newcomer)).body.page!.url, 'insufficientFunds');
    assert.deepEqual((await by(newcomer, '/continue')).body.failure, why, 'of their own card');
    assert.equal((await by(mine, '', details)).body.failure, null);
    id = first;

    // whoever says that another pays has no payment that was begun before
    const theirs = { ...details, firstName: 'Mallory' };
    assert.equal((await by('a-key-that-somebody-else-has', '', theirs)).body.state, 'open');
    assert.equal((await told(mine)).firstName, null);
    assert.equal((await by(mine, '', details)).body.state, 'open');
    assert.equal((await by(mine, '/pay')).body.state, 'card');
    assert.equal((await by(mine, '', details)).body.state, 'card', 'who says it again goes on');
    await typeCard((await hers('/pay')).page!.url, 'challenge');
    const challenge = await hers('/continue');
    assert.ok(challenge.page);
    await apart(challenge);
    await answerChallenge(challenge.page.url);
    const paid = await hers('/continue');
    assert.ok(paid.receipt);
    await apart(paid);

    id = await idOf({ widget, order: { items: ITEMS } });
    await by(mine, '', details);
    await hidden('/cancel');
    assert.equal((await told(mine)).lastName, SHOPPER.lastName);

    // who has no key is answered what they say, once; nobody takes it up by paying with one
    const id2 = await openedCheckout(server, other, { details: false });
    const say2 = (call: Extract<Key, `${string} /api/checkouts/{id}${'' | '/pay'}`>, key = '') =>
      server.anonymous.call(call, {
        params: { id: id2 },
        from: newShopper(),
        headers: { 'shopper-key': key },
        body: call.startsWith('PUT') ? SHOPPER : { frame: true, consent: true },
      });
    assert.equal((await say2('PUT /api/checkouts/{id}')).body.customer.email, SHOPPER.email);
    for (const key of ['', mine]) {
      const paying = (await say2('POST /api/checkouts/{id}/pay', key)).body;
      assert.deepEqual([paying.state, paying.customer.email], ['card', null]);
    }
  });

  test('WD-14 a signed basket sent again is the same order and one payment; with another amount, for another shop or too late it is refused', async () => {
    const widgetOf = async (given: Partial<WidgetGiven>) =>
      (await insertWidget(server.pool, { merchantId: pine, type: 'PAYMENT', ...given })).id;
    const widget = await widgetOf({});
    const head = { alg: 'RS256', kid: certificate };
    const signed = (basket: object, minutes = 30) => {
      const exp = Math.floor(Date.now() / 1000) + minutes * 60;
      const text = `${part(head)}.${part({ ...basket, exp })}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    };
    const basket = { externalId: 'hostile-1', items: ITEMS };
    const order = signed(basket);
    const [id, ...same] = await ten(() => idOf({ widget, order }));
    assert.deepEqual([...new Set(same)], [id]);
    await say(id!);
    await typeCard(await cardPageOf(server, id!));
    await ten((nth) => (nth % 2 ? goOn(id!) : open({ widget, order })));
    assert.equal((await view(id!)).body.state, 'paid');
    assert.equal(await idOf({ widget, order }), id, 'who comes again is told that it is paid');
    assert.equal((await pay(id!)).body.state, 'paid');

    const [first, , signature] = order.split('.') as [string, string, string];
    const less = [{ ...ITEMS[0], amount: 0.5 }];
    const exp = Math.floor(Date.now() / 1000) + 600;
    const theirWidget = await widgetOf({ merchantId: other });
    const refused = [
      { widget, order: `${first}.${part({ ...basket, items: less, exp })}.${signature}` },
      { widget, order: `${order.slice(0, -8)}AAAAAAAA` },
      { widget, order: signed({ ...basket, externalId: 'hostile-2' }, -1) },
      { widget, order: signed({ ...basket, externalId: 'hostile-3', widget: theirWidget }) },
      { widget: theirWidget, order },
      { widget: theirWidget, order: signed({ ...basket, externalId: 'hostile-4' }) },
    ];
    const tried = [];
    for (const body of refused) {
      const rejected = await idOf(body);
      assert.notEqual(rejected, id);
      const shown = await view(rejected);
      assert.equal(shown.body.state, 'rejected');
      if (body.widget === theirWidget) assert.ok(!shown.text.includes(PINE), shown.text);
      assert.ok(!shown.text.includes(SHOPPER.email), shown.text);
      assert.ok((await say(rejected)).status >= 400);
      assert.ok((await pay(rejected)).status >= 400);
      tried.push(rejected);
    }
    const otherAmount = signed({ ...basket, items: less });
    assert.equal((await open({ widget, order: otherAmount })).status, 403, 'begun with another');
    assert.equal(await payments(id!, ...tried), 1);
  });

  test('WD-14, AM-48 a basket that the shop was asked about sent again finds no one’s name, and is paid once', async () => {
    const { id: widget } = await insertWidget(server.pool, { merchantId: pine, type: 'CHECKOUT' });
    const basket = { widget, order: { externalId: 'asked-again', items: ITEMS } };
    const [id, ...same] = await ten(() => idOf(basket));
    assert.deepEqual([...new Set(same)], [id]);
    assert.equal((await say(id!)).status, 200);
    // a card is typed into the first when it makes way
    await typeCard(await cardPageOf(server, id!));
    const anew = [...new Set(await ten(() => idOf(basket)))];
    assert.equal(anew.length, 1);
    const [second] = anew as [string];
    assert.notEqual(second, id);
    const shown = await view(second);
    assert.ok(!shown.text.includes(SHOPPER.email), shown.text);
    assert.equal((await goOn(id!)).body.state, 'expired');
    const less = [{ ...ITEMS[0]!, amount: 1 }];
    const otherAmount = { widget, order: { externalId: 'asked-again', items: less } };
    assert.equal((await open(otherAmount)).status, 403);
    assert.equal((await say(second)).status, 200);
    await typeCard(await cardPageOf(server, second), 'challenge');
    const { page: challenge } = (await goOn(second)).body;
    // while its bank asks it makes no way
    for (const { status, text } of await ten(() => open(basket))) {
      assert.equal(status, 403, text);
      assert.match(text, /being paid at this moment/);
    }
    await answerChallenge(challenge!.url);
    await ten((nth) => (nth % 2 ? goOn(second) : open(basket)));
    assert.equal((await view(second)).body.state, 'paid');
    assert.match((await open(basket)).text, /paid already/);
    assert.ok((await pay(id!)).status >= 400);
    assert.equal(await payments(id!, second), 1);
  });

  test('OR-14, LN-35 a link for one payment is paid once, by whichever of ten and by card or by loan', async () => {
    const { id: link } = await linkOf();
    const ids = await ten(() => idOf({ link }));
    await Promise.all(ids.map((id) => say(id)));
    const begun = await Promise.all(ids.map((id) => pay(id)));
    const [winner, ...more] = ids.filter((_, nth) => begun[nth]!.status === 200);
    assert.deepEqual(more, []);
    for (const { status, text } of begun)
      if (status !== 200) assert.match(text, /begun elsewhere.*pay here instead/);
    await typeCard((await view(winner!)).body.page!.url);
    await Promise.all(ids.map((id) => goOn(id)));
    assert.equal((await view(winner!)).body.state, 'paid');
    for (const id of ids) if (id !== winner) assert.match((await pay(id)).text, /paid already/);
    assert.equal((await open({ link })).status, 403);
    assert.equal(await payments(...ids), 1);

    const { id: another } = await linkOf();
    const [byLoan, byCard] = [await idOf({ link: another }), await idOf({ link: another })];
    for (const id of [byLoan, byCard]) await say(id);
    const asked = await applicationOf(server, byLoan);
    const lent = await at('POST /api/checkouts/{id}/loan', byLoan, asked);
    assert.equal(lent.status, 200, lent.text);
    const beside = await pay(byCard);
    assert.equal(beside.status, 403, beside.text);
    assert.match(beside.text, /begun elsewhere.*by a loan/);
    const second = await at(
      'POST /api/checkouts/{id}/loan',
      byCard,
      await applicationOf(server, byCard),
    );
    assert.equal(second.status, 403, second.text);
    await at('POST /api/checkouts/{id}/loan/cancel', byLoan);
    assert.equal((await pay(byCard)).status, 200, 'it is free again');
  });

  test('OR-14, AM-108 a link for one payment that goes on in another browser is paid once, though a card is typed in both', async () => {
    const { id: link } = await linkOf();
    const [phone, computer] = [await idOf({ link }), await idOf({ link })];
    for (const id of [phone, computer]) await say(id);
    const here = () =>
      at('POST /api/checkouts/{id}/pay', computer, { frame: true, consent: true, here: true });
    const first = (await pay(phone)).body.page!.url;
    // as both are typed: the first card is known a moment before, or after, the other page is asked for
    const [moved] = await Promise.all([here(), typeCard(first)]);
    assert.equal(moved.status, 200, moved.text);
    await typeCard(moved.body.page!.url);
    await Promise.all([phone, computer, phone, computer].map((id) => goOn(id)));
    assert.equal(await payments(phone, computer), 1);
    assert.equal((await view(computer)).body.state, 'paid');
    assert.notEqual((await view(phone)).body.state, 'paid');
    assert.match((await pay(phone)).text, /paid already/);

    const { id: known } = await linkOf();
    const [given, asks] = [await idOf({ link: known }), await idOf({ link: known })];
    for (const id of [given, asks]) await say(id);
    await typeCard((await pay(given)).body.page!.url);
    const both = await Promise.all([
      goOn(given),
      at('POST /api/checkouts/{id}/pay', asks, { frame: true, consent: true, here: true }),
    ]);
    const page = both[1].status === 200 ? both[1].body.page!.url : null;
    if (page) await typeCard(page);
    await Promise.all([given, asks].map((id) => goOn(id)));
    assert.equal(await payments(given, asks), 1, `taken over: ${page !== null}`);
  });

  test('OR-14, AM-118 at the moment in which the time is over nothing begins or is charged, and what the bank is asked ends', async () => {
    const { id: link, ends } = await linkOf({ uses: 'MANY', hours: 1 });
    const [shown, begun, typed, challenged] = [
      await idOf({ link }),
      await idOf({ link }),
      await idOf({ link }),
      await idOf({ link }),
    ] as const;
    const silent = await idOf({ link });
    for (const id of [shown, begun, typed, challenged]) await say(id);
    const late = await cardPageOf(server, begun);
    await typeCard(await cardPageOf(server, typed));
    await typeCard(await cardPageOf(server, challenged), 'challenge');
    const bank = (await goOn(challenged)).body.page!.url;
    const application = await applicationOf(server, shown);
    assert.equal((await view(shown)).body.expiresDate, new Date(ends!).toISOString());
    await until(ends!);

    assert.equal((await page(`/pay/l/${link}`)).status, 410);
    const closed = await open({ link });
    assert.equal(closed.status, 403);
    assert.match(closed.text, /has expired/);
    await typeCard(late);
    for (const id of [silent, shown, begun, typed]) {
      const { body } = await view(id);
      assert.deepEqual([body.state, body.page, body.mayRetry], ['expired', null, false]);
      for (const said of await Promise.all([say(id), pay(id), pay(id, false)]))
        assert.ok([400, 403].includes(said.status), said.text);
      const loan = await at('POST /api/checkouts/{id}/loan', id, application);
      assert.ok([400, 403].includes(loan.status), loan.text);
      for (const { status, body: now } of await Promise.all([goOn(id), goOn(id)]))
        assert.deepEqual([status, now.state], [200, 'expired']);
    }
    await answerChallenge(bank);
    assert.equal((await goOn(challenged)).body.state, 'paid', 'it was under way');
    for (const name of ['continue-payments', 'expire-orders', 'resolve-pending-payments'])
      await tasksOf(server.services)
        .find((task) => task.name === name)!
        .run();
    for (const id of [silent, shown, begun, typed])
      assert.equal((await view(id)).body.state, 'expired');
    assert.equal(await payments(silent, shown, begun, typed), 0);
    assert.equal(await payments(challenged), 1);
    assert.equal((await cancel(shown)).status, 200);
  });

  test('after all of it journal, payments and the acquirer’s books agree', async () => {
    await server.settleEverything();
    await booksAgree(server);
  });
});
