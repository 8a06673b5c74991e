import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { shoppersFailureOf } from '@paydesk/contract/declines.ts';
import { table } from '@paydesk/contract/index.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { buildApp } from '../../platform/http/app.ts';
import { handlersOf, lists, pagesOf } from '../../resources.ts';
import { insertMerchant, insertShippingMethod } from '../../seed/factories.ts';
import { insertWidget } from '../../seed/factories/widgets.ts';
import {
  ADDRESS,
  cardPageOf,
  newShopper,
  openedCheckout,
  SHOPPER,
} from '../../testing/checkouts.ts';
import { testServer, TRYING_OUT, type CallOptions, type TestServer } from '../../testing/server.ts';
import { answerChallenge, leaveCard, typeCard } from '../../testing/shopper.ts';

const ten = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, work));

const costs = ({ shippingMethods }: CheckoutView) => shippingMethods.map(({ cost }) => cost);

describe('the checkout', () => {
  let server: TestServer;
  let merchantId: string;

  before(async () => {
    // an installation that is tried out, and no demo: whoever tries it is told which cards there are
    const { demo, settings } = TRYING_OUT;
    server = await testServer({ demo, settings: { ...settings, CALLBACK_ALLOW: '127.0.0.1' } });
    merchantId = (await insertMerchant(server.pool, { name: 'Pine <Bikes>' })).id;
  });
  after(() => server.close());

  const shopper = (id: string) => {
    const from = newShopper();
    const call = <K extends `${string} /api/checkouts/{id}${string}` & keyof typeof table>(
      key: K,
      options: CallOptions = {},
    ) => server.anonymous.call(key, { params: { id }, from, ...options });
    return {
      view: async () => (await call('GET /api/checkouts/{id}')).body,
      say: (body: object) => call('PUT /api/checkouts/{id}', { body }),
      goOn: () => call('POST /api/checkouts/{id}/continue'),
      cancel: () => call('POST /api/checkouts/{id}/cancel'),
      pay: (body: object = { frame: true, consent: true }) =>
        call('POST /api/checkouts/{id}/pay', { body }),
    };
  };
  const opened = async (options?: { details: boolean }) => {
    const id = await openedCheckout(server, merchantId, options);
    return { id, ...shopper(id) };
  };
  const get = (url: string, host = 'desk.test') => server.app.inject({ url, headers: { host } });
  const status = async (path: string) => (await get(path)).statusCode;
  const policyOf = async (url: string) => {
    const { headers, statusCode } = await get(url);
    assert.equal(headers['cache-control'], 'no-store');
    const parts = String(headers['content-security-policy']).split(';');
    const policy = Object.fromEntries(
      parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    );
    return { statusCode, policy, frames: headers['x-frame-options'] };
  };

  test('AM-108, SB-35 a widget’s page answers, is 409 where nothing can begin and 404 where there is none', async () => {
    const active = await insertWidget(server.pool, { merchantId, type: 'INSTANT', totalAmount: 5 });
    const disabled = await insertWidget(server.pool, { merchantId, status: 'DISABLED' });
    const idle = await insertMerchant(server.pool, { status: 'DISABLED' });
    const of = await insertWidget(server.pool, { merchantId: idle.id });
    const none = randomUUID();
    assert.deepEqual(
      [
        await status(`/pay/${active.id}`),
        await status(`/pay/${disabled.id}`),
        await status(`/pay/${of.id}`),
        await status(`/pay/${none}`),
        await status(`/pay/${encodeURIComponent(`x' or true --`)}`),
        await status(`/pay/l/${none}`),
        await status(`/pay/c/${none}`),
        await status('/pay/a/b/c'),
        await status('/pay/assets/..%2findex.html'),
        await status('/pay/assets/none.js'),
      ],
      [200, 409, 409, 404, 404, 404, 404, 404, 404, 404],
    );
    for (const widget of [disabled.id, of.id]) {
      const answer = await server.anonymous.call('POST /api/checkouts', { body: { widget } });
      assert.equal(answer.status, 403);
      assert.match(answer.text, /no payments on this page/);
    }
    const refused = async (body: object) => {
      const { status: code, text } = await server.anonymous.call('POST /api/checkouts', { body });
      return [code, (JSON.parse(text) as { errors: { field: string }[] }).errors[0]?.field];
    };
    assert.deepEqual(await refused({}), [400, 'widget']);
    assert.deepEqual(await refused({ widget: active.id, link: none }), [400, 'widget']);
    assert.deepEqual(await refused({ link: none, order: {} }), [400, 'order']);
    assert.deepEqual(await refused({ widget: active.id, amount: 1 }), [400, 'amount']);
  });

  test('AM-108, WD-14 a payment link’s page is 410 once it is over for good, and says why', async () => {
    const link = (more: string) =>
      server.one<{ id: string }>(
        `insert into payment_links (id, merchant_id, purpose, amount_cents, currency, uses, created_date,
           created_by, expires_date, disabled_date, disabled_by)
         select gen_random_uuid(), $1, 'Stools', 4200, 'EUR', l.*
         from (values (${more})) l returning id`,
        [merchantId],
      );
    const [good, over, ended, used] = [
      await link(`'ONE', now(), 'Anna', null::timestamptz, null::timestamptz, null`),
      await link(`'MANY', now(), 'Anna', now() - interval '1 s', null::timestamptz, null`),
      await link(`'MANY', now(), 'Anna', null::timestamptz, now(), 'Anna'`),
      await link(`'ONE', now(), 'Anna', null::timestamptz, null::timestamptz, null`),
    ];
    const begun = await server.anonymous.call('POST /api/checkouts', { body: { link: used.id } });
    await server.pool.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [begun.body.id],
    );
    const said = async ({ id }: { id: string }) => [
      await status(`/pay/l/${id}`),
      (await server.anonymous.call('POST /api/checkouts', { body: { link: id } })).text.match(
        /been paid already|has expired|not in use/,
      )?.[0],
    ];
    assert.deepEqual(await said(good), [200, undefined]);
    assert.deepEqual(await said(over), [410, 'has expired']);
    assert.deepEqual(await said(ended), [410, 'not in use']);
    assert.deepEqual(await said(used), [410, 'been paid already']);
  });

  test('the page may hold the acquirer’s page of that payment alone, stands in no frame, and runs what is ours alone', async () => {
    const { id } = await opened();
    const before = await policyOf(`/pay/c/${id}`);
    assert.equal(before.policy['frame-src'], "'self'");
    const url = await cardPageOf(server, id);
    const { policy, frames } = await policyOf(`/pay/c/${id}`);
    assert.equal(policy['frame-src'], `'self' ${new URL(url).origin}`);
    assert.deepEqual(
      [policy['frame-ancestors'], policy['default-src'], policy['form-action'], frames],
      ["'none'", "'none'", "'none'", 'DENY'],
    );
    assert.match(policy['script-src']!, /^'nonce-[\w-]+'$/);
    assert.match(policy['style-src']!, /^'nonce-[\w-]+'$/);
    const back = await policyOf(`/pay/c/${id}/return`);
    assert.deepEqual(
      [back.statusCode, back.policy['frame-ancestors'], back.policy['frame-src']],
      [200, "'self'", "'none'"],
    );
    // in the console's frame it is of no origin, and calls nobody
    const shown = await policyOf('/pay/preview');
    assert.deepEqual(
      [
        shown.statusCode,
        shown.policy['frame-ancestors'],
        shown.policy['connect-src'],
        shown.policy['sandbox'],
      ],
      [200, "'self'", "'none'", 'allow-scripts'],
    );
  });

  test('SB-48 what is wrong is said by its field, nothing is kept of it, and nobody pays without a name', async () => {
    const { say, view, pay } = await opened({ details: false });
    const { status, text } = await say({
      email: 'liga@',
      firstName: '4242 4242 4242 4242',
      lastName: ' ',
      middleName: 'x',
    });
    const { errors } = JSON.parse(text) as { errors: { field: string; message: string }[] };
    assert.equal(status, 400);
    assert.deepEqual(errors.map(({ field }) => field).sort(), [
      'email',
      'firstName',
      'lastName',
      'middleName',
    ]);
    assert.equal((await view()).customer.email, null);
    assert.equal((await pay()).status, 400);
    assert.equal((await pay({ frame: true, consent: false })).status, 400);
    const said = await say({ ...SHOPPER, ...ADDRESS });
    assert.equal(said.status, 200);
    assert.equal(said.body.customer.email, 'liga@shopper.test');
    assert.equal(said.body.customer.addressLine, null, 'nothing is sent: nobody’s address is kept');
  });

  test('AM-48, OR-09 what is sent wants an address; a delivery that nobody can price keeps what was typed, and another one goes on', async () => {
    const { id: shopId } = await insertMerchant(server.pool, { name: 'Sends' });
    const method = await insertShippingMethod(server.pool, { merchantId: shopId, name: 'Courier' });
    const off = await insertShippingMethod(server.pool, { merchantId: shopId, enabled: false });
    const { id: widget } = await insertWidget(server.pool, {
      merchantId: shopId,
      type: 'CHECKOUT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 40,
    });
    const { body, text } = await server.anonymous.call('POST /api/checkouts', {
      body: { widget, order: { items: [{ label: 'Chair', amount: 20, taxRate: 0.21, count: 2 }] } },
    });
    assert.ok(body.id, text);
    const { view, say, pay } = shopper(body.id);
    const first = await view();
    assert.ok(first.testCards?.some(({ number }) => number === '4242424242424242'));
    assert.deepEqual(
      [first.ships, first.shippingMethods.map(({ name }) => name), first.shipping, first.amount],
      [true, ['Courier'], null, 40],
    );
    const missing = await say(SHOPPER);
    assert.deepEqual(
      (JSON.parse(missing.text) as { errors: { field: string }[] }).errors
        .map(({ field }) => field)
        .sort(),
      ['addressLine', 'city', 'country', 'phone', 'postalCode'],
    );
    const details = { ...SHOPPER, ...ADDRESS };
    assert.equal((await say({ ...details, shippingMethodId: off.id })).status, 400);
    // nobody listens there
    const url = `update merchants set delivery_cost_calculation_url = $2 where id = $1`;
    await server.pool.query(url, [shopId, 'http://127.0.0.1:1/cost']);
    const unknown = await say({ ...details, shippingMethodId: method.id });
    assert.equal(unknown.status, 200);
    assert.match(unknown.body.shippingProblem!, /does not say what this delivery costs/);
    assert.deepEqual(
      [unknown.body.shipping, unknown.body.customer.city, unknown.body.amount, costs(first)],
      [null, 'Rīga', 40, [null]],
    );
    assert.deepEqual(costs(unknown.body), [null]);
    assert.equal((await pay()).status, 400);
    await server.pool.query(url, [shopId, null]);
    const known = await say({ ...details, shippingMethodId: method.id });
    assert.deepEqual(
      [known.body.shipping, known.body.shippingProblem, known.body.items.length],
      [0, null, 1],
    );
    assert.deepEqual([costs(known.body), costs(await view())], [[0], [0]]);
    assert.equal((await pay()).body.state, 'card');
  });

  test('AM-102, AM-103 ten at once open one page and pay once; then the page says so to everybody', async () => {
    const { id, pay, goOn, view } = await opened();
    const pages = new Set((await ten(() => pay())).map(({ body }) => body.page?.url));
    assert.equal(pages.size, 1);
    await typeCard([...pages][0]!);
    const states = (await ten(goOn)).map(({ status }) => status);
    assert.deepEqual(new Set(states), new Set([200]));
    const paid = await view();
    assert.deepEqual(
      [paid.state, paid.receipt?.amount, paid.receipt?.card, paid.page],
      ['paid', 49.9, '424242******4242', null],
    );
    const { tries, taken } = await server.one<{ tries: bigint; taken: bigint }>(
      `select count(*) as tries, count(*) filter (where stage = 'PAID') as taken
       from payment_attempts where checkout_id = $1`,
      [id],
    );
    assert.deepEqual([tries, taken], [1n, 1n]);
    assert.equal((await pay()).body.state, 'paid', 'a second click finds it paid');
    assert.equal((await shopper(id).say(SHOPPER)).status, 403);
  });

  test('a decline is said in words for shoppers, with nothing of a suspicion, and another card pays', async () => {
    const { id, goOn, pay, view } = await opened();
    await typeCard(await cardPageOf(server, id), 'lostCard');
    const declined = (await goOn()).body;
    assert.deepEqual(
      [declined.state, declined.mayRetry, declined.failure],
      [
        'declined',
        true,
        {
          reason: 'Your bank declined the payment',
          nextStep: 'Please use another card, or call your bank.',
        },
      ],
    );
    // the next card's page says of the one before why it is asked for, whoever reads it, and no longer than that
    await cardPageOf(server, id, false);
    for (const { state, failure } of [await view(), (await pay()).body])
      assert.deepEqual([state, failure], ['card', declined.failure]);
    await typeCard(await cardPageOf(server, id, false), 'challenge');
    const asked = (await goOn()).body;
    assert.equal(asked.failure, null);
    assert.deepEqual([asked.state, asked.page?.framed], ['challenge', false]);
    await answerChallenge(asked.page!.url);
    assert.equal((await goOn()).body.state, 'paid');
    assert.equal(shoppersFailureOf('51').reason, 'There is not enough money on the card');
    for (const code of ['04', '41', '43', '59', '03', '58', null, 'x'])
      assert.equal(shoppersFailureOf(code).reason, 'Your bank declined the payment', `${code}`);
  });

  test('a page for the card that is over is no word of a bank’s, and another one opens', async () => {
    const { id, pay, view } = await opened();
    await leaveCard(await cardPageOf(server, id));
    assert.equal((await pay()).status, 400);
    const { state, failure, mayRetry } = await view();
    assert.deepEqual(
      [state, failure?.reason, mayRetry],
      ['declined', 'The page for the card could not be opened', true],
    );
    const { body } = await pay();
    assert.deepEqual([body.state, body.failure], ['card', null]);
  });

  test('OR-11 who leaves the card page comes back to the form; who gives up can’t pay any more', async () => {
    const { id, goOn, cancel, pay, view, say } = await opened();
    await leaveCard(await cardPageOf(server, id));
    assert.equal((await goOn()).body.state, 'open');
    await cardPageOf(server, id);
    // the page says where it leads to give up
    assert.equal((await view()).cancelReturns, false);
    const back = 'https://shop.test/basket';
    await server.pool.query('update checkouts set cancel_url = $2 where id = $1', [id, back]);
    assert.equal((await view()).cancelReturns, true);
    const given = (await cancel()).body;
    assert.equal(given.state, 'cancelled');
    assert.equal(new URL(given.returnUrl!).origin, new URL(back).origin);
    assert.equal((await pay()).status, 400);
    assert.equal((await view()).page, null);
    assert.equal((await say(SHOPPER)).status, 403, 'nor does another window go on with it');

    const otherwise = await opened();
    await server.pool.query(
      `update orders set status = 'PAID' where id = (select order_id from checkouts where id = $1)`,
      [otherwise.id],
    );
    const late = await otherwise.cancel();
    assert.equal(late.status, 400);
    assert.match(late.text, /paid already/);
  });

  test('CHECKOUT_URL: that host answers shoppers alone, and their pages elsewhere lead there', async () => {
    const { services } = server;
    const app = await buildApp({
      services: {
        ...services,
        config: { ...services.config, CHECKOUT_URL: 'https://pay.desk.test' },
      },
      table,
      handlers: handlersOf(services),
      lists,
      pages: pagesOf(services),
      draining: () => false,
      webFolder: null,
    });
    const { id } = await opened();
    const at = async (host: string, url: string, method: 'GET' | 'POST' = 'GET') => {
      const { statusCode, headers } = await app.inject({ method, url, headers: { host } });
      return headers.location ? `${statusCode} ${headers.location}` : statusCode;
    };
    const paths = [`/pay/c/${id}`, `/api/checkouts/${id}`, '/health/live'];
    for (const path of paths) assert.equal(await at('pay.desk.test', path), 200, path);
    for (const path of [
      '/',
      '/login',
      '/api/transactions',
      '/api/openapi.json',
      '/widget.js',
      '/metrics',
    ])
      assert.equal(await at('PAY.desk.test:80', path), 404, path);
    assert.equal(await at('pay.desk.test', '/api/login', 'POST'), 404);
    assert.equal(
      await at('desk.test', `/pay/c/${id}?way=redirect`),
      `307 https://pay.desk.test/pay/c/${id}?way=redirect`,
    );
    assert.equal(await at('desk.test', '/api/transactions'), 401);
    await app.close();
  });
});
