import assert from 'node:assert/strict';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertMerchant } from '../../seed/factories.ts';
import { newRequest } from '../../testing/csr.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;

before(async () => {
  server = await testServer();
  const { id: merchantId } = await insertMerchant(server.pool, {});
  admin = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
});
after(() => server.close());

const MAKE = 'POST /api/user-merchant/certificate-requests';
const LIST = 'GET /api/user-merchant/certificates';
const RSA = { name: 'RSASSA-PKCS1-v1_5', publicExponent: new Uint8Array([1, 0, 1]) };

test('SB-30, AM-19 a certificate for a key of the merchant’s own: signed by the provider, in our names, the one active one', async () => {
  const earlier = (await admin.call('POST /api/user-merchant/certificate')).body.id;
  const { keys, pem } = await newRequest();
  const made = await admin.call(MAKE, { body: { request: `\n${pem}\n` } });
  assert.equal(made.status, 200, made.text);
  assert.doesNotMatch(made.text, /PRIVATE|privateKey/);
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', keys.publicKey));
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  assert.equal(made.body.publicKey, key.export({ type: 'spki', format: 'pem' }));
  const leaf = new X509Certificate(made.body.certificate);
  const { body: provider } = await admin.call('GET /api/service-provider/certificateInfo');
  const root = new X509Certificate(provider.certificate!);
  assert.ok(leaf.checkIssued(root) && leaf.verify(root.publicKey) && !leaf.ca);
  assert.ok(leaf.publicKey.equals(key));
  assert.match(leaf.subject, new RegExp(`^CN=${made.body.name}\n`));
  assert.doesNotMatch(leaf.subject, /whoever|Somebody Else/);
  assert.deepEqual(
    (await admin.call(LIST)).body.content.map(({ id }) => id),
    [made.body.id],
  );
  const before = await admin.call('GET /api/user-merchant/certificate/{id}', {
    params: { id: earlier },
  });
  assert.equal(before.body.status.name, 'DISABLED');
});

const pem = (tag: string, body: Buffer) =>
  `-----BEGIN ${tag}-----\n${body.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END ${tag}-----`;

test('SB-30 what is no request, or of a weak, another or a foreign key, is refused by the field, and disables nothing', async () => {
  const active = (await admin.call(LIST)).body.content.map(({ id }) => id);
  const good = (await newRequest()).pem;
  const short = await newRequest({ ...RSA, hash: 'SHA-256', modulusLength: 2048 });
  const old = await newRequest({ ...RSA, hash: 'SHA-1', modulusLength: 3072 });
  const curve = await newRequest(
    { name: 'ECDSA', namedCurve: 'P-256' },
    { name: 'ECDSA', hash: 'SHA-256' },
  );
  // the last byte of the signature
  const bytes = Buffer.from(good.replace(/-----[^-]+-----/g, ''), 'base64');
  bytes[bytes.length - 1]! ^= 1;
  const wrong: [string, RegExp][] = [
    ['no request', /begins with -----BEGIN CERTIFICATE REQUEST-----/],
    [`${good}\n${good}`, /One request in PEM/],
    [pem('PRIVATE KEY', Buffer.from('x')), /is a private key: keep it to yourself/],
    [pem('CERTIFICATE', bytes), /One request in PEM/],
    [pem('CERTIFICATE REQUEST', Buffer.from('nonsense')), /can’t be read/],
    [pem('CERTIFICATE REQUEST', bytes.subarray(0, 200)), /can’t be read/],
    [pem('CERTIFICATE REQUEST', bytes), /not signed by the key/],
    [short.pem, /has 2048 bits; 3072 to 8192/],
    [old.pem, /SHA-256, SHA-384 or SHA-512/],
    [curve.pem, /must be RSA/],
  ];
  // ten a minute are let through
  const { id: merchantId } = await insertMerchant(server.pool, {});
  const other = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
  for (const [nth, [request, words]] of wrong.entries()) {
    const { status, error } = await (nth < 6 ? admin : other).call(MAKE, { body: { request } });
    assert.equal(status, 400, request);
    assert.equal(error.errors[0]!.field, 'request');
    assert.match(error.errors[0]!.message, words);
  }
  assert.deepEqual(
    (await admin.call(LIST)).body.content.map(({ id }) => id),
    active,
  );
  const { id } = await insertMerchant(server.pool, { status: 'PENDING_APPROVAL' });
  const early = await server.person({ merchantId: id, userRole: 'MERCHANT_ADMIN' });
  assert.equal(
    (await early.call(MAKE, { body: { request: good } })).error.errors[0]!.field,
    'status',
  );
});
