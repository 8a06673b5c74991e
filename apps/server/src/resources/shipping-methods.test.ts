import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { ShippingMethod } from '@paydesk/contract/resources/shipping-methods.ts';
import { insertShippingMethod } from '../seed/factories.ts';
import { refusalOf } from '../testing/answers.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

describe('shipping methods', () => {
  let server: TestServer;
  let amber: string;
  let baltic: string;
  let owner: Client;
  let operator: Client;
  let generic: { id: string; name: string }[];

  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
    owner = await server.person({ merchantId: amber, firstName: 'Ieva', lastName: 'Kalna' });
    operator = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR' });
    generic = (await owner.call('GET /api/shipping/methods')).body;
  });
  after(() => server.close());

  const list = async (query: Record<string, string> = {}, client = owner) =>
    (await client.call('GET /api/merchant/shipping/methods', { query })).body;
  const add = (given: object = {}, client = owner) =>
    client.call('POST /api/merchant/shipping/method', {
      body: { name: 'Courier', extId: randomUUIDv7(), shippingMethodId: generic[0]!.id, ...given },
    });
  const one = (id: string, client = owner) =>
    client.call('GET /api/merchant/shipping/method/{id}', { params: { id } });
  const put = (id: string, body: object, client = owner) =>
    client.call('PUT /api/merchant/shipping/method/{id}', { params: { id }, body });
  const turn = (id: string, to: 'disable' | 'activate', client = owner) =>
    client.call(`PUT /api/merchant/shipping/method/{id}/${to}`, { params: { id } });
  const auditOf = (id: string) =>
    server.all<{ action: string; user_name: string; merchant_id: string; details: object }>(
      `select action, user_name, merchant_id, details from audit_logs
       where entity_id = $1 and result <> 'REFUSED' order by created_date, id`,
      [id],
    );

  test('API-108, API-109, SM-21, AM-32 the generic methods, each with id and name', () => {
    assert.deepEqual(
      generic.map(({ name }) => name),
      [
        'Courier',
        'Digital delivery',
        'Freight',
        'Parcel locker',
        'Pick-up in store',
        'Post office',
      ],
    );
    assert.ok(generic.every((each) => Object.keys(each).sort().join() === 'id,name'));
  });

  test('API-110, SM-01, SM-02, SM-06, SB-53 the own methods, enabled and not, sorted by id and filtered by enabled', async () => {
    const { content, totalElements } = await list();
    assert.equal(totalElements, content.length);
    assert.deepEqual(new Set(content.map(({ enabled }) => enabled)), new Set([true, false]));
    for (const direction of ['ASC', 'DESC']) {
      const ids = (await list({ sort: `id,${direction}` })).content.map(({ id }) => id);
      const sorted = content.map(({ id }) => id).sort();
      assert.deepEqual(ids, direction === 'ASC' ? sorted : sorted.reverse());
    }
    for (const enabled of [true, false]) {
      const found = (await list({ f_enabled: String(enabled) })).content;
      assert.ok(found.length > 0 && found.every((row) => row.enabled === enabled));
    }
    const [all, on, off] = [{}, { f_enabled: 'true' }, { f_enabled: 'false' }];
    const count = async (query: Record<string, string>) => (await list(query)).totalElements;
    assert.equal(await count(all), (await count(on)) + (await count(off)));
    for (const wrong of ['yes', '1', 'TRUE'])
      assert.equal(
        (await owner.call('GET /api/merchant/shipping/methods', { query: { f_enabled: wrong } }))
          .status,
        400,
      );
    const theirs = await server.person({ merchantId: baltic });
    const own = new Set(content.map(({ id }) => id));
    assert.ok((await list({}, theirs)).content.every(({ id }) => !own.has(id)));
  });

  test('API-111, SM-22, SM-28, SB-37 one is added, enabled, with who and when, and the audit log has it', async () => {
    const { status, body } = await add({ name: ' Courier ', extId: ' c-1 ' });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).sort(), [
      'createdAt',
      'createdBy',
      'enabled',
      'extId',
      'id',
      'methodName',
      'name',
      'shippingMethodId',
      'updatedAt',
      'updatedBy',
    ]);
    assert.deepEqual({ ...body, id: '', createdAt: '' }, {
      id: '',
      name: 'Courier',
      extId: 'c-1',
      shippingMethodId: generic[0]!.id,
      methodName: generic[0]!.name,
      enabled: true,
      createdAt: '',
      createdBy: 'Ieva Kalna',
      updatedAt: null,
      updatedBy: null,
    } satisfies ShippingMethod);
    assert.ok(Math.abs(Date.parse(body.createdAt) - Date.now()) < 60_000);
    assert.deepEqual((await one(body.id)).body, body);
    const [row] = await auditOf(body.id);
    assert.equal(row!.action, 'CREATE_SHIPPING_METHOD');
    assert.equal(row!.merchant_id, amber);
  });

  test('SM-19, SM-20, SM-21, API-111, SB-37 empty, too long and unknown values are refused by their field, when added and when changed', async () => {
    const { id } = (await add()).body;
    const wrong: [string, unknown, string][] = [
      ['name', '', 'Name is required'],
      ['name', '  ', 'Name is required'],
      ['name', undefined, 'Name is required'],
      ['name', 'é'.repeat(256), 'Maximum length is 255 characters'],
      ['extId', '', 'External ID is required'],
      ['extId', undefined, 'External ID is required'],
      ['extId', 'é'.repeat(256), 'Maximum length is 255 characters'],
      ['shippingMethodId', '', 'Method is required'],
      ['shippingMethodId', undefined, 'Method is required'],
      ['shippingMethodId', randomUUIDv7(), 'There is no such method'],
      ['shippingMethodId', `x' or true --`, 'Value must be a whole id'],
    ];
    const before = (await one(id)).body;
    for (const [field, value, message] of wrong) {
      const expected = [{ field, message }];
      assert.deepEqual((await add({ [field]: value })).error.errors, expected);
      const { name, extId, shippingMethodId } = before;
      const body = { name, extId, shippingMethodId, [field]: value };
      assert.deepEqual((await put(id, body)).error.errors, expected);
    }
    assert.deepEqual((await one(id)).body, before);
    const longest = { name: 'é'.repeat(255), extId: 'ē'.repeat(255) };
    assert.equal((await add(longest)).status, 200);
  });

  test('SB-37 an external id is one method’s of a merchant; another merchant may use it too', async () => {
    const extId = randomUUIDv7();
    const { id } = (await add({ extId })).body;
    const taken = [{ field: 'extId', message: 'Another shipping method has this External ID' }];
    assert.deepEqual((await add({ extId: ` ${extId}` })).error.errors, taken);
    const other = (await add()).body;
    assert.deepEqual((await put(other.id, { ...other, extId })).error.errors, taken);
    assert.equal((await put(id, { ...(await one(id)).body, name: 'As it was' })).status, 200);
    const theirs = await server.person({ merchantId: baltic });
    assert.equal((await add({ extId }, theirs)).status, 200);
  });

  test('SB-37 of many who add the same external id at once one succeeds, and the others are told by the field', async () => {
    const extId = randomUUIDv7();
    const replies = await Promise.all(Array.from({ length: 8 }, () => add({ extId })));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    for (const reply of replies)
      if (reply.status !== 200) assert.equal(reply.error.errors[0]!.field, 'extId');
  });

  test('API-112, API-113, SM-18, SM-12, AM-104 the whole method is sent back; what is read-only says nothing', async () => {
    const before = (await add()).body;
    const { status, body } = await put(before.id, {
      ...before,
      name: 'By bicycle',
      shippingMethodId: generic[1]!.id,
      id: randomUUIDv7(),
      enabled: false,
      createdBy: 'Nobody',
      updatedAt: '2020-01-01T00:00:00.000Z',
    });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, updatedAt: null },
      {
        ...before,
        name: 'By bicycle',
        shippingMethodId: generic[1]!.id,
        methodName: generic[1]!.name,
        updatedBy: 'Ieva Kalna',
      },
    );
    assert.ok(Math.abs(Date.parse(body.updatedAt!) - Date.now()) < 60_000);
    assert.deepEqual((await one(before.id)).body, body);
    const [, row] = await auditOf(before.id);
    assert.deepEqual(row!.details, {
      changes: {
        name: { before: 'Courier', after: 'By bicycle' },
        generic_method_id: { before: generic[0]!.id, after: generic[1]!.id },
      },
    });
    const { error } = await put(before.id, { ...before, price: 1, merchantId: baltic });
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['price', 'merchantId'],
    );
  });

  test('API-114, API-115, SM-14, SM-15, SM-16, SB-38 it is disabled and activated, with who and when; the same again is refused', async () => {
    const { id } = (await add()).body;
    for (const [to, enabled, reason] of [
      ['disable', false, 'It is disabled already'],
      ['activate', true, 'It is active already'],
    ] as const) {
      const { status, body } = await turn(id, to);
      assert.equal(status, 200);
      assert.equal(body.enabled, enabled);
      assert.equal(body.updatedBy, 'Ieva Kalna');
      assert.deepEqual((await one(id)).body, body);
      const again = await turn(id, to);
      assert.equal(again.status, 400);
      assert.deepEqual(again.error.errors, [{ field: 'enabled', message: reason }]);
      assert.deepEqual((await one(id)).body, body);
    }
    const done = (await auditOf(id)).slice(1);
    assert.deepEqual(
      done.map(({ action, details }) => [action, details]),
      [
        ['DISABLE_SHIPPING_METHOD', { changes: { enabled: { before: true, after: false } } }],
        ['ACTIVATE_SHIPPING_METHOD', { changes: { enabled: { before: false, after: true } } }],
      ],
    );
  });

  test('SB-38 of many who disable at once one does', async () => {
    const { id } = (await add()).body;
    const replies = await Promise.all(Array.from({ length: 6 }, () => turn(id, 'disable')));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400, 400, 400, 400]);
    assert.equal((await auditOf(id)).length, 2);
  });

  test('API-112, SB-37, SB-38 another merchant’s method is as absent as one that is not there', async () => {
    const { id } = await insertShippingMethod(server.pool, { merchantId: baltic });
    const before = await server.one('select s::text from shipping_methods s where id = $1', [id]);
    const absent = randomUUIDv7();
    const body = { name: 'Mine', extId: 'x', shippingMethodId: generic[0]!.id };
    for (const attempt of [
      (which: string) => one(which),
      (which: string) => put(which, body),
      (which: string) => turn(which, 'disable'),
      (which: string) => turn(which, 'activate'),
    ]) {
      const foreign = await attempt(id);
      assert.equal(foreign.status, 404);
      assert.deepEqual(refusalOf(foreign), refusalOf(await attempt(absent)));
    }
    assert.deepEqual(
      await server.one('select s::text from shipping_methods s where id = $1', [id]),
      before,
    );
  });

  test('SB-38, SB-43, SM-28 an operator reads and changes nothing; nor does anybody of a disabled merchant', async () => {
    const disabled = (
      await server.one<{ id: string }>(`select id from merchants where status = 'DISABLED' limit 1`)
    ).id;
    const theirs = await server.person({ merchantId: disabled });
    for (const [client, merchantId] of [
      [operator, amber],
      [theirs, disabled],
    ] as const) {
      const { id } = await insertShippingMethod(server.pool, { merchantId });
      const before = (await one(id, client)).body;
      for (const reply of [
        await add({}, client),
        await put(id, before, client),
        await turn(id, 'disable', client),
        await turn(id, 'activate', client),
      ])
        assert.equal(reply.status, 403);
      assert.deepEqual((await one(id, client)).body, before);
    }
  });

  test('API-116, AM-29 the own delivery settings, and nobody else’s', async () => {
    const own = (await operator.call('GET /api/merchant/delivery/method')).body;
    assert.deepEqual(own.map(({ type }) => type).sort(), ['COURIER', 'PICKUP_POINT', 'POST']);
    const stored = await server.all<{ id: string }>(
      'select id from merchant_delivery_methods where merchant_id = $1',
      [amber],
    );
    assert.deepEqual(own.map(({ id }) => id).sort(), stored.map(({ id }) => id).sort());
  });

  test('API-117, AM-29 staff read those of all merchants, with and without the slash at the end', async () => {
    const staff = await server.as('admin@paydesk.test');
    const key = 'GET /api/merchants/delivery/methods';
    const { body } = await staff.call(key, { query: { f_merchantName: 'Baltic Books' } });
    assert.equal(body.totalElements, 3);
    assert.ok(body.content.every((row) => row.merchantId === baltic));
    const all = await server.one<{ n: bigint }>(
      'select count(*) as n from merchant_delivery_methods',
    );
    assert.equal((await staff.call(key)).body.totalElements, Number(all.n));
    const slash = await server.app.inject({
      url: '/api/merchants/delivery/methods/',
      headers: { authorization: `Bearer ${staff.token}` },
    });
    assert.equal(slash.statusCode, 200);
    assert.equal((await owner.call(key)).status, 403);
  });
});
