import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { orderAnswer } from '@paydesk/contract/resources/orders/story.ts';
import { isSignedBy, readSignature } from '../../platform/auth/signatures.ts';
import { outbound } from '../../platform/outbound.ts';
import type { Services } from '../../platform/services.ts';
import { insertMerchant, insertRow, insertShippingMethod } from '../../seed/factories.ts';
import { insertCertificate } from '../../seed/factories/machines.ts';
import { insertWidget, type WidgetGiven } from '../../seed/factories/widgets.ts';
import { meanwhile } from '../../testing/at-once.ts';
import { machine } from '../../testing/machines.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { shippingCosts } from '../shipping-cost.ts';
import { giveDetails, shippingMethodsOf } from './details.ts';
import { openFromLink } from './link.ts';
import { refuseUnlessPayable } from './payable.ts';
import { openFromWidget } from './widget.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const documented = readFileSync(
  join(import.meta.dirname, '../../../../../docs/widgets.md'),
  'utf8',
);
const [code] = [...documented.matchAll(/```ts\n([^]*?)\n```/g)].map(([, text]) => text!);
const { signBasket } = (await import(
  `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code!))}`
)) as { signBasket: (by: object, basket: object, minutes?: number) => string };

const ITEMS = [
  { label: 'Oak stool', amount: 60.5, taxRate: 0.21, count: 2 },
  { label: 'Oil', amount: 9.99, taxRate: 0.12 },
];
const PERSON = { email: 'anna@mail.test', firstName: 'Anna', lastName: 'Ozola', phone: null };
const RIGA = { country: 'LV', city: 'Riga', addressLine: 'Mill Lane 7', postalCode: 'LV-1010' };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (refused: unknown) => refused as { message: string; errors: { message: string }[] },
  );
  return error && (error.errors[0]?.message ?? error.message);
};
const verified = (amount: string) => ({
  status: 200,
  body: `<?xml version="1.0"?>\n<orderverresp xmlns="urn:paydesk:exchange:1"><result>VERIFIED</result><amount>${amount}</amount></orderverresp>`,
});

describe('the ways in', () => {
  let server: TestServer;
  let merchantId: string;
  let provider: string;
  const heard: { path: string; body: string; signed: boolean }[] = [];
  /** What the shop answers; null: nothing, ever. */
  type Answer = { status: number; body: string } | null;
  let answer: Answer;
  let services: Services;
  const shop = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += part;
      const url = `http://${request.headers.host}${request.url}`;
      const header = (name: string) => (request.headers[name] as string) ?? null;
      const call = { method: request.method!, targetUri: url, header, body };
      const signed = isSignedBy(readSignature(call, new Date()), provider);
      heard.push({ path: request.url!, body, signed });
      if (answer) response.writeHead(answer.status).end(answer.body);
    })();
  });
  let base: string;

  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    services = {
      ...server.services,
      outbound: outbound({ allow: '127.0.0.1', timeoutMs: 500 }),
    };
    merchantId = (await insertMerchant(server.pool, { name: 'Pine Shop' })).id;
    await server.pool.query(
      `update merchants set order_verification_url = $2, delivery_cost_calculation_url = $3 where id = $1`,
      [merchantId, `${base}/verify`, `${base}/shipping`],
    );
    provider = (await server.one<{ k: string }>('select public_key k from service_provider')).k;
  });
  after(async () => {
    shop.closeAllConnections();
    shop.close();
    await server.close();
  });

  const widget = async (given: Partial<WidgetGiven> = {}) =>
    (await insertWidget(server.pool, { merchantId, ...given })).id;
  const open = async (widgetId: string, order?: unknown) =>
    (await openFromWidget(services, { widgetId, order })).id;
  const orderOf = (checkoutId: string) =>
    server.one<{
      id: string;
      status: string;
      code: string | null;
      error: string | null;
      cents: bigint;
      tax: bigint;
      external: string | null;
      purchase: string;
      purchased: bigint;
      capture: string;
      success: string | null;
    }>(
      `select o.id, o.status, o.reject_reason_code as code, o.error, o.amount_cents as cents,
        o.tax_cents as tax, o.external_id as external, p.status as purchase,
        p.amount_cents as purchased, k.capture, k.success_url as success
       from checkouts k join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id join purchases p on p.id = k.purchase_id and p.merchant_id = k.merchant_id
       where k.id = $1`,
      [checkoutId],
    );
  const logs = async (orderId: string) =>
    (
      await server.all<{ type: string }>(
        'select xml_type as type from exchange_logs where order_id = $1 order by created_date, id',
        [orderId],
      )
    ).map(({ type }) => type);
  test('SB-35, SB-43, WD-14 an INSTANT widget opens an order of its items; nothing begins at a disabled one, at a merchant’s that does not trade, nor where widgets are closed', async () => {
    const items = [
      { reference: 'A', label: 'Stool', amount: 60.5, currency: 'EUR', taxRate: 0.21, count: 2 },
    ] as const;
    const id = await widget({ type: 'INSTANT', items });
    // whatever a page says of the amount
    const order = await orderOf(await open(id, { amount: 1 }));
    assert.deepEqual(
      [order.status, order.cents, order.tax, order.purchase, order.purchased],
      ['DRAFT', 121_00n, 21_00n, 'UNSIGNED', 121_00n],
    );
    assert.deepEqual(await logs(order.id), ['PMTREQ', 'PMTRESP']);
    const gone =
      'The shop takes no payments on this page at the moment. Please go back to the shop, or ask there how else to pay.';
    assert.equal(
      await refusal(open(await widget({ type: 'INSTANT', items, status: 'DISABLED' }))),
      gone,
    );
    const other = await insertMerchant(server.pool, {});
    const theirs = await widget({ merchantId: other.id, type: 'INSTANT', items });
    await open(theirs);
    await insertRow(server.pool, 'merchantFeatures', {
      merchantId: other.id,
      feature: 'WIDGETS',
      enabled: false,
      updatedDate: new Date(),
      updatedBy: 'Staff',
    });
    assert.equal(await refusal(open(theirs)), gone);
    await server.pool.query(`delete from merchant_features where merchant_id = $1`, [other.id]);
    await server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [other.id]);
    assert.equal(await refusal(open(theirs)), gone);
    assert.equal(await refusal(open(randomUUID())), 'There is no such resource');
  });

  test('WD-14 SIGNATURE: what the documentation signs is verified and may say where to return; anything else is a rejected order that keeps no external id', async () => {
    const id = await widget({ type: 'PAYMENT' });
    const certificate = (await insertCertificate(server.pool, { merchantId, publicKey })).id;
    const by = { id: certificate, privateKey };
    const basket = {
      externalId: 'signed-1',
      items: ITEMS,
      successUrl: 'https://shop.test/done',
      capture: 'MANUAL',
    };
    const jws = signBasket(by, basket);
    const checkout = await open(id, jws);
    const order = await orderOf(checkout);
    assert.deepEqual(
      [order.status, order.cents, order.tax, order.external, order.success, order.capture],
      ['DRAFT', 130_99n, 22_07n, 'signed-1', 'https://shop.test/done', 'MANUAL'],
    );
    await giveDetails(services, checkout, {
      ...PERSON,
      shipment: null,
      shippingMethodId: null,
    });
    assert.equal((await orderOf(checkout)).status, 'VERIFIED');
    // of ten at once and later again: the same
    const again = await Promise.all(Array.from({ length: 10 }, () => open(id, jws)));
    assert.deepEqual([...new Set(again)], [checkout]);

    const [head, , signature] = jws.split('.') as [string, string, string];
    const made = (header: object, payload: object = { ...basket, externalId: 'x', exp: 9e9 }) => {
      const text = `${part(header)}.${part(payload)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    };
    const foreign = await insertMerchant(server.pool, {});
    const theirs = (await insertCertificate(server.pool, { merchantId: foreign.id, publicKey })).id;
    const ended = (
      await insertCertificate(server.pool, {
        merchantId,
        publicKey,
        disabledDate: new Date(),
        disabledBy: 'x',
      })
    ).id;
    const rs = { alg: 'RS256', kid: certificate };
    assert.equal((await orderOf(await open(id, made(rs)))).status, 'DRAFT');
    const notAccepted = 'The signed basket’s signature is not accepted';
    const wrong: [string | object, string][] = [
      [{ externalId: 'signed-2', items: ITEMS }, 'The page passed no signed basket'],
      [
        `${head}.${part({ ...basket, externalId: 'signed-2', exp: 9e9 })}.${signature}`,
        notAccepted,
      ],
      [made({ ...rs, kid: theirs }), notAccepted],
      [made({ ...rs, kid: ended }), notAccepted],
      [made({ ...rs, alg: 'none' }), 'The signed basket’s alg must be one of RS256, PS256'],
      [made({ ...rs, alg: 'HS256' }), 'The signed basket’s alg must be one of RS256, PS256'],
      [made({ ...rs, crit: ['x'] }), 'The signed basket asks for an extension that is not known'],
      [signBasket(by, { ...basket, externalId: 'signed-3' }, -1), 'The signed basket has expired'],
      [
        signBasket(by, { ...basket, externalId: 'signed-4', widget: randomUUID() }),
        'The basket was signed for another widget',
      ],
    ];
    for (const [sent, error] of wrong) {
      const refused = await orderOf(await open(id, sent));
      assert.deepEqual(
        [refused.status, refused.code, refused.error, refused.external, refused.purchase],
        ['REJECTED', 'VERIFICATION_FAILED', error, null, 'DECLINED'],
      );
    }
    for (const successUrl of ['http://shop.test/', 'javascript:alert(1)', 'https://a:b@shop.test/'])
      assert.ok(
        await refusal(open(id, signBasket(by, { ...basket, externalId: 'y', successUrl }))),
      );
  });

  test('WD-14 SB-50 what the shop signed gives way to nothing unsigned, at no widget; its signature takes an id back from a page', async () => {
    answer = { status: 200, body: 'no' };
    const signing = await widget({ type: 'PAYMENT' });
    const asking = await widget({ type: 'CHECKOUT' });
    const instant = await widget({
      type: 'INSTANT',
      items: [
        { reference: 'A', label: 'Stool', amount: 60.5, currency: 'EUR', taxRate: 0.21, count: 2 },
      ],
    });
    const certificate = (await insertCertificate(server.pool, { merchantId, publicKey })).id;
    const signed = (externalId: string) =>
      signBasket({ id: certificate, privateKey }, { externalId, items: ITEMS });
    const checkout = await open(signing, signed('kept-1'));
    await giveDetails(services, checkout, { ...PERSON, shipment: null, shippingMethodId: null });
    // the very basket, by somebody who stands before another page
    const stranger = { externalId: 'kept-1', items: ITEMS };
    assert.match((await refusal(open(asking, stranger)))!, /^The shop has made this order itself/);
    const kept = await orderOf(checkout);
    assert.deepEqual([kept.status, kept.external], ['VERIFIED', 'kept-1']);
    assert.equal(await open(signing, signed('kept-1')), checkout);

    const squat = await open(instant, { externalId: 'squat-1' });
    await giveDetails(services, squat, { ...PERSON, shipment: null, shippingMethodId: null });
    const meant = await open(signing, signed('squat-1'));
    const [gone, there] = [await orderOf(squat), await orderOf(meant)];
    assert.deepEqual([gone.status, gone.external], ['EXPIRED', null]);
    const why = await server.all<{ action: string; reason: string; was: string }>(
      `select action, details ->> 'reason' as reason,
         details #>> '{changes,externalId,before}' as was
       from audit_logs where entity_id = $1 and action = 'EXPIRE_ORDER'`,
      [gone.id],
    );
    assert.deepEqual(why, [
      {
        action: 'EXPIRE_ORDER',
        reason: 'Another one was begun under its external id',
        was: 'squat-1',
      },
    ]);
    const staff = await server.as('admin@paydesk.test');
    const { body: read } = await staff.call('GET /api/orders/{id}', { params: { id: gone.id } });
    assert.match(orderAnswer(read)!.reason, /another order was begun under its external id$/);
    assert.deepEqual([there.status, there.external], ['DRAFT', 'squat-1']);
    // whoever begins the same unsigned holds its address, and would read who pays
    const page = await widget({
      type: 'PAYMENT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 130.99,
    });
    const alike = await open(page, { externalId: 'squat-2', items: ITEMS });
    assert.notEqual(await open(signing, signed('squat-2')), alike);
    // what is paid is paid
    await server.pool.query(`update orders set status = 'PAID' where id = $1`, [kept.id]);
    assert.equal(await refusal(open(asking, stranger)), 'This order has been paid already.');
  });

  test('AM-48, WD-14, EL-08 CALLBACK: the shop is asked, signed; a yes with the amount verifies, a no, another amount and silence reject, and both sides of it are in the exchange logs', async () => {
    const id = await widget({ type: 'CHECKOUT' });
    answer = verified('130.99');
    heard.length = 0;
    const checkout = await open(id, { externalId: 'asked-1', items: ITEMS });
    const order = await orderOf(checkout);
    assert.equal(order.status, 'DRAFT');
    assert.deepEqual(await logs(order.id), ['PMTREQ', 'PMTRESP', 'ORDERVERREQ', 'ORDERVERRESP']);
    assert.equal(heard.length, 1);
    assert.equal(heard[0]!.signed, true);
    for (const part of [
      '<externalId>asked-1</externalId>',
      `<orderId>${order.id}</orderId>`,
      '<amount>130.99</amount>',
      '<tax>22.07</tax>',
      '<label>Oak stool</label>',
      '<count>2</count>',
    ])
      assert.ok(heard[0]!.body.includes(part), part);
    const no: [Answer, string, RegExp][] = [
      [verified('130.98'), 'AMOUNT_MISMATCH', /130\.98 EUR, the order’s 130\.99/],
      [verified(''), 'VERIFICATION_FAILED', /names no amount/],
      [
        {
          status: 200,
          body: '<orderverresp><result>REJECTED</result><reason>Sold &amp; gone</reason></orderverresp>',
        },
        'VERIFICATION_FAILED',
        /Sold & gone/,
      ],
      [{ status: 500, body: 'no' }, 'VERIFICATION_FAILED', /answered 500/],
      [
        {
          status: 200,
          body: '<!DOCTYPE x [<!ENTITY a "VERIFIED">]><orderverresp><result>&a;</result></orderverresp>',
        },
        'VERIFICATION_FAILED',
        /no ORDERVERRESP/,
      ],
      [null, 'VERIFICATION_FAILED', /no whole answer within 0\.5 seconds/],
    ];
    for (const [said, code, error] of no) {
      answer = said;
      const refused = await orderOf(await open(id, { externalId: 'asked-2', items: ITEMS }));
      assert.deepEqual(
        [refused.status, refused.code, refused.purchase],
        ['REJECTED', code, 'DECLINED'],
      );
      assert.match(refused.error!, error);
      const rejected = await server.all<{ by: string; code: string }>(
        `select user_name as by, details #>> '{changes,rejectReasonCode,after}' as code
         from audit_logs where entity_id = $1 and action = 'REJECT_ORDER'`,
        [refused.id],
      );
      assert.deepEqual(rejected, [{ by: 'Verification', code }], 'SB-46');
      const [asked] = await server.all<{ outcome: string; words: string }>(
        `select outcome, outcome_detail as words from exchange_logs
         where order_id = $1 and xml_type = 'ORDERVERREQ'`,
        [refused.id],
      );
      assert.deepEqual(asked, {
        outcome: said ? 'DELIVERED' : 'FAILED',
        words: said ? `The address answered ${said.status}` : refused.error,
      });
      const types = said ? ['ORDERVERREQ', 'ORDERVERRESP'] : ['ORDERVERREQ'];
      assert.deepEqual((await logs(refused.id)).slice(2), types);
    }
    // what was refused keeps its id from nobody
    answer = verified('130.99');
    assert.ok(!heard.some(({ body }) => body.includes('shippingMethod')));
    // what a page says of where it goes: the shop can say no, or that it is so
    const shipment = { ...RIGA, type: 'COURIER', contactPhone: '1', method: 'To the door, free' };
    await open(id, { externalId: 'asked-3', items: ITEMS, shipment });
    const { body: last } = heard.at(-1)!;
    assert.ok(last.includes('<shippingMethod>To the door, free</shippingMethod>'), last);
    assert.ok(!last.includes(RIGA.addressLine), 'SB-47');
    const fine = await orderOf(await open(id, { externalId: 'asked-2', items: ITEMS }));
    assert.deepEqual([fine.status, fine.external], ['DRAFT', 'asked-2']);
  });

  test('WD-14 WIDGET_TOTAL_AMOUNT: another amount than the widget’s is a mismatch; an unsigned external id finds no one’s name, and a paid one is said', async () => {
    const id = await widget({
      type: 'PAYMENT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      totalAmount: 250,
    });
    const other = await orderOf(await open(id, { amount: 249.99 }));
    assert.deepEqual([other.status, other.code], ['REJECTED', 'AMOUNT_MISMATCH']);
    // as a page may pass it: said to its shopper with what its makers look for, and never guessed
    for (const [passed, words] of [
      [{ amount: '250' }, 'order.amount: Value must be a number'],
      [{ amount: '250,00' }, 'order.amount: Value must be a number'],
      [{ amount: -250 }, 'order.amount: Value must be between 0.01'],
      [{ items: [{ label: 'Stool', amount: null }] }, 'order.items[0].amount: Amount is required'],
      [{ items: [{ label: 'Stool', amount: 250, count: '1' }] }, 'order.items[0].count: Value'],
      [250, 'order: '],
    ] as const) {
      const said = (await refusal(open(id, passed)))!;
      assert.ok(said.startsWith('The shop’s page does not say right what is to be paid.'), said);
      assert.ok(said.includes(`(${words}`), said);
    }
    const empty = { label: 'Stool', amount: 250, taxRate: '', count: '' };
    assert.equal((await orderOf(await open(id, { items: [empty] }))).cents, 250_00n);
    const order = { externalId: 'open-1', amount: 250 };
    const [first, ...same] = await Promise.all(Array.from({ length: 10 }, () => open(id, order)));
    assert.deepEqual([...new Set(same)], [first]);
    const asked = { ...PERSON, shipment: null, shippingMethodId: null };
    await giveDetails(services, first!, asked);
    assert.equal((await orderOf(first!)).status, 'VERIFIED');
    const anew = await open(id, order);
    assert.notEqual(anew, first);
    assert.deepEqual(
      [(await orderOf(first!)).status, (await orderOf(anew)).external],
      ['EXPIRED', 'open-1'],
    );
    assert.match(
      (await refusal(open(id, { ...order, label: 'x', amount: 251 })))!,
      /another basket/,
    );
    await giveDetails(services, anew, asked);
    await server.pool.query(`update orders set status = 'PAID' where external_id = 'open-1'`);
    assert.equal(await refusal(open(id, order)), 'This order has been paid already.');
    assert.match((await refusal(giveDetails(services, anew, asked)))!, /can’t be changed/);
    // whose card is given at this very moment
    const busy = await open(id, { ...order, externalId: 'open-2' });
    await giveDetails(services, busy, asked);
    const began = `with held as (select id, merchant_id, purchase_id from orders
        where id = $2::uuid for no key update)
      insert into payment_attempts (id, checkout_id, merchant_id, order_id, purchase_id, stage,
        amount_cents, currency, frame, gateway, created_date, updated_date)
      select gen_random_uuid(), $1::uuid, merchant_id, id, purchase_id, 'AUTHORISING', 25000, 'EUR', false,
        'sandbox', now(), now() from held`;
    const { id: held } = await orderOf(busy);
    assert.match(
      (await meanwhile(server, [began, busy, held], () =>
        refusal(open(id, { ...order, externalId: 'open-2' })),
      ))!,
      /being paid at this moment/,
    );
    assert.equal((await orderOf(busy)).external, 'open-2');
  });

  test('AM-48, SM-01 shipping: the merchant’s methods are offered, its address is asked once, and the cost is a line of the order; one that can’t be worked out leaves the others', async () => {
    const generic = await server.one<{ id: string; name: string }>(
      'select id, name from generic_shipping_methods order by name limit 1',
    );
    const method = (extId: string, enabled = true) =>
      insertRow(server.pool, 'shippingMethods', {
        id: randomUUID(),
        merchantId,
        genericMethodId: generic.id,
        name: `Courier ${extId}`,
        extId,
        enabled,
        createdDate: new Date(),
        createdBy: 'Test Person',
        updatedDate: null,
        updatedBy: null,
      });
    const [far, off] = [await method('far'), await method('off', false)];
    const near = await method('near');
    answer = verified('130.99');
    const id = await widget({ type: 'CHECKOUT' });
    const checkout = await open(id, { externalId: 'ship-1', items: ITEMS });
    const offered = await server.database.transaction('all', (tx) =>
      shippingMethodsOf(tx, checkout),
    );
    assert.deepEqual(offered.map(({ name, kind }) => [name, kind]).sort(), [
      ['Courier far', generic.name],
      ['Courier near', generic.name],
    ]);
    const say = (shippingMethodId: string, city = 'Riga') =>
      giveDetails(services, checkout, {
        ...PERSON,
        shipment: { ...RIGA, city },
        shippingMethodId,
      });
    assert.match((await refusal(say(off.id)))!, /does not ship this way/);
    answer = { status: 200, body: '<shipcostresp><reason>Too far</reason></shipcostresp>' };
    assert.deepEqual((await say(far.id)).shipping, { outcome: 'unknown', reason: 'Too far' });
    const before = await orderOf(checkout);
    assert.deepEqual([before.status, before.cents], ['DRAFT', 130_99n]);
    answer = {
      status: 200,
      body: '<shipcostresp><amount>12.10</amount><taxRate>0.21</taxRate></shipcostresp>',
    };
    heard.length = 0;
    for (const _ of [1, 2, 3]) await say(near.id);
    assert.deepEqual(
      heard.map(({ path, signed }) => [path, signed]),
      [['/shipping', true]],
    );
    assert.ok(heard[0]!.body.includes('<method>near</method>'));
    const shipped = await orderOf(checkout);
    // 12.10 at 21 % holds 2.10
    assert.deepEqual(
      [shipped.status, shipped.cents, shipped.tax, shipped.purchased],
      ['VERIFIED', 143_09n, 24_17n, 143_09n],
    );
    await say(near.id, 'Tartu');
    assert.equal(heard.length, 2, 'another address is asked for');
    // what each costs before one is chosen: what is known, or what the shop is asked for once
    const costs = (ask: boolean) =>
      shippingCosts(services, checkout, [far.id, near.id, off.id], RIGA, ask);
    assert.deepEqual([...(await costs(false))], [[near.id, 12_10n]]);
    for (const _ of [1, 2]) assert.equal((await costs(true)).get(far.id), 12_10n);
    assert.deepEqual([(await costs(false)).size, heard.length], [2, 3]);
    const lines = await server.all<{ label: string }>(
      'select label from order_items where order_id = $1 order by position',
      [shipped.id],
    );
    assert.deepEqual(
      lines.map(({ label }) => label),
      ['Oak stool', 'Oil', 'Shipping: Courier near'],
    );
  });

  test('AM-48, WD-14 a delivery that a page names spares nobody its price, unless the shop has signed it or says the same', async () => {
    const { id: own } = await insertMerchant(server.pool, {});
    await server.pool.query(
      `update merchants set order_verification_url = $2, delivery_cost_calculation_url = $3 where id = $1`,
      [own, `${base}/verify`, `${base}/shipping`],
    );
    const courier = await insertShippingMethod(server.pool, { merchantId: own, name: 'Courier' });
    const shipment = { ...RIGA, type: 'COURIER', contactPhone: '1', method: 'To the door, free' };
    const opened = async (given: Partial<WidgetGiven>, externalId: string) =>
      open(await widget({ merchantId: own, type: 'CHECKOUT', ...given }), {
        externalId,
        items: ITEMS,
        shipment,
      });
    const offered = async (checkout: string) =>
      (await server.database.transaction('all', (tx) => shippingMethodsOf(tx, checkout))).length;
    const unpaid = (checkout: string) =>
      refusal(server.database.transaction('all', (tx) => refuseUnlessPayable(tx, checkout, own)));
    const say = (checkout: string, shippingMethodId: string | null) =>
      giveDetails(services, checkout, { ...PERSON, shipment: RIGA, shippingMethodId });
    const cost = '<shipcostresp><amount>12.10</amount><taxRate>0.21</taxRate></shipcostresp>';
    const choose = 'Choose how it is shipped first.';

    // nobody of the shop was asked, or the one who was does not know of deliveries
    const total = { orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT', totalAmount: 130.99 } as const;
    const unasked = await opened(total, 'named-1');
    answer = verified('130.99');
    const silent = await opened({}, 'named-2');
    for (const checkout of [unasked, silent]) {
      assert.equal(await offered(checkout), 1);
      await say(checkout, null);
      assert.equal((await orderOf(checkout)).status, 'DRAFT');
      assert.equal(await unpaid(checkout), choose);
      answer = { status: 200, body: cost };
      await say(checkout, courier.id);
      const { status, cents } = await orderOf(checkout);
      assert.deepEqual([status, cents, await unpaid(checkout)], ['VERIFIED', 143_09n, null]);
    }
    // whatever an older process took it for
    await server.pool.query(
      `update orders set shipment = $2 where id = (select order_id from checkouts where id = $1)`,
      [unasked, JSON.stringify(shipment)],
    );
    await server.pool.query(`update checkouts set shipping_method_id = null where id = $1`, [
      unasked,
    ]);
    assert.equal(await unpaid(unasked), choose);

    const yes = verified('130.99');
    const said = (method: string) => ({
      ...yes,
      body: yes.body.replace('</amount>', `</amount><shippingMethod>${method}</shippingMethod>`),
    });
    answer = said('Another one');
    assert.equal(await offered(await opened({}, 'named-3')), 1);
    answer = said('To the door, free');
    const agreed = await opened({}, 'named-4');
    const { id: certificate } = await insertCertificate(server.pool, {
      merchantId: own,
      publicKey,
    });
    const signed = await open(
      await widget({ merchantId: own, type: 'CHECKOUT', orderAuthorizationType: 'SIGNATURE' }),
      signBasket(
        { id: certificate, privateKey },
        { externalId: 'named-5', items: ITEMS, shipment },
      ),
    );
    for (const checkout of [agreed, signed]) {
      assert.equal(await offered(checkout), 0);
      await say(checkout, null);
      const { status, cents } = await orderOf(checkout);
      assert.deepEqual([status, cents, await unpaid(checkout)], ['VERIFIED', 130_99n, null]);
    }
  });

  test('AM-48, WD-14, SB-32 a merchant’s people, and staff, say when money is taken: widgets, links and orders by the API take it, but those that say otherwise', async () => {
    const { id: own } = await insertMerchant(server.pool, {});
    const owner = await server.person({ merchantId: own });
    const staff = await server.as('admin@paydesk.test');
    const api = await machine(server, own);
    const { id: certificate } = await insertCertificate(server.pool, {
      merchantId: own,
      publicKey,
    });
    const items = [{ label: 'Stool', amount: 5, taxRate: 0, count: 1 }];
    const order = async (more = {}) =>
      (
        await api.call('POST /api/merchant-api/orders', {
          body: {
            externalId: randomUUID(),
            customerEmail: 'anna@mail.test',
            currency: 'EUR',
            items,
            ...more,
          },
        })
      ).body.capture;
    const instant = { reference: 'A', currency: 'EUR', ...items[0]! } as const;
    const byWidget = await widget({ merchantId: own, type: 'INSTANT', items: [instant] });
    const bySignature = await widget({ merchantId: own, type: 'PAYMENT' });
    const { body: link } = await owner.call('POST /api/payment-links', {
      body: { purpose: 'Stool', amount: 5, uses: 'MANY' },
    });
    const all = async () => [
      (await orderOf(await open(byWidget))).capture,
      (await orderOf((await openFromLink(services, link.id)).id)).capture,
      await order(),
    ];
    assert.deepEqual(await all(), ['AUTOMATIC', 'AUTOMATIC', 'AUTOMATIC']);
    const put = await owner.call('PUT /api/user-merchant/capture', { body: { capture: 'MANUAL' } });
    assert.equal(put.body.capture, 'MANUAL');
    assert.deepEqual(await all(), ['MANUAL', 'MANUAL', 'MANUAL']);
    assert.equal(await order({ capture: 'AUTOMATIC' }), 'AUTOMATIC');
    const basket = signBasket(
      { id: certificate, privateKey },
      { externalId: randomUUID(), items, capture: 'AUTOMATIC' },
    );
    assert.equal((await orderOf(await open(bySignature, basket))).capture, 'AUTOMATIC');
    for (const capture of ['LATER', '', null, 7])
      assert.equal(
        (await owner.call('PUT /api/user-merchant/capture', { body: { capture } })).error.errors[0]
          ?.field,
        'capture',
      );
    const set = 'POST /api/merchants/{id}/actions/set-capture';
    const back = { params: { id: own }, body: { capture: 'AUTOMATIC' } };
    assert.equal((await staff.call(set, back)).body.capture, 'AUTOMATIC');
    assert.deepEqual(await all(), ['AUTOMATIC', 'AUTOMATIC', 'AUTOMATIC']);
  });
});
