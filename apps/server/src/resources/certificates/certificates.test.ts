import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, randomUUIDv7, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { GeneratedCertificate } from '@paydesk/contract/resources/certificates.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertCertificate } from '../../seed/factories/machines.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let amber: string;
let owner: Client;

before(async () => {
  server = await testServer();
  amber = await server.merchantId('Amber & Oak');
  owner = await server.as('owner@amber.test');
});
after(() => server.close());

const LIST = 'GET /api/user-merchant/certificates';
const ONE = 'GET /api/user-merchant/certificate/{id}';
const GENERATE = 'POST /api/user-merchant/certificate';
const DISABLE = 'PUT /api/user-merchant/certificate/disable';
const KEY = 'GET /api/user-merchant/api-key';
const NEW_KEY = 'POST /api/user-merchant/api-key';
const PROVIDER = 'GET /api/service-provider/certificateInfo';

/** The administrator of a merchant of its own. */
async function shop(status: 'ACTIVE' | 'APPROVED' | 'PENDING_APPROVAL' | 'DECLINED' | 'DISABLED') {
  const { id } = await insertMerchant(server.pool, { status });
  return { id, admin: await server.person({ merchantId: id, userRole: 'MERCHANT_ADMIN' }) };
}

const active = async (by: Client) => (await by.call(LIST)).body.content;

async function generate(by: Client): Promise<GeneratedCertificate> {
  const { status, text, body } = await by.call(GENERATE);
  assert.equal(status, 200, text);
  return body;
}

test('API-94..96, CK-17, CK-20, AM-19 a new certificate is the one active one; the demo has all three kinds', async () => {
  const kinds = await server.all<{ kind: string }>(
    `select distinct case when disabled_date is not null then 'DISABLED'
       when expiration_date <= now() then 'EXPIRED' else 'ACTIVE' end as kind
     from certificates where merchant_id = $1 order by 1`,
    [amber],
  );
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['ACTIVE', 'DISABLED', 'EXPIRED'],
  );
  const [earlier, ...others] = await active(owner);
  assert.deepEqual(others, []);
  const made = await generate(owner);
  assert.deepEqual(
    (await active(owner)).map(({ id }) => id),
    [made.id],
  );
  const before = await owner.call(ONE, { params: { id: earlier!.id } });
  assert.equal(before.body.status.name, 'DISABLED');
  assert.equal(before.body.disabledBy, 'Anna Ozola');
  // what had expired by itself stays so
  const [expired] = await server.all<{ n: string }>(
    `select count(*) n from certificates where merchant_id = $1 and disabled_date is null
       and expiration_date <= now()`,
    [amber],
  );
  assert.equal(Number(expired!.n), 1);
});

test('API-96, AM-45, CK-24 RSA 3072, two years, named by short number and minute, signed by the provider', async () => {
  const made = await generate(owner);
  const key = createPrivateKey(made.privateKey);
  assert.equal(key.asymmetricKeyType, 'rsa');
  assert.equal(key.asymmetricKeyDetails!.modulusLength, 3072);
  const spki = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  assert.equal(made.publicKey.trim(), spki.toString().trim());
  const { body: provider } = await owner.call(PROVIDER);
  const leaf = new X509Certificate(made.certificate);
  const root = new X509Certificate(provider.certificate!);
  assert.ok(leaf.checkPrivateKey(key) && leaf.checkIssued(root) && leaf.verify(root.publicKey));
  assert.ok(root.ca && !leaf.ca && root.verify(root.publicKey));
  assert.equal(BigInt(`0x${leaf.serialNumber}`), BigInt(`0x${made.id.replaceAll('-', '')}`));
  assert.equal(leaf.subject, `CN=${made.name}\nO=Amber & Oak`);
  const { merchant_number: number } = await server.one<{ merchant_number: number }>(
    'select merchant_number from merchants where id = $1',
    [amber],
  );
  const created = new Date(made.createdDate);
  assert.equal(made.name, `${number}-${made.createdDate.replace(/\D/g, '').slice(0, 12)}`);
  assert.ok(Math.abs(created.getTime() - Date.now()) < 30_000);
  assert.equal(leaf.validFromDate.toISOString(), made.createdDate);
  assert.equal(leaf.validToDate.toISOString(), made.expirationDate);
  const expires = new Date(created);
  expires.setUTCFullYear(created.getUTCFullYear() + 2);
  // of 29 February the last day of that month
  if (expires.getUTCDate() !== created.getUTCDate()) expires.setUTCDate(0);
  assert.equal(made.expirationDate, expires.toISOString());
  const { privateKey: _, ...kept } = made;
  assert.deepEqual((await owner.call(ONE, { params: { id: made.id } })).body, kept);
  withOpenssl(made, provider.certificate!);
});

const run = (...words: string[]) =>
  execFileSync('openssl', words, { encoding: 'utf8', stdio: 'pipe' });

/** A second opinion, where the machine has one; what it says was held true above already. */
function withOpenssl(made: GeneratedCertificate, root: string) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-openssl-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const [key, leaf, ca] = [
      file('key.pem', made.privateKey),
      file('leaf.pem', made.certificate),
      file('ca.pem', root),
    ];
    assert.match(run('verify', '-x509_strict', '-CAfile', ca, leaf), /: OK/);
    assert.match(run('rsa', '-in', key, '-check', '-noout'), /RSA key ok/);
    assert.equal(run('rsa', '-in', key, '-pubout').trim(), made.publicKey.trim());
    assert.equal(run('x509', '-in', leaf, '-pubkey', '-noout').trim(), made.publicKey.trim());
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('CK-15, SB-30, SB-54, AM-36 the answer names the file and its type, and is kept by nobody on the way', async () => {
  const { headers, body } = await owner.call(GENERATE);
  assert.equal(headers['content-type'], 'application/x-pem-file');
  assert.equal(
    headers['content-disposition'],
    `attachment; filename="${body.name}-private-key.pem"`,
  );
  assert.match(body.name, /^\d+-\d{12}$/);
  assert.equal(headers['cache-control'], 'no-store');
});

test('SB-30, SB-47 the private key is in no table and in no line of the log', async () => {
  const made = await generate(owner);
  await owner.call(ONE, { params: { id: made.id } });
  const lines = made.privateKey.split('\n').filter((line) => /^[A-Za-z0-9+/=]{40,}$/.test(line));
  assert.ok(lines.length > 30);
  const tables = await server.all<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  let dump = server.logLines.join('');
  for (const { name } of tables) {
    const rows = await server.all<{ row: string }>(
      `select t::text as row from ${name} t
       where t::text ~ 'PRIVATE KEY' or position($1 in t::text) > 0 or position($2 in t::text) > 0`,
      [lines[3], Buffer.from(made.privateKey).toString('hex').slice(100, 200)],
    );
    dump += rows.map(({ row }) => row).join('');
  }
  assert.ok(tables.length > 20);
  for (const line of lines) assert.ok(!dump.includes(line));
  assert.doesNotMatch(dump, /PRIVATE KEY/);
});

test('SB-30, AM-19 of many generated at the same moment one is active', async () => {
  const { id, admin } = await shop('ACTIVE');
  const made = await Promise.all(Array.from({ length: 5 }, () => generate(admin)));
  assert.equal((await active(admin)).length, 1);
  const [counted] = await server.all<{ n: string }>(
    'select count(*) n from certificates where merchant_id = $1 and disabled_date is not null',
    [id],
  );
  assert.equal(Number(counted!.n), made.length - 1);
});

test('SB-30, SB-33, SB-43 only an approved or active merchant; a disabled one changes nothing', async () => {
  for (const status of ['APPROVED', 'ACTIVE'] as const) {
    const { admin } = await shop(status);
    assert.equal((await admin.call(GENERATE)).status, 200);
    assert.equal((await admin.call(NEW_KEY)).status, 200);
  }
  for (const status of ['PENDING_APPROVAL', 'DECLINED'] as const) {
    const { admin } = await shop(status);
    for (const key of [GENERATE, NEW_KEY] as const) {
      const refused = await admin.call(key);
      assert.equal(refused.status, 400);
      assert.deepEqual(refused.error.errors, [
        {
          field: 'status',
          message: 'Only an approved or active merchant may have certificates and an API key',
        },
      ]);
    }
  }
  const { id, admin } = await shop('DISABLED');
  const certificate = await insertCertificate(server.pool, { merchantId: id });
  for (const reply of [
    await admin.call(GENERATE),
    await admin.call(NEW_KEY),
    await admin.call(DISABLE, { body: { id: certificate.id } }),
  ])
    assert.equal(reply.status, 403);
});

test('API-97, CK-11, SB-31, AM-30 disabled is gone from the active ones; again, foreign and by GET are refused', async () => {
  const { admin } = await shop('ACTIVE');
  const { id } = await generate(admin);
  const get = await server.app.inject({
    method: 'GET',
    url: '/api/user-merchant/certificate/disable',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  assert.equal(get.statusCode, 405);
  assert.equal(get.headers['allow'], 'PUT');
  assert.equal((await admin.call(DISABLE, { body: { id: randomUUIDv7() } })).status, 404);
  assert.equal((await admin.call(DISABLE, { body: { id: 'x' } })).status, 400);
  assert.equal((await owner.call(DISABLE, { body: { id } })).status, 404);
  assert.equal((await active(admin)).length, 1);
  const done = await admin.call(DISABLE, { body: { id } });
  assert.equal(done.body.status.name, 'DISABLED');
  assert.ok(done.body.disabledDate && done.body.disabledBy);
  assert.deepEqual(await active(admin), []);
  const again = await admin.call(DISABLE, { body: { id } });
  assert.deepEqual(again.error.errors, [{ field: 'id', message: 'It is disabled already' }]);
});

test('API-98, API-99, CK-21, CK-26, AM-106, SB-46 no API key, then one, then another in its place', async () => {
  const { id, admin } = await shop('ACTIVE');
  const nothing = { key: null, createdDate: null, createdBy: null, lastUsedDate: null };
  assert.deepEqual((await admin.call(KEY)).body, nothing);
  const INFO = 'GET /api/user-merchant/api-key-info';
  const unknown = { lastFour: null, createdDate: null, createdBy: null, lastUsedDate: null };
  assert.deepEqual((await admin.call(INFO)).body, unknown);
  const first = (await admin.call(NEW_KEY)).body;
  const second = (await admin.call(NEW_KEY)).body;
  for (const { key } of [first, second]) {
    assert.match(key!, /^pdk_[A-Za-z0-9_-]{43}$/);
    assert.equal(Buffer.from(key!.slice(4), 'base64url').length, 32);
  }
  assert.notEqual(first.key, second.key);
  assert.ok(second.createdDate && second.createdBy);
  const shows = () =>
    server.all<{ user_id: string; merchant_id: string; details: object }>(
      `select user_id, merchant_id, details from audit_logs where action = 'SHOW_API_KEY' and merchant_id = $1`,
      [id],
    );
  const { text } = await admin.call(INFO);
  assert.ok(text.includes(second.key!.slice(-4)) && !text.includes(second.key!.slice(4, 12)));
  assert.deepEqual(await shows(), [], 'what does not show it leaves no trace');
  assert.deepEqual((await admin.call(KEY)).body, second);
  assert.deepEqual(await shows(), [
    { user_id: admin.userId, merchant_id: id, details: { lastFour: second.key!.slice(-4) } },
  ]);
  const [row, ...others] = await server.all<{ text: string; sealed: Buffer }>(
    'select t::text as text, sealed_key as sealed from api_keys t where merchant_id = $1',
    [id],
  );
  assert.deepEqual(others, []);
  const inHex = Buffer.from(second.key!.slice(4)).toString('hex');
  assert.ok(!row!.text.includes(second.key!.slice(4)) && !row!.text.includes(inHex), 'sealed');
  // the demo's is sealed under the key of the server that it was made for
  assert.match((await owner.call(KEY)).body.key!, /^pdk_/);
});

test('API-98, CK-27, AM-11 operators and staff are told that it is not theirs', async () => {
  for (const email of ['operator@amber.test', 'admin@paydesk.test']) {
    const person = await server.as(email);
    for (const key of [LIST, KEY, PROVIDER, GENERATE, NEW_KEY] as const)
      assert.equal((await person.call(key)).status, 403, `${key} by ${email}`);
  }
});

test('API-100, CK-02, CK-25, AM-106 the provider has no certificate before the first is needed, then one for good', async () => {
  const fresh = await testServer();
  try {
    const pool = fresh.pool;
    await pool.query('delete from service_provider');
    const admin = await fresh.as('owner@amber.test');
    const other = await fresh.as('owner@baltic.test');
    const { body: nothing } = await admin.call(PROVIDER);
    assert.deepEqual(new Set(Object.values(nothing)), new Set([null]));
    await Promise.all([generate(admin), generate(other)]);
    const { body: first } = await admin.call(PROVIDER);
    assert.match(first.publicKey!, /^-----BEGIN PUBLIC KEY-----/);
    assert.equal(first.name, 'Paydesk Service Provider');
    await generate(admin);
    assert.deepEqual((await other.call(PROVIDER)).body, first);
    const root = new X509Certificate(first.certificate!);
    for (const client of [admin, other]) {
      const [one] = await active(client);
      const { body } = await client.call(ONE, { params: { id: one!.id } });
      assert.ok(new X509Certificate(body.certificate).verify(root.publicKey));
    }
    const [kept] = await fresh.all<{ sealed: string }>(
      'select t::text as sealed from service_provider t',
    );
    assert.doesNotMatch(kept!.sealed, /PRIVATE KEY|505249564154/);
  } finally {
    await fresh.close();
  }
});
