import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { CHANGES_OF } from '../testing/told.ts';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('what staff fill in', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await testServer();
    admin = await server.as('admin@paydesk.test');
    // as an installation without the demo begins
    await server.pool.query(`delete from announcements; delete from customers_announcements;
      delete from pickup_points; update merchant_delivery_methods set delivery_method_id = null;
      delete from delivery_company_methods; delete from delivery_methods; delete from delivery_companies`);
  });
  after(() => server.close());

  const refusal = async (key: Key, body: unknown, params: Record<string, string> = {}) => {
    const { status, error } = await admin.call(key, { body, params });
    return [status, ...error.errors.map(({ field, message }) => `${field}: ${message}`)];
  };
  const make = async (key: Key, body: unknown, params: Record<string, string> = {}) => {
    const { status, body: made, text } = await admin.call(key, { body, params });
    assert.equal(status, 200, text);
    return made as { id: string };
  };

  const announce = (given: object) =>
    make('POST /api/announcements', { ...CHANGES_OF.announcements(), ...given });

  test('SB-45, AM-46 an announcement is made, is Scheduled, Live or Ended by its dates, reaches merchants cleaned, and goes', async () => {
    const hostile = '<p onclick="x()">Hi</p><script>alert(1)</script><img src=x onerror=x()>';
    const { id } = await announce({ title: 'now', text: hostile, validFrom: at(-1) });
    await announce({ title: 'later', validFrom: at(1) });
    await announce({ title: 'over', validFrom: at(-2), validTo: at(-1) });
    await announce({ title: 'off', validFrom: at(-1), active: false });
    const { body } = await admin.call('GET /api/settings/announcements');
    assert.deepEqual(
      Object.fromEntries(body.content.map(({ title, status }) => [title, status.description])),
      { now: 'Live', later: 'Scheduled', over: 'Ended', off: 'Switched off' },
    );
    const live = await admin.call('GET /api/settings/announcements', {
      query: { f_status: 'SCHEDULED' },
    });
    assert.deepEqual(
      live.body.content.map(({ title }) => title),
      ['later'],
    );
    const owner = await server.as('owner@amber.test');
    const heard = async () =>
      (await owner.call('GET /api/announcements')).body.map(({ title, text }) => [title, text]);
    assert.deepEqual(await heard(), [['now', '<p>Hi</p>']]);
    // it has ended since: nothing stored says so
    const ended = await admin.call('PUT /api/announcements/{id}', {
      params: { id },
      body: { ...CHANGES_OF.announcements(), validFrom: at(-2), validTo: at(-1) },
    });
    assert.equal(ended.body.status.name, 'ENDED');
    assert.deepEqual(await heard(), []);
    assert.equal(
      (await admin.call('DELETE /api/announcements/{id}', { params: { id } })).status,
      200,
    );
    assert.equal((await admin.call('GET /api/announcements/{id}', { params: { id } })).status, 404);
    const { rows } = await server.pool.query<{ action: string }>(
      'select action from audit_logs where entity_id = $1 order by created_date, id',
      [id],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['CREATE_ANNOUNCEMENT', 'UPDATE_ANNOUNCEMENT', 'DELETE_ANNOUNCEMENT'],
    );
  });

  test('SB-45, SB-48 what no announcement can be is refused by its field, and a text of which nothing is left', async () => {
    const key = 'POST /api/announcements';
    const body = CHANGES_OF.announcements();
    const instants = ['tomorrow', '2031-02-30T10:00:00Z', '2031-01-01', '2031-01-01T25:00:00Z', 5];
    for (const validFrom of instants)
      assert.equal((await refusal(key, { ...body, validFrom }))[0], 400, String(validFrom));
    assert.deepEqual(await refusal(key, { ...body, validTo: '2030-12-31T10:00:00+02:00' }), [
      400,
      'validTo: Valid To must be after Valid From',
    ]);
    for (const text of ['<script>alert(1)</script>', '<p> &nbsp; </p>', ''])
      assert.deepEqual(await refusal(key, { ...body, text }), [400, 'text: Text is required']);
    assert.deepEqual(await refusal(key, { ...body, application: 'X', extra: 1 }), [
      400,
      'application: Value must be one of BACKOFFICE, MERCHANT_CONSOLE, PAYMENT_APP',
      'extra: Unknown field',
    ]);
    // an edit that names one end alone is held against the other
    const { id } = await make(key, { ...body, validTo: '2031-02-01T10:00:00Z' });
    const moved = await refusal(
      'PUT /api/announcements/{id}',
      { ...body, validFrom: '2031-03-01T10:00:00Z' },
      { id },
    );
    assert.deepEqual(moved, [400, 'validTo: Valid To must be after Valid From']);
    const customers = await make('POST /api/customers-announcements', {
      ...CHANGES_OF.customersAnnouncements(),
      text: '<b>Hi</b><style>x</style>',
    });
    const { body: read } = await admin.call('GET /api/customers-announcements/{id}', {
      params: { id: customers.id },
    });
    assert.deepEqual([read.text, read.status.name], ['<b>Hi</b>', 'SCHEDULED']);
  });

  test('DL-01, DL-02, DL-03 who delivers is filled in from nothing, and deleted where nothing hangs on it', async () => {
    const method = await make('POST /api/delivery/methods', CHANGES_OF.deliveryMethods());
    const company = CHANGES_OF.deliveryCompanies();
    const { id } = await make('POST /api/delivery/companies', {
      ...company,
      methodIds: [method.id],
    });
    const points = 'POST /api/delivery/methods/{id}/pickup-points';
    const point = await make(points, CHANGES_OF.pickupPoints(), { id: method.id });
    const offered = await admin.call('GET /api/delivery/methods/{id}/companies', {
      params: { id: method.id },
    });
    assert.deepEqual(
      offered.body.content.map((one) => [one.id, one.methods]),
      [[id, 1]],
    );

    const del = (key: Key, params: Record<string, string>) => refusal(key, undefined, params);
    assert.deepEqual(await del('DELETE /api/delivery/companies/{id}', { id }), [
      400,
      'methods: It offers 1 method: take them off first',
    ]);
    assert.deepEqual(await del('DELETE /api/delivery/methods/{id}', { id: method.id }), [
      400,
      'name: It has 1 company, 1 pickup point: switch it off instead',
    ]);
    const strange = randomUUIDv7();
    const put = 'PUT /api/delivery/companies/{id}';
    assert.deepEqual(await refusal(put, { ...company, methodIds: [strange] }, { id }), [
      400,
      'methodIds: There is no such method',
    ]);
    for (const methodIds of ['x', ['x'], [1], { 0: 'x' }])
      assert.equal((await refusal(put, { ...company, methodIds }, { id }))[0], 400);

    // a point is its own method's alone
    const other = await make('POST /api/delivery/methods', CHANGES_OF.deliveryMethods());
    const one = 'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}';
    for (const [key, body] of [
      [one, undefined],
      [one.replace('DELETE', 'PUT') as Key, CHANGES_OF.pickupPoints()],
    ] as const) {
      const missed = await admin.call(key as Key, {
        params: { id: other.id, pointId: point.id },
        body,
      });
      assert.equal(missed.status, 404, key);
    }
    assert.equal(
      (await admin.call(points, { params: { id: strange }, body: CHANGES_OF.pickupPoints() }))
        .status,
      404,
    );

    await make(put, { ...company, methodIds: null }, { id });
    for (const [key, params] of [
      [one, { id: method.id, pointId: point.id }],
      ['DELETE /api/delivery/methods/{id}', { id: method.id }],
      ['DELETE /api/delivery/methods/{id}', { id: other.id }],
      ['DELETE /api/delivery/companies/{id}', { id }],
    ] as const)
      assert.equal((await admin.call(key, { params })).status, 200, key);
    for (const list of ['companies', 'methods'] as const)
      assert.equal((await admin.call(`GET /api/delivery/${list}`)).body.totalElements, 0);
  });

  test('SB-42 of ten who take one code or one external id at once one has it, the others are told by the field', async () => {
    const company = CHANGES_OF.deliveryCompanies();
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => outcome('POST /api/delivery/companies', company)),
    );
    assert.deepEqual(ten.filter((one) => one === '200').length, 1);
    assert.equal(ten.filter((one) => one === '400 code').length, 9);
    const [one, other] = await Promise.all(
      [0, 1].map(() => make('POST /api/delivery/methods', CHANGES_OF.deliveryMethods())),
    );
    const point = CHANGES_OF.pickupPoints();
    const key = 'POST /api/delivery/methods/{id}/pickup-points';
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, nth) =>
        outcome(key, point, { id: nth % 2 ? one!.id : other!.id }),
      ),
    );
    // the same id at another method is another point
    assert.deepEqual(told.toSorted(), ['200', '200', ...Array<string>(4).fill('400 externalId')]);
  });

  const outcome = async (key: Key, body: unknown, params: Record<string, string> = {}) => {
    const reply = await admin.call(key, { body, params });
    return reply.status === 200 ? '200' : `${reply.status} ${reply.error.errors[0]?.field}`;
  };
});
