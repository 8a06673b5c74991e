import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { opensOf, OPENS } from '@paydesk/contract/machine-groups.ts';
import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { keyAnswer } from '@paydesk/contract/kernel/keys.ts';
import { addressesOf, isFrom, networkOf } from '../../platform/auth/named-keys.ts';
import { insertMerchant, insertUser } from '../../seed/factories.ts';
import { namedKey, newOrder } from '../../testing/machines.ts';
import { mailsOf } from '../../testing/mails.ts';
import {
  testServer,
  type CallOptions,
  type Client,
  type TestServer,
} from '../../testing/server.ts';

let server: TestServer;
let merchantId: string;
let admin: Client;
let email: string;

before(async () => {
  server = await testServer({ settings: { TRUST_PROXY: 'loopback' } });
  merchantId = (await insertMerchant(server.pool, {})).id;
  admin = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
  ({ email } = await server.one<{ email: string }>('select email from users where id = $1', [
    admin.userId,
  ]));
});
after(() => server.close());

const READ = 'GET /api/merchant-api/orders';
const MAKE = 'POST /api/merchant-api/orders';
const NEW = 'POST /api/user-merchant/api-keys';
const ONE = 'GET /api/user-merchant/api-keys/{id}';
const CHANGE = 'PUT /api/user-merchant/api-keys/{id}';
const REVOKE = 'POST /api/user-merchant/api-keys/{id}/actions/revoke';
const HOME = '203.0.113.7';

async function made(body: object): Promise<{ id: string; key: string; client: Client }> {
  const answer = await admin.call(NEW, { body });
  assert.equal(answer.status, 200, answer.text);
  const { id, key } = answer.body;
  assert.match(key!, /^pdk_[A-Za-z0-9_-]{43}$/);
  return { id, key: key!, client: server.client(key!, id) };
}

/** The status, and where it is refused the words. */
async function asked(client: Client, from = HOME, key: typeof READ | typeof MAKE = READ) {
  const options: CallOptions = { from, ...(key === MAKE && { body: newOrder() }) };
  const answer = await client.call(key, options);
  return answer.status === 200 ? 200 : `${answer.status} ${answer.error.message}`;
}

const REFUSED = '401 The API key or the signature is not accepted';
const NARROW = '403 The API key does not open this call';

test('SB-33 a named key is shown once, works beside the one of the specification, and two do while one is changed', async () => {
  const first = await made({ name: 'Till', readsOrders: true });
  const plain = (await admin.call('POST /api/user-merchant/api-key')).body.key!;
  const second = await made({ name: 'Till, next', readsOrders: true });
  for (const client of [first.client, second.client, server.client(plain, null)])
    assert.equal(await asked(client), 200);
  const read = await admin.call(ONE, { params: { id: first.id } });
  assert.equal(read.body.key, null);
  assert.ok(!read.text.includes(first.key.slice(4)));
  const rows = await server.all<{ text: string }>(
    'select t::text as text from named_api_keys t where id = $1',
    [first.id],
  );
  assert.ok(!rows[0]!.text.includes(first.key.slice(4)), 'kept as a hash');
  const done = await admin.call(REVOKE, { params: { id: first.id } });
  assert.equal(done.body.status.name, 'REVOKED');
  assert.equal(await asked(first.client), REFUSED);
  assert.equal(await asked(second.client), 200);
  assert.equal(await asked(server.client(plain, null)), 200);
  const again = await admin.call(REVOKE, { params: { id: first.id } });
  assert.equal(again.status, 400);
  assert.equal(
    (await admin.call(CHANGE, { params: { id: first.id }, body: { name: 'x', readsOrders: true } }))
      .status,
    400,
  );
});

test('SB-33 every call of machines is in one group, and a key opens the groups that it is held to alone', async () => {
  const machines = (Object.entries(table) as unknown as [string, Endpoint][]).filter(
    ([, { access }]) => access === 'machine',
  );
  assert.ok(machines.length >= 10);
  const groups = machines.map(([key]) => [key, opensOf(key)] as const);
  assert.deepEqual(
    groups.filter(([, group]) => group === null),
    [],
  );
  assert.deepEqual(
    [...new Set(groups.map(([, group]) => group!))].toSorted(),
    Object.keys(OPENS).toSorted(),
  );
  for (const [key, group] of groups)
    assert.equal(OPENS[group!].changes, !key.startsWith('GET '), key);
  const reads = await made({ name: 'Reads', readsOrders: true });
  assert.equal(await asked(reads.client), 200);
  assert.equal(await asked(reads.client, HOME, MAKE), NARROW);
  const { status } = await reads.client.call('GET /api/merchant-api/recurring', { from: HOME });
  assert.equal(status, 403);
  const makes = await made({ name: 'Makes', makesOrders: true });
  assert.equal(await asked(makes.client), NARROW);
  assert.equal(await asked(makes.client, HOME, MAKE), 200);
  // what it opens is changed at once
  await admin.call(CHANGE, {
    params: { id: makes.id },
    body: { name: 'Makes', readsOrders: true, makesOrders: false },
  });
  assert.equal(await asked(makes.client, HOME, MAKE), NARROW);
  const none = await admin.call(NEW, { body: { name: 'None' } });
  assert.equal(none.error.errors[0]!.message, 'It opens one of these at least');
});

test('SB-33 only from its addresses, IPv4 in the clothes of IPv6 counted as what it is; else the one 401', async () => {
  const { client, id } = await made({
    name: 'Held',
    readsOrders: true,
    addresses: '203.0.113.9/24, 2001:db8:1::/48 198.51.100.4',
  });
  const kept = await admin.call(ONE, { params: { id } });
  assert.equal(kept.body.addresses, '203.0.113.0/24 2001:db8:1::/48 198.51.100.4/32');
  for (const from of ['203.0.113.7', '::ffff:203.0.113.8', '2001:db8:1:2::3', '198.51.100.4'])
    assert.equal(await asked(client, from), 200, from);
  for (const from of ['203.0.114.7', '::ffff:203.0.114.8', '2001:db8:2::3', '198.51.100.5', '::1'])
    assert.equal(await asked(client, from), REFUSED, from);
  for (const [addresses, message] of [
    ['shop.test', 'shop.test is no address and no range such as 203.0.113.0/24'],
    ['10.0.0.0/33', '10.0.0.0/33 is no address and no range such as 203.0.113.0/24'],
    ['10.1', '10.1 is no address and no range such as 203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0 is every address: leave the field empty instead'],
    ['::ffff:10.0.0.0/104', 'Write ::ffff:10.0.0.0/104 as a range of IPv4'],
    [', ;', 'Write an address or a range, or leave the field empty'],
  ] as const) {
    const refused = await admin.call(NEW, {
      body: { name: 'Wrong', readsOrders: true, addresses },
    });
    assert.deepEqual(refused.error.errors, [{ field: 'addresses', message }]);
  }
  assert.deepEqual(addressesOf('::ffff:10.0.0.1'), ['10.0.0.1/32']);
  assert.equal(isFrom('10.0.0.0/8', 'nonsense'), false);
  assert.equal(networkOf('::ffff:10.1.2.3'), '10.1.2.0/24');
  assert.equal(networkOf('2001:db8:1:2::3'), '2001:db8:1::/48');
});

test('SB-33, SB-43 expired, of a disabled or another merchant, or never made: refused alike', async () => {
  const { client, id } = await made({
    name: 'Short',
    readsOrders: true,
    expirationDate: new Date(Date.now() + 3_600_000).toISOString(),
  });
  assert.equal(await asked(client), 200);
  await server.pool.query(
    `update named_api_keys set expiration_date = now() - interval '1 second' where id = $1`,
    [id],
  );
  assert.equal(await asked(client), REFUSED);
  assert.equal((await admin.call(ONE, { params: { id } })).body.status.name, 'EXPIRED');
  const over = await admin.call(NEW, {
    body: { name: 'Over', readsOrders: true, expirationDate: '2020-01-01T00:00:00.000Z' },
  });
  assert.deepEqual(over.error.errors, [
    { field: 'expirationDate', message: 'It must lie in the future' },
  ]);
  assert.equal(await asked(server.client(`pdk_${'A'.repeat(43)}`, null)), REFUSED);
  const gone = await insertMerchant(server.pool, { status: 'DISABLED' });
  const theirs = await namedKey(server, gone.id);
  assert.equal(await asked(server.client(theirs.key, theirs.id)), REFUSED);
  // another merchant's is an absent one to people, and opens nothing of ours
  const other = await namedKey(server, await server.merchantId('Amber & Oak'));
  for (const answer of [
    await admin.call(ONE, { params: { id: other.id } }),
    await admin.call(REVOKE, { params: { id: other.id } }),
    await admin.call(CHANGE, { params: { id: other.id }, body: { name: 'x', readsOrders: true } }),
  ])
    assert.equal(answer.status, 404);
  const { body } = await server.client(other.key, other.id).call(READ, { from: HOME });
  const own = await server.all<{ id: string }>('select id from orders where merchant_id = $1', [
    merchantId,
  ]);
  assert.ok(body.content.every((order) => !own.some(({ id: one }) => one === order.id)));
  const applying = await insertMerchant(server.pool, { status: 'PENDING_APPROVAL' });
  const early = await server.person({ merchantId: applying.id, userRole: 'MERCHANT_ADMIN' });
  assert.equal((await early.call(NEW, { body: { name: 'Early', readsOrders: true } })).status, 400);
});

test('SB-33 revoked while calls go on: none that begins after the answer is let in', async () => {
  const { client, id } = await made({ name: 'Busy', readsOrders: true });
  let revoked = false;
  const late: unknown[] = [];
  const calls = Array.from({ length: 4 }, async () => {
    for (let nth = 0; nth < 5; nth++) {
      const after = revoked;
      const status = await asked(client);
      assert.ok(status === 200 || status === REFUSED, String(status));
      if (after) late.push(status);
    }
  });
  await asked(client);
  assert.equal((await admin.call(REVOKE, { params: { id } })).status, 200);
  revoked = true;
  await Promise.all(calls);
  late.push(await asked(client));
  assert.deepEqual([...new Set(late)], [REFUSED]);
});

test('SB-33 the first use from each network is told to the merchant’s administrators, once; last use has its address', async () => {
  const operator = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
  const { email: theirs } = await server.one<{ email: string }>(
    'select email from users where id = $1',
    [operator.userId],
  );
  const { client, id } = await made({ name: 'Roaming', readsOrders: true });
  const told = async (to: string) =>
    (await mailsOf(server, to)).filter(({ subject }) => subject.includes('Roaming')).length;
  for (const [from, count] of [
    ['203.0.113.7', 1],
    ['203.0.113.200', 1],
    ['::ffff:203.0.113.9', 1],
    ['198.51.100.7', 2],
    ['203.0.113.7', 2],
  ] as const) {
    assert.equal(await asked(client, from), 200);
    assert.equal(await told(email), count, from);
    const { lastUsedAddress, lastUsedDate } = (await admin.call(ONE, { params: { id } })).body;
    assert.ok(lastUsedDate);
    assert.equal(lastUsedAddress, from);
  }
  assert.equal(await told(theirs), 0);
  // many at the same moment from a new one are one mail
  await Promise.all(Array.from({ length: 6 }, () => asked(client, '192.0.2.1')));
  assert.equal(await told(email), 3);
  // one that is refused tells nobody
  await asked(server.client(`pdk_${'B'.repeat(43)}`, null), '192.0.2.99');
  assert.equal(await told(email), 3);
});

test('SB-33, SB-43 a key is its merchant’s: it goes on when who made it is deactivated, and its list and page say that they are', async () => {
  const key = await made({ name: 'Of somebody', readsOrders: true });
  const read = async () => {
    const { body } = await admin.call('GET /api/user-merchant/api-keys', {
      query: { f_id: key.id },
    });
    const one = (await admin.call(ONE, { params: { id: key.id } })).body;
    assert.equal(one.makerStatus, body.content[0]!.makerStatus);
    return one;
  };
  assert.equal(keyAnswer(await read()), null);
  const { made_by: maker } = await server.one<{ made_by: string }>(
    'select made_by from named_api_keys where id = $1',
    [key.id],
  );
  const other = await insertUser(server.pool, {
    merchantId,
    userRole: 'MERCHANT_ADMIN',
    status: 'DEACTIVATED',
  });
  assert.notEqual(other.id, maker);
  await server.pool.query('update named_api_keys set made_by = $2 where id = $1', [
    key.id,
    other.id,
  ]);
  const gone = await read();
  assert.equal(gone.makerStatus, 'DEACTIVATED');
  assert.match(keyAnswer(gone)!.reason, /who made this key, is deactivated/);
  assert.equal(await asked(key.client), 200, 'the shop does not stop');
});
