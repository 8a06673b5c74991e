import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  constants,
  createHash,
  generateKeyPairSync,
  randomUUID,
  randomUUIDv7,
  sign,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { MachineOrder } from '@paydesk/contract/resources/orders/machines.ts';
import { tasksOf } from './resources.ts';
import { insertCustomer, insertMerchant } from './seed/factories.ts';
import { insertConsumerCredit } from './seed/factories/financing.ts';
import { insertCertificate } from './seed/factories/machines.ts';
import { insertOrder } from './seed/factories/orders.ts';
import { insertWidget } from './seed/factories/widgets.ts';
import { call } from './testing/processes.ts';
import { checkError } from './testing/answers.ts';
import { machine, newOrder } from './testing/machines.ts';
import { testServer, type TestServer } from './testing/server.ts';

const ORDERS = '/api/merchant-api/orders';
const REFUSED = 'The API key or the signature is not accepted';
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 3072,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let server: TestServer;
let base: string;
let amber: string;
/** How far the server's clock, and these clients', is ahead: failures are counted by the minute. */
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

before(async () => {
  server = await testServer({ now });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  amber = await server.merchantId('Amber & Oak');
});
beforeEach(() => {
  ahead += 60_000;
});
after(() => server.close());

/** A certificate that the key of these tests belongs to. */
const certify = async (given: Partial<Parameters<typeof insertCertificate>[1]> = {}) =>
  (await insertCertificate(server.pool, { merchantId: amber, publicKey, ...given })).id;

const documented = readFileSync(join(import.meta.dirname, '../../../docs/merchant-api.md'), 'utf8');
const blocks = (language: string) =>
  [...documented.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``, 'g'))].map(
    ([, text]) => text!,
  );

/** What a test changes of a call that is right otherwise, before it is signed or afterwards. */
interface Twist {
  id: string;
  method?: string;
  url?: string;
  body?: string | undefined;
  alg?: string;
  key?: string;
  created?: number;
  covered?: string[];
  /** More parameters, as they stand in the header. */
  more?: string;
  /** What is sent in the place of what was signed. */
  sent?: { method?: string; url?: string; body?: string; headers?: Record<string, string> };
  /** The header is as here, and as it was signed. */
  headers?: Record<string, string>;
}

/** Written apart from the server: what it takes is what RFC 9421 says. */
function signed(twist: Twist) {
  const {
    id,
    method = twist.body === undefined ? 'GET' : 'POST',
    url = base + ORDERS,
    body,
    alg = 'rsa-pss-sha512',
    key = privateKey,
    created = Math.floor(now().getTime() / 1000),
    covered = ['@method', '@target-uri', ...(body === undefined ? [] : ['content-digest'])],
    more = `;nonce="${randomUUID()}"`,
    sent = {},
  } = twist;
  const { host, pathname, search } = new URL(url);
  const headers: Record<string, string> = { ...twist.headers };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-digest'] ??= `sha-512=:${createHash('sha512').update(body).digest('base64')}:`;
  }
  const parts: Record<string, string> = {
    ...headers,
    '@method': method,
    '@target-uri': url,
    '@authority': host,
    '@path': pathname,
    '@query': search || '?',
  };
  const params = `(${covered.map((name) => `"${name}"`).join(' ')});created=${created};keyid="${id}";alg="${alg}"${more}`;
  const text = [
    ...covered.map((name) => `"${name}": ${parts[name]}`),
    `"@signature-params": ${params}`,
  ].join('\n');
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 };
  const signature = alg.startsWith('rsa-pss')
    ? sign('sha512', Buffer.from(text), { key, ...padding })
    : sign('sha256', Buffer.from(text), key);
  const given = sent.body ?? body;
  return {
    url: sent.url ?? url,
    method: sent.method ?? method,
    headers: {
      ...headers,
      'signature-input': `sig=${params}`,
      signature: `sig=:${signature.toString('base64')}:`,
      ...sent.headers,
    },
    ...(given === undefined ? {} : { body: given }),
  };
}

async function signedCall(twist: Twist): Promise<Response> {
  const { url, ...sent } = signed(twist);
  return fetch(url, sent);
}

async function refusedWith(response: Response, message: string, what = message) {
  const text = await response.text();
  assert.equal(response.status, 401, `${what}: ${text}`);
  const headers = Object.fromEntries(response.headers);
  assert.equal(checkError({ status: 401, headers, text }, what).message, message, what);
}

describe('by signature', () => {
  test('CK-27, SB-32 the client of the documentation lists, makes and reads orders', async () => {
    const [text] = blocks('ts');
    const code = stripTypeScriptTypes(text!);
    const { callPaydesk } = (await import(
      `data:text/javascript,${encodeURIComponent(code)}`
    )) as Record<string, (...given: unknown[]) => Promise<Response>>;
    const certificate = { id: await certify(), privateKey };
    const order = newOrder();
    const made = await callPaydesk!(certificate, 'POST', base + ORDERS, order);
    assert.equal(made.status, 200, await made.clone().text());
    const { id, status } = (await made.json()) as MachineOrder;
    assert.equal(status.name, 'PENDING');
    const one = await callPaydesk!(certificate, 'GET', `${base}${ORDERS}/${id}`);
    assert.equal(((await one.json()) as MachineOrder).externalId, order.externalId);
    const url = `${base}${ORDERS}?f_externalId=${order.externalId}&sort=createdDate,DESC`;
    const list = (await (await callPaydesk!(certificate, 'GET', url)).json()) as {
      content: { id: string }[];
    };
    assert.deepEqual(
      list.content.map((row) => row.id),
      [id],
    );
  });

  test('CK-27, SB-32 the documented lines of curl and openssl do the same, where the machine has both', async () => {
    const [byKey, bySignature] = blocks('sh');
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-machine-'));
    const file = join(folder, 'private-key.pem');
    writeFileSync(file, privateKey);
    const key = (await machine(server, amber)).token!;
    const run = async (script: string) =>
      JSON.parse(
        (
          await promisify(execFile)('sh', ['-ec', script], {
            env: {
              ...process.env,
              PAYDESK: base,
              API_KEY: key,
              CERTIFICATE_ID: await certify(),
              PRIVATE_KEY_FILE: file,
            },
          })
        ).stdout,
      ) as never;
    try {
      const { externalId } = await run(bySignature!);
      assert.equal(externalId, 'basket-1');
      const { content } = await run(byKey!);
      assert.ok((content as { externalId: string }[]).some((row) => row.externalId === externalId));
    } catch (error) {
      // 127: there is no such command here; the client above has proved the same without
      if ((error as { code?: number }).code !== 127) throw error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('SB-32 both algorithms, with the target or with its parts, expires still to come', async () => {
    const id = await certify();
    const parts = ['@query', '@path', '@authority', '@method'];
    const url = `${base}${ORDERS}?size=1`;
    for (const alg of ['rsa-pss-sha512', 'rsa-v1_5-sha256'])
      for (const covered of [parts, ['@target-uri', '@method']])
        for (const more of ['', `;expires=${Math.floor(now().getTime() / 1000) + 60}`]) {
          const reply = await signedCall({ id, alg, covered, url, more });
          assert.equal(reply.status, 200, `${alg} ${covered.join(' ')}: ${await reply.text()}`);
        }
  });

  test('SB-32 whatever of a call is changed after it was signed, it is refused', async () => {
    const id = await certify();
    const body = JSON.stringify(newOrder());
    const other = JSON.stringify(newOrder());
    const digest = `sha-256=:${createHash('sha256').update(other).digest('base64')}:`;
    const wrong: [what: string, twist: Twist][] = [
      ['method', { id, method: 'PUT', body, sent: { method: 'POST' } }],
      ['path', { id, url: `${base}${ORDERS}/${randomUUIDv7()}`, sent: { url: base + ORDERS } }],
      ['query', { id, url: `${base}${ORDERS}?size=1`, sent: { url: `${base}${ORDERS}?size=2` } }],
      ['host', { id, url: `http://other.test${ORDERS}`, sent: { url: base + ORDERS } }],
      [
        'digest with its body',
        { id, body, sent: { body: other, headers: { 'content-digest': digest } } },
      ],
      [
        'another key',
        {
          id,
          key: generateKeyPairSync('rsa', { modulusLength: 2048 })
            .privateKey.export({ type: 'pkcs8', format: 'pem' })
            .toString(),
        },
      ],
      [
        'another’s certificate',
        {
          id: (await insertCertificate(server.pool, { merchantId: amber, publicKey: otherKey() }))
            .id,
        },
      ],
      ['no certificate at all', { id: randomUUIDv7() }],
      ['no id at all', { id: 'x' }],
      ['another signature', { id, sent: { headers: { signature: `sig=:${'A'.repeat(512)}:` } } }],
    ];
    for (const [what, twist] of wrong) await refusedWith(await signedCall(twist), REFUSED, what);
    const ofBody = 'Content-Digest is not the sha-256 or sha-512 of the body';
    await refusedWith(await signedCall({ id, body, sent: { body: other } }), ofBody);
  });

  test('SB-32 what is no whole signature is refused, and told why', async () => {
    const id = await certify();
    const body = JSON.stringify(newOrder());
    const seconds = Math.floor(now().getTime() / 1000);
    const target = 'The signature must cover @target-uri, or @authority, @path and @query';
    const time = 'The signature’s created must be within five minutes of the present time';
    const form = 'Signature-Input and Signature must hold one signature, by one name';
    const wrong: [message: string, twist: Twist][] = [
      ['The signature must cover @method', { id, covered: ['@target-uri'] }],
      [target, { id, covered: ['@method'] }],
      [target, { id, covered: ['@method', '@authority', '@path'] }],
      [
        'The signature of a call with a body must cover content-digest',
        { id, body, covered: ['@method', '@target-uri'] },
      ],
      [time, { id, created: seconds - 302 }],
      [time, { id, created: seconds + 310 }],
      ['The signature has expired', { id, more: `;expires=${seconds - 1}` }],
      ['The signature’s keyid is given twice', { id, more: `;keyid="${id}"` }],
      [
        'The signature’s alg must be one of rsa-pss-sha512, rsa-v1_5-sha256',
        { id, alg: 'hmac-sha256' },
      ],
      [
        'A part of the call is covered twice',
        { id, covered: ['@method', '@method', '@target-uri'] },
      ],
      [
        'The signature covers date, which the call has not',
        { id, covered: ['@method', '@target-uri', 'date'] },
      ],
      [form, { id, more: ';odd=(1 2)' }],
      [form, { id, sent: { headers: { signature: 'other=:AAAA:' } } }],
      [form, { id, sent: { headers: { 'signature-input': '' } } }],
    ];
    for (const [message, twist] of wrong) await refusedWith(await signedCall(twist), message);
  });

  test('SB-32 a signature makes one order: sent again it is refused, also by another process', async () => {
    const id = await certify();
    const body = JSON.stringify(newOrder());
    const caught: Record<string, string> = {};
    const fetchOnce = globalThis.fetch;
    globalThis.fetch = (async (url: string, init: RequestInit) => {
      Object.assign(caught, init.headers);
      return fetchOnce(url, init);
    }) as typeof fetch;
    try {
      assert.equal((await signedCall({ id, body })).status, 200);
    } finally {
      globalThis.fetch = fetchOnce;
    }
    const again = () => fetch(base + ORDERS, { method: 'POST', headers: caught, body });
    const words = 'The signature has been used already: sign each call anew, with a nonce';
    await refusedWith(await again(), words);
    // nothing of it is in this process: the database remembers
    const { rows } = await server.pool.query('select count(*)::int as n from seen_signatures');
    assert.ok(rows[0].n > 0);
    await server.pool.query(`update seen_signatures set seen_date = now() - interval '2 hours'`);
    await tasksOf(server.services)
      .find(({ name }) => name === 'housekeeping')!
      .run();
    assert.equal((await server.pool.query('select from seen_signatures')).rowCount, 0);
    // of many at the same moment one is the first
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await again()).status),
    );
    assert.deepEqual(statuses.sort(), [200, ...Array<number>(7).fill(401)]);
    // reading again harms nobody
    const read = { id, more: '' };
    for (const _ of [1, 2]) assert.equal((await signedCall(read)).status, 200);
  });

  test('SB-31, SB-32, SB-43, CK-20 disabled, expired, or its merchant disabled: refused from the next call on, like an unknown one', async () => {
    const merchant = await insertMerchant(server.pool, {});
    const admin = await server.person({ merchantId: merchant.id, userRole: 'MERCHANT_ADMIN' });
    const { body: made } = await admin.call('POST /api/user-merchant/certificate');
    const call = () => signedCall({ id: made.id, key: made.privateKey });
    assert.equal((await call()).status, 200);
    await admin.call('PUT /api/user-merchant/certificate/disable', { body: { id: made.id } });
    await refusedWith(await call(), REFUSED, 'disabled');
    const set = (columns: string) =>
      server.pool.query(`update certificates set ${columns} where id = $1`, [made.id]);
    await set('disabled_date = null, disabled_by = null');
    assert.equal((await call()).status, 200);
    await set(`expiration_date = now() - interval '1 second'`);
    await refusedWith(await call(), REFUSED, 'expired');
    await set(`expiration_date = now() + interval '1 day'`);
    for (const status of ['DISABLED', 'DECLINED', 'PENDING_APPROVAL']) {
      await server.pool.query('update merchants set status = $2 where id = $1', [
        merchant.id,
        status,
      ]);
      await refusedWith(await call(), REFUSED, status);
    }
    await server.pool.query(`update merchants set status = 'APPROVED' where id = $1`, [
      merchant.id,
    ]);
    assert.equal((await call()).status, 200);
    await admin.call('POST /api/user-merchant/certificate');
    await refusedWith(await call(), REFUSED, 'a new one was generated');
  });

  test('SB-32 a call that was signed for another server is refused here, with PUBLIC_URL unset', async () => {
    const { id } = await insertCertificate(server.pool, { merchantId: amber, publicKey });
    const { port } = new URL(base);
    const words =
      'The call is addressed to another server: sign it for the address that this one is known by';
    const sentTo = async (host: string, signedFor = host, more: Record<string, string> = {}) => {
      const { headers } = signed({ id, url: `http://${signedFor}${ORDERS}` });
      // fetch lets nobody write this header
      const answer = await call(base + ORDERS, { headers: { ...headers, host, ...more } });
      const said = JSON.parse(answer.text) as { message?: string };
      return answer.status === 401 ? said.message : answer.status;
    };
    for (const own of [`127.0.0.1:${port}`, `localhost:${port}`])
      assert.equal(await sentTo(own), 200, own);
    for (const other of ['pay.example', `pay.example:${port}`, 'localhost', '127.0.0.1:1']) {
      assert.equal(await sentTo(other), words, other);
      // nobody is trusted to say whom it forwards
      const forwarded = { 'x-forwarded-host': other };
      assert.equal(await sentTo(other, other, forwarded), words, other);
      assert.equal(await sentTo(`127.0.0.1:${port}`, other, forwarded), REFUSED, other);
    }
  });

  test('SB-32, AM-31 behind a proxy it is the address that the caller typed', async () => {
    const cases: [settings: Record<string, string>, headers: Record<string, string>][] = [
      [{ PUBLIC_URL: 'https://pay.example/desk/' }, {}],
      [
        { TRUST_PROXY: '127.0.0.1' },
        { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'pay.example' },
      ],
    ];
    for (const [settings, headers] of cases) {
      const proxied = await testServer({ settings, now });
      try {
        await proxied.app.listen({ port: 0, host: '127.0.0.1' });
        const inside = `http://127.0.0.1:${(proxied.app.server.address() as AddressInfo).port}`;
        const { id } = await insertCertificate(proxied.pool, {
          merchantId: await proxied.merchantId('Amber & Oak'),
          publicKey,
        });
        const typed = `https://pay.example${'PUBLIC_URL' in settings ? '/desk' : ''}${ORDERS}`;
        const sent = { url: inside + ORDERS, headers };
        assert.equal((await signedCall({ id, url: typed, sent })).status, 200, typed);
        await refusedWith(await signedCall({ id, url: inside + ORDERS, sent }), REFUSED);
      } finally {
        await proxied.close();
      }
    }
  });
});

function otherKey(): string {
  const { publicKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

const ask = (authorization?: string) =>
  fetch(base + ORDERS, { headers: authorization ? { authorization } : {} });

describe('by API key', () => {
  test('SB-33, CK-21, SB-43 an unknown, replaced or malformed key and that of a disabled merchant are one and the same 401', async () => {
    const { id: merchantId } = await insertMerchant(server.pool, {});
    const admin = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
    const make = async () => (await admin.call('POST /api/user-merchant/api-key')).body.key!;
    const first = await make();
    assert.equal((await ask(`Bearer ${first}`)).status, 200);
    const second = await make();
    assert.equal((await ask(`Bearer ${second}`)).status, 200);
    const unknown = `pdk_${'A'.repeat(43)}`;
    for (const wrong of [first, unknown, 'x', second.slice(4), admin.token!])
      await refusedWith(await ask(`Bearer ${wrong}`), REFUSED, wrong);
    await refusedWith(await ask(), REFUSED, 'none');
    await refusedWith(await ask(`Basic ${second}`), REFUSED, 'basic');
    await server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [merchantId]);
    await refusedWith(await ask(`Bearer ${second}`), REFUSED, 'merchant disabled');
  });

  test('CK-26, SB-33 when it was last used is kept to the minute, so that calls do not write each time', async () => {
    const client = await machine(server, amber);
    const used = () =>
      server.one<{ at: string | null; version: string }>(
        'select last_used_date as at, xmin::text as version from api_keys where id = $1',
        [client.userId],
      );
    assert.equal((await used()).at, null);
    await client.call('GET /api/merchant-api/orders');
    const once = await used();
    assert.ok(once.at);
    await client.call('GET /api/merchant-api/orders');
    assert.deepEqual(await used(), once);
    await server.pool.query(
      `update api_keys set last_used_date = now() - interval '61 seconds' where id = $1`,
      [client.userId],
    );
    await client.call('GET /api/merchant-api/orders');
    assert.ok((await used()).at! >= once.at);
  });

  test('SB-07, SB-33 from the 30th failure in a minute an address is told to wait; a right key is not', async () => {
    const client = await machine(server, amber);
    const wrong = server.client(`pdk_${'B'.repeat(43)}`, null);
    const from = '198.51.100.7';
    const statuses: number[] = [];
    for (let call = 0; call < 61; call++) {
      const reply = await wrong.call('GET /api/merchant-api/orders', { from });
      statuses.push(reply.status);
      if (reply.status === 429) assert.ok(Number(reply.headers['retry-after']) > 0);
    }
    // a minute of the clock may begin in between
    assert.ok(statuses.slice(0, 29).every((status) => status === 401));
    assert.ok(statuses.includes(429));
    assert.equal((await client.call('GET /api/merchant-api/orders', { from })).status, 200);
  });
});

describe('orders of machines', () => {
  const MAKE = 'POST /api/merchant-api/orders';
  const READ = 'GET /api/merchant-api/orders/{id}';

  test('SB-50, CK-27 amount and tax are computed from the items, once a line; the audit log names the machine', async () => {
    const client = await machine(server, amber);
    const order = newOrder({ label: 'Two stools', paymentMethod: 'CARD', shipment: SHIPMENT });
    const { body } = await client.call(MAKE, { body: order });
    // 121.00 at 21 % holds 21.00, and 9.99 at 12 % holds 1.07
    assert.deepEqual([body.amount, body.tax, body.currency], [130.99, 22.07, 'EUR']);
    // 2.97 at 21 % holds 0.5155: a cent more than three times what 0.99 holds
    const items = [{ label: 'Oak peg', amount: 0.99, taxRate: 0.21, count: 3 }];
    const pegs = await client.call(MAKE, { body: newOrder({ items }) });
    assert.deepEqual([pegs.body.amount, pegs.body.tax], [2.97, 0.52]);
    assert.equal(body.status.name, 'PENDING');
    assert.deepEqual(body.shipment, SHIPMENT);
    assert.deepEqual(body.items, [order.items[0], { ...order.items[1], unit: null }]);
    assert.ok(!('merchantName' in body) && !('error' in body));
    assert.deepEqual((await client.call(READ, { params: { id: body.id } })).body, body);
    const row = await server.one<Record<string, unknown>>(
      `select user_id, user_name, application, merchant_id, action, result from audit_logs where entity_id = $1`,
      [body.id],
    );
    assert.deepEqual(row, {
      user_id: client.userId,
      user_name: `API key …${client.token!.slice(-4)}`,
      application: null,
      merchant_id: amber,
      action: 'CREATE_ORDER',
      result: 'SUCCESS',
    });
  });

  test('CK-27, AM-108 an order is answered with where it is paid and how that stands; return addresses are https, and part of its content', async () => {
    const client = await machine(server, amber);
    const order = newOrder({
      successUrl: 'https://shop.test/done?id=7',
      cancelUrl: 'https://shop.test/basket',
      capture: 'MANUAL',
    });
    const { body } = await client.call(MAKE, { body: order });
    const page = /^http:\/\/127\.0\.0\.1:3000\/pay\/c\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f-]{21}$/;
    assert.match(body.paymentUrl!, page);
    assert.deepEqual(
      [body.paymentState, body.source, body.capture, body.successUrl, body.cancelUrl],
      ['open', 'API', 'MANUAL', order.successUrl, order.cancelUrl],
    );
    assert.equal((await client.call(MAKE, { body: order })).body.paymentUrl, body.paymentUrl);
    const { capture: _, ...unsaid } = order;
    assert.equal((await client.call(MAKE, { body: unsaid })).body.paymentUrl, body.paymentUrl);
    const clash = await client.call(MAKE, { body: { ...order, successUrl: 'https://evil.test/' } });
    assert.deepEqual(
      clash.error.errors.map(({ field }) => field),
      ['externalId'],
    );
    const { rows } = await server.pool.query(
      `select p.status, p.amount_cents from purchases p where p.id = $1`,
      [body.purchaseId],
    );
    assert.deepEqual(rows, [{ status: 'UNSIGNED', amount_cents: 130_99n }]);
    for (const url of ['http://shop.test/', 'javascript:alert(1)', 'https://a:b@shop.test/', 'x']) {
      const { error } = await client.call(MAKE, { body: newOrder({ cancelUrl: url }) });
      assert.deepEqual(
        error.errors.map(({ field }) => field),
        ['cancelUrl'],
        url,
      );
    }
    const read = async () =>
      (await client.call(READ, { params: { id: body.id } })).body.paymentState;
    await server.pool.query(
      `update checkouts set expires_date = now() - interval '1 second' where order_id = $1`,
      [body.id],
    );
    assert.equal(await read(), 'expired');
    await server.pool.query(`update orders set status = 'PAID' where id = $1`, [body.id]);
    assert.equal(await read(), 'paid');
    const listed = await client.call('GET /api/merchant-api/orders', {
      query: { f_source: 'API', f_id: body.id },
    });
    assert.equal(listed.body.totalElements, 1);
  });

  test('SB-03, SB-50 the same external id is the same order, or refused; each merchant has its own ids', async () => {
    const client = await machine(server, amber);
    const order = newOrder({ shipment: SHIPMENT });
    const made = await Promise.all(
      Array.from({ length: 6 }, () => client.call(MAKE, { body: order })),
    );
    assert.equal(new Set(made.map(({ body }) => body.id)).size, 1);
    const { n } = await server.one<{ n: bigint }>(
      'select count(*) n from order_items where order_id = $1',
      [made[0]!.body.id],
    );
    assert.equal(n, 2n);
    for (const change of [
      { customerEmail: 'other@mail.test' },
      { label: 'x' },
      { shipment: { ...SHIPMENT, city: 'Tartu' } },
      { items: [order.items[0]!] },
      { items: [{ ...order.items[0]!, count: 3 }, order.items[1]!] },
    ]) {
      const { status, error } = await client.call(MAKE, { body: { ...order, ...change } });
      assert.equal(status, 400);
      assert.deepEqual(error.errors, [
        { field: 'externalId', message: 'Another order has this external id' },
      ]);
    }
    const other = await machine(server, await server.merchantId('Baltic Books'));
    const theirs = await other.call(MAKE, { body: order });
    assert.notEqual(theirs.body.id, made[0]!.body.id);
    assert.equal((await client.call(READ, { params: { id: theirs.body.id } })).status, 404);
  });

  test('SB-50, CK-27 an order that asked for a loan is the same again once it was paid by card, since nothing came of the loan', async () => {
    const client = await machine(server, amber);
    const order = newOrder({ paymentMethod: 'CONSUMER_CREDIT' });
    const { body } = await client.call(MAKE, { body: order });
    const { id: customerId } = await insertCustomer(server.pool);
    const loan = { orderId: body.id, customerId, merchantId: amber, amountCents: 130_99n };
    await insertConsumerCredit(server.pool, { ...loan, status: 'FAILED' });
    await server.pool.query(
      `update orders set status = 'PAID', payment_method = 'CARD' where id = $1`,
      [body.id],
    );
    const again = await client.call(MAKE, { body: order });
    assert.deepEqual([again.status, again.body.id], [200, body.id], again.text);
    // one that never asked for a loan is another
    const byCard = newOrder({ paymentMethod: 'CARD' });
    assert.equal((await client.call(MAKE, { body: byCard })).status, 200);
    const other = { ...byCard, paymentMethod: 'CONSUMER_CREDIT' };
    assert.equal((await client.call(MAKE, { body: other })).status, 400);
  });

  test('SB-50 WD-14 an order by the API takes its external id back from a page that nobody of the shop answered for, and gives way to none', async () => {
    const client = await machine(server, amber);
    const order = newOrder();
    const lines = order.items.map(({ label, amount, taxRate, count }) => ({
      label,
      amount,
      taxRate,
      count,
    }));
    const instant = await insertWidget(server.pool, {
      merchantId: amber,
      type: 'INSTANT',
      items: [
        { reference: 'A', label: 'Oak', amount: 60.5, currency: 'EUR', taxRate: 0.21, count: 1 },
      ],
    });
    const asking = await insertWidget(server.pool, { merchantId: amber, type: 'CHECKOUT' });
    const passed = (widget: { id: string }, basket: object) =>
      server.anonymous.call('POST /api/checkouts', {
        body: { widget: widget.id, order: { externalId: order.externalId, ...basket } },
      });
    const squat = await passed(instant, {});
    assert.equal(squat.status, 200, squat.text);
    const made = await client.call(MAKE, { body: order });
    assert.equal(made.status, 200, made.text);
    const { body } = await server.anonymous.call('GET /api/checkouts/{id}', {
      params: { id: squat.body.id },
    });
    assert.equal(body.state, 'expired');
    // a stranger who has guessed the number and the lines
    const again = await passed(asking, { items: lines });
    assert.equal(again.status, 403, again.text);
    assert.equal((await client.call(MAKE, { body: order })).body.id, made.body.id);
    assert.equal(
      (await client.call(READ, { params: { id: made.body.id } })).body.status.name,
      'PENDING',
    );

    // of what was refused as it came the id is free
    const refused = newOrder();
    await server.anonymous.call('POST /api/checkouts', {
      body: { widget: asking.id, order: { externalId: refused.externalId, items: lines } },
    });
    assert.equal((await client.call(MAKE, { body: refused })).status, 200);
  });

  test('SB-50 an order by the API comes to no more than one of a page', async () => {
    const client = await machine(server, amber);
    const dear = { label: 'Oak', amount: 999_999.99, taxRate: 0, unit: null };
    const most = newOrder({ items: [{ ...dear, count: 10 }] });
    assert.equal((await client.call(MAKE, { body: most })).status, 200);
    const more = newOrder({ items: [{ ...dear, count: 11 }] });
    const { status, error } = await client.call(MAKE, { body: more });
    assert.equal(status, 400);
    assert.deepEqual(error.errors, [
      { field: 'items', message: "An order comes to at most 9'999'999.99" },
    ]);
  });

  test('SB-03 another merchant’s orders are absent: 404 by id, and in no list', async () => {
    const client = await machine(server, amber);
    const foreign = await insertOrder(server.pool, {
      merchantId: await server.merchantId('Baltic Books'),
    });
    assert.equal((await client.call(READ, { params: { id: foreign.id } })).status, 404);
    const listed = async (query: Record<string, string>) =>
      (await client.call('GET /api/merchant-api/orders', { query })).body;
    assert.equal((await listed({ f_id: foreign.id })).totalElements, 0);
    const { n } = await server.one<{ n: string }>(
      'select count(*) n from orders where merchant_id = $1',
      [amber],
    );
    const all = await listed({ size: '1', page: '1', sort: 'amount,ASC' });
    assert.equal(all.totalElements, Number(n));
    assert.equal(all.content.length, 1);
    assert.ok(!('merchantId' in all.content[0]!) && !('error' in all.content[0]!));
    for (const query of ['f_merchantId=1', 'f_error=x', 'sort=error,ASC', 'size=201', 'x=1']) {
      const reply = await client.call('GET /api/merchant-api/orders', { query });
      assert.equal(reply.status, 400, query);
    }
  });

  test('SB-48, SB-46 what is wrong with an order is named field by field, and audited as the machine’s', async () => {
    const client = await machine(server, amber);
    const fields = async (given: object) => {
      const { status, error } = await client.call(MAKE, { body: { ...newOrder(), ...given } });
      assert.equal(status, 400);
      return error.errors.map(({ field }) => field);
    };
    const [item] = newOrder().items;
    for (const [given, expected] of [
      [{ externalId: '' }, ['externalId']],
      [{ externalId: 'x'.repeat(256) }, ['externalId']],
      [{ label: 'a\u0000b' }, ['label']],
      [{ customerEmail: 'anna' }, ['customerEmail']],
      [{ currency: 'USD' }, ['currency']],
      [{ paymentMethod: 'CASH' }, ['paymentMethod']],
      [{ amount: 1 }, ['amount']],
      [{ items: [] }, ['items']],
      [{ items: undefined }, ['items']],
      [{ items: [{ ...item, amount: 0 }] }, ['items']],
      [{ items: [{ ...item, amount: 1.005 }] }, ['items[0].amount']],
      [{ items: [item, { ...item, taxRate: 1.01 }] }, ['items[1].taxRate']],
      [{ items: [{ ...item, count: 0 }] }, ['items[0].count']],
      [{ items: [{ ...item, count: 1.5 }] }, ['items[0].count']],
      [{ items: [{ ...item, label: ' ' }] }, ['items[0].label']],
      [{ shipment: { ...SHIPMENT, city: null } }, ['shipment.city']],
    ] as [object, string[]][])
      assert.deepEqual(await fields(given), expected, JSON.stringify(given).slice(0, 100));
    const { n } = await server.one<{ n: string }>(
      `select count(*) n from audit_logs where user_id = $1 and result = 'REFUSED'`,
      [client.userId],
    );
    assert.equal(Number(n), 16);
  });
});

const SHIPMENT = {
  type: 'COURIER',
  contactPhone: '+371 2123 4567',
  country: 'LV',
  city: 'Riga',
  addressLine: 'Mill Lane 7',
  postalCode: 'LV-1010',
  method: 'Courier to the door',
};

test('SB-43 a merchant disabled by staff: its user, its key and its certificate are refused in the same moment', async () => {
  const { id: merchantId } = await insertMerchant(server.pool);
  const user = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
  const key = await machine(server, merchantId);
  const id = await certify({ merchantId });
  const staff = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
  const write = async () => [
    (await user.call('PUT /api/user-merchant', { body: { zipCode: 'LV-1010' } })).status,
    (await key.call('POST /api/merchant-api/orders', { body: newOrder() })).status,
    (await signedCall({ id, body: JSON.stringify(newOrder()) })).status,
    (await signedCall({ id })).status,
  ];
  const turn = (action: 'disable' | 'activate') =>
    staff.call(`POST /api/merchants/{id}/actions/${action}`, { params: { id: merchantId } });
  assert.deepEqual(await write(), [200, 200, 200, 200]);
  assert.equal((await turn('disable')).status, 200);
  assert.deepEqual(await write(), [403, 401, 401, 401]);
  assert.equal((await turn('activate')).status, 200);
  assert.deepEqual(await write(), [200, 200, 200, 200], 'nothing of it was lost');
});
