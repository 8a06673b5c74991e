import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { signCall } from '../platform/auth/signatures.ts';
import { authority } from '../platform/authority.ts';
import { outbound } from '../platform/outbound.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { openShop, type Shop } from './shop.ts';

const NOTICE = '<purchase><externalId>AO-1</externalId><status>PAID</status></purchase>';

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object;

describe('the sandbox shop', () => {
  let server: TestServer;
  let shop: Shop;
  const disputed: string[] = [];
  const open = (given: { demo?: boolean; port?: string } = {}) =>
    openShop({
      config: { ...server.services.config, SHOP_PORT: Number(given.port ?? 0) },
      log: server.services.log,
      demo: given.demo ?? true,
      databaseUrl: server.url,
      dispute: async (merchantId, becomes) => disputed.push(`${merchantId} ${becomes}`) === 1,
      services: () => server.services,
    });
  before(async () => {
    server = await testServer({ clock: true });
    shop = (await open())!;
    await shop.begin();
    const end = Date.now() + 15_000;
    while (
      !(await fetch(shop.address!).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      assert.ok(Date.now() < end, 'it never opened');
      await wait(50);
    }
  });
  after(async () => {
    await shop.stop();
    await assert.rejects(fetch(shop.address!), 'it ends with the server');
    await server.close();
  });

  test('AM-108 it opens in a demo alone, in one process of a database, and never where its port is taken', async () => {
    assert.equal(await open({ demo: false }), null);
    // this database has its shop: another process opens none, and leads to that one
    const second = (await open())!;
    assert.equal(second.address, null);
    await second.begin();
    assert.equal(second.instead(new URL('https://amberoak.test/paydesk/payments')), shop.address);
    assert.equal(second.instead(new URL('https://balticbooks.test/paydesk/payments')), null);
    assert.ok(
      second.allowed(server.services.config).CALLBACK_ALLOW.includes(new URL(shop.address!).host),
    );
    await second.stop();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    assert.equal(await open({ port }), null);
    other.close();
  });

  test('AM-48, AM-108 what the Business Profile names leads to the shop, which believes Paydesk alone', async () => {
    const { purchase_notification_url: url } = await server.one<{
      purchase_notification_url: string;
    }>(`select purchase_notification_url from merchants where name = 'Amber & Oak'`);
    const { id: keyId, privateKey } = await authority(server.services);
    const reach = outbound({ allow: '', instead: shop.instead });
    const say = async (body: string, sent = body, method: 'PUT' | 'POST' = 'PUT', to = url) => {
      const call = { method, targetUri: to, body };
      const headers = signCall(call, { keyId, privateKey }, new Date());
      const outcome = await reach.call({ method, url: to, headers, body: sent });
      assert.ok(outcome.answered, 'it is reached, and by its own name');
      return [outcome.status, outcome.body];
    };
    assert.deepEqual(await say(NOTICE), [204, '']);
    assert.deepEqual(await say(NOTICE, NOTICE.replace('PAID', 'FAILED')), [401, '']);
    const [status, answer] = await say(NOTICE, NOTICE, 'POST', url.replace('payments', 'orders'));
    assert.equal(status, 200);
    assert.match(String(answer), /<result>REJECTED<\/result>/, 'an order it has never made');

    const press = (what: string) =>
      fetch(`${shop.address}/counter`, { method: 'POST', body: new URLSearchParams({ do: what }) });
    await press('drop');
    assert.deepEqual(await say(NOTICE), [503, ''], 'the next one alone');
    assert.deepEqual(await say(NOTICE), [204, '']);
    assert.match(await (await press('dispute')).text(), /The last payment is disputed/);
    assert.match(await (await press('dispute')).text(), /There is no payment to dispute/);
    const { id } = await server.one<{ id: string }>(
      `select id from merchants where name = 'Amber & Oak'`,
    );
    assert.match(await (await press('win')).text(), /There is no open dispute/);
    assert.deepEqual(disputed, [`${id} OPEN`, `${id} OPEN`, `${id} WON`]);
    const DAY_MS = 86_400_000;
    for (const [what, days] of [
      ['day', 1],
      ['week', 7],
    ] as const) {
      const before = server.services.now();
      const said = await (await press(what)).text();
      assert.match(said, new RegExp(`A ${what} has passed for Paydesk`));
      const passed = (server.services.now().getTime() - before.getTime()) / DAY_MS;
      assert.ok(passed >= days && passed < days + 0.002, `${what}: ${passed}`);
    }
    const counter = await (await fetch(`${shop.address}/counter`)).text();
    assert.equal(counter.match(/Verified/g)?.length, 3);
    assert.equal(counter.match(/Not from Paydesk/g)?.length, 1);
    // nobody else's address leads there
    assert.equal(shop.instead(new URL('https://balticbooks.test/paydesk/payments')), null);
  });

  test('AM-108 its basket is signed by the certificate of the console, by the documented code', async () => {
    const home = await fetch(shop.address!);
    assert.match(await home.text(), /\/widget\.js" data-widget="[0-9a-f-]{36}"/);
    const added = await fetch(`${shop.address}/basket`, {
      method: 'POST',
      body: new URLSearchParams({ product: 'lamp', by: '1' }),
      redirect: 'manual',
    });
    const [cookie] = added.headers.getSetCookie()[0]!.split(';');
    const basket = await fetch(`${shop.address}/basket`, { headers: { cookie: cookie! } });
    const text = await basket.text();
    const [, head, body] = /data-order="([\w-]+)\.([\w-]+)\.[\w-]+"/.exec(text)!;
    const { id } = await server.one<{ id: string }>(
      `select c.id from certificates c join merchants m on m.id = c.merchant_id
       where m.name = 'Amber & Oak' and c.disabled_date is null and c.expiration_date > now()`,
    );
    assert.deepEqual(read(head!), { alg: 'PS256', kid: id });
    const { items, successUrl, capture } = read(body!) as Record<string, unknown>;
    assert.deepEqual(items, [{ label: 'Amber lamp', amount: 89, taxRate: 0.21, count: 1 }]);
    assert.deepEqual([successUrl, capture], [`${shop.address}/thanks`, 'AUTOMATIC']);
    const forged = await fetch(`${shop.address}/thanks?externalId=AO-1&status=PAID&created=1`);
    assert.match(await forged.text(), /could not make sure of your payment/);
  });
});
