import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('delivery', () => {
  let server: TestServer;
  let staff: Client;
  const companies = new Map<string, string>();
  const methods = new Map<string, string>();

  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    for (const [table, ids] of [
      ['delivery_companies', companies],
      ['delivery_methods', methods],
    ] as const)
      for (const { id, name } of await server.all<{ id: string; name: string }>(
        `select id, name from ${table}`,
      ))
        ids.set(name, id);
  });
  after(() => server.close());

  const company = (name: string) => companies.get(name)!;
  const method = (name: string) => methods.get(name)!;
  const missing = async (key: Key, params: Record<string, string>) =>
    assert.equal(
      (await staff.call(key, { params })).status,
      404,
      `${key} ${JSON.stringify(params)}`,
    );
  const nobody = '0192f0a0-0000-7000-8000-0000000000ff';

  test('API-118, API-119, DL-02 companies with how many methods each offers', async () => {
    const { body } = await staff.call('GET /api/delivery/companies', {
      query: { sort: 'name,ASC' },
    });
    assert.deepEqual(
      body.content.map(({ name, country, active, methods: count }) => [
        name,
        country,
        active,
        count,
      ]),
      [
        ['Amber Parcels', 'LV', true, 1],
        ['Coast Post', 'LT', true, 2],
        ['Gulf Couriers', 'EE', true, 3],
        ['North Line', 'FI', true, 3],
        ['Old Harbour Freight', 'LV', false, 0],
      ],
    );
    const key = 'GET /api/delivery/companies/{id}';
    const { id } = body.content[2]!;
    assert.partialDeepStrictEqual(
      (await staff.call(key, { params: { id } })).body,
      body.content[2]!,
    );
    await missing(key, { id: nobody });
    await missing(key, { id: method('Amber Lockers') });
  });

  test('AM-66, DL-01 methods with everybody who offers them', async () => {
    const { body } = await staff.call('GET /api/delivery/methods', {
      query: { sort: 'name,ASC', f_type: 'PICKUP_POINT' },
    });
    assert.deepEqual(
      body.content.map(({ name, company: by }) => [name, by]),
      [
        ['Amber Lockers', 'Amber Parcels, Gulf Couriers, North Line'],
        ['Coast Post counters', 'Coast Post, North Line'],
      ],
    );
    const found = await staff.call('GET /api/delivery/methods', {
      query: { f_company: 'gulf', size: '1' },
    });
    assert.equal(found.body.totalElements, 3);
    const key = 'GET /api/delivery/methods/{id}';
    const { id } = body.content[0]!;
    assert.partialDeepStrictEqual((await staff.call(key, { params: { id } })).body, {
      ...body.content[0]!,
      companies: 3,
      points: 60,
    });
    const freight = await staff.call(key, { params: { id: method('Two-man freight') } });
    assert.equal(freight.body.company, null, 'nobody offers it any more');
    await missing(key, { id: nobody });
  });

  test('API-120, API-121, DL-04 a company’s methods, and no other’s', async () => {
    const { body } = await staff.call('GET /api/delivery/companies/{id}/methods', {
      params: { id: company('Gulf Couriers') },
      query: { sort: 'name,ASC' },
    });
    assert.deepEqual(
      body.content.map(({ name }) => name),
      ['Amber Lockers', 'Gulf Couriers next day', 'Gulf Couriers same day'],
    );
    await missing('GET /api/delivery/companies/{id}/methods', { id: nobody });
    const key = 'GET /api/delivery/companies/{id}/methods/{methodId}';
    const methodId = method('Amber Lockers');
    for (const name of ['Gulf Couriers', 'Amber Parcels', 'North Line'])
      assert.equal(
        (await staff.call(key, { params: { id: company(name), methodId } })).body.name,
        'Amber Lockers',
      );
    await missing(key, { id: company('Coast Post'), methodId });
    await missing(key, { id: nobody, methodId });
    await missing(key, { id: company('Gulf Couriers'), methodId: nobody });
  });

  test('API-124, DL-05 a method’s companies, with and without the closing slash', async () => {
    const id = method('Coast Post counters');
    const { token } = staff;
    const bodies = await Promise.all(
      ['', '/'].map(async (end) => {
        const reply = await server.app.inject({
          url: `/api/delivery/methods/${id}/companies${end}?sort=name,ASC`,
          headers: { authorization: `Bearer ${token}` },
        });
        assert.equal(reply.statusCode, 200);
        return reply.json<{ content: { name: string }[] }>();
      }),
    );
    assert.deepEqual(
      bodies[0]!.content.map(({ name }) => name),
      ['Coast Post', 'North Line'],
    );
    assert.deepEqual(bodies[1], bodies[0]);
    await missing('GET /api/delivery/methods/{id}/companies', { id: nobody });
  });

  test('API-122, API-123, DL-03 a method’s pickup points, and no other’s', async () => {
    const lockers = method('Amber Lockers');
    const counters = method('Coast Post counters');
    const key = 'GET /api/delivery/methods/{id}/pickup-points';
    const points = (id: string) => staff.call(key, { params: { id }, query: { size: '200' } });
    assert.equal((await points(lockers)).body.totalElements, 60);
    assert.equal((await points(method('Coast Post parcel'))).body.totalElements, 0);
    const { body } = await points(counters);
    assert.equal(body.totalElements, 12);
    assert.ok(body.content.every(({ name }) => name.startsWith('Coast ')));
    const slash = await server.app.inject({
      url: `/api/delivery/methods/${counters}/pickup-points/?size=200`,
      headers: { authorization: `Bearer ${staff.token}` },
    });
    assert.deepEqual(slash.json(), body);
    await missing(key, { id: nobody });
    const [point] = body.content;
    const one = `${key}/{pointId}` as const;
    const found = await staff.call(one, { params: { id: counters, pointId: point!.id } });
    assert.deepEqual(found.body, point);
    await missing(one, { id: lockers, pointId: point!.id });
    await missing(one, { id: counters, pointId: nobody });
  });

  test('API-125, API-126, DL-06, AM-29 what merchants agreed about, and about which method', async () => {
    const merchantId = await server.merchantId('Baltic Books');
    const { body } = await staff.call('GET /api/delivery/merchants', {
      query: { f_merchantId: merchantId },
    });
    assert.deepEqual(body.content.map(({ deliveryMethod }) => deliveryMethod).sort(), [
      'Amber Lockers',
      'Coast Post parcel',
      'Gulf Couriers next day',
    ]);
    const key = 'GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}';
    for (const row of body.content) {
      const params = { id: row.deliveryMethodId!, merchantMethodId: row.id };
      assert.equal(row.deliveryMethodId, method(row.deliveryMethod));
      assert.deepEqual((await staff.call(key, { params })).body, row);
      await missing(key, { ...params, id: method('North Line to the door') });
      await missing(key, { ...params, merchantMethodId: nobody });
    }
  });

  test('AM-29 merchants do not read', async () => {
    const owner = await server.as('owner@amber.test');
    assert.equal((await owner.call('GET /api/delivery/merchants')).status, 403);
  });
});
