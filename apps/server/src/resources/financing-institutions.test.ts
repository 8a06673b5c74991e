import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { INSTITUTION_FEATURES } from '@paydesk/contract/resources/financing-institutions.ts';
import { insertLender } from '../seed/factories/financing.ts';
import { refusalOf } from '../testing/answers.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const PATH = '/api/financing/financing-institutions';
const FEATURE = `${PATH}/{id}/features/{feature}` as const;

describe('financing institutions', () => {
  let server: TestServer;
  let staff: Client;
  let technical: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
    technical = await server.as('technical@paydesk.test');
  });
  after(() => server.close());

  const one = (id: string, client = staff) => client.call(`GET ${PATH}/{id}`, { params: { id } });
  const feature = (id: string, name = 'REMOTE_SIGNING', client = staff) =>
    client.call(`GET ${FEATURE}`, { params: { id, feature: name as 'REMOTE_SIGNING' } });
  const turn = (id: string, body: unknown, name = 'REMOTE_SIGNING', client = staff) =>
    client.call(`PUT ${FEATURE}`, {
      params: { id, feature: name as 'REMOTE_SIGNING' },
      body: body as { enabled: boolean },
    });
  const newOne = async () => (await insertLender(server.pool)).institution.id;
  const rowsOf = (id: string) =>
    server.all<{ user_name: string; details: object }>(
      `select user_name, details from audit_logs
       where entity_id = $1 and result = 'SUCCESS' order by created_date, id`,
      [id],
    );

  test('API-61, FI-09, SB-53 the list: active ones and another, with logos of our own and the number of products', async () => {
    const { body } = await staff.call(`GET ${PATH}`, { query: { sort: 'name,ASC' } });
    assert.deepEqual(
      body.content.map(({ name }) => name),
      ['Amberline Finance', 'Gulf Savings Bank', 'Northern Credit', 'Old Harbour Lending'],
    );
    for (const { logoUrl, active, products } of body.content) {
      assert.equal(products, 2);
      if (active) assert.match(logoUrl!, /^\/logo\/institutions\/\w+\.svg$/);
      else assert.equal(logoUrl, null);
    }
    const found = await technical.call(`GET ${PATH}`, { query: { f_active: 'false' } });
    assert.deepEqual(
      found.body.content.map(({ code }) => code),
      ['OLDHARB'],
    );
  });

  test('API-62, CS-13 the file of the same rows', async () => {
    const { text } = await staff.call(`GET ${PATH}.csv`, { query: { f_name: 'gulf' } });
    const [head, row, ...rest] = text.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(head, 'ID,Logo,Name,Code,Active,Products,Created');
    assert.match(row!, /,\/logo\/institutions\/gulfsav\.svg,Gulf Savings Bank,GULFSAV,true,2,/);
    assert.deepEqual(rest, []);
  });

  test('API-63, FI-10, AM-111 one with its three features; an unknown id is a 404', async () => {
    const id = await newOne();
    const { body } = await one(id, technical);
    assert.deepEqual([body.id, body.products, body.active], [id, 1, true]);
    assert.deepEqual(
      body.features,
      Object.keys(INSTITUTION_FEATURES).map((name) => ({
        feature: name,
        enabled: false,
        updatedDate: null,
        updatedBy: null,
      })),
    );
    assert.equal((await one(randomUUIDv7())).status, 404);
  });

  test('API-64, FI-11, AM-61 a feature is turned on and off, with who and when; a name that is none is a 404', async () => {
    const id = await newOne();
    assert.equal((await feature(id)).body.enabled, false);
    for (const enabled of [true, false, true]) {
      const { status, body } = await turn(id, { enabled });
      assert.equal(status, 200);
      assert.deepEqual([body.enabled, body.updatedBy], [enabled, 'Elīna Bērziņa']);
      assert.ok(Math.abs(Date.parse(body.updatedDate!) - Date.now()) < 60_000);
      assert.deepEqual((await feature(id, 'REMOTE_SIGNING', technical)).body, body);
      assert.deepEqual((await one(id)).body.features[1], body);
    }
    assert.equal((await feature(id, 'PARTIAL_REFUND')).body.enabled, false);
    for (const wrong of ['CASHBACK', 'remote_signing', '__proto__', randomUUIDv7()]) {
      assert.equal((await feature(id, wrong)).status, 404, wrong);
      assert.equal((await turn(id, { enabled: true }, wrong)).status, 404, wrong);
    }
    assert.equal((await feature(randomUUIDv7())).status, 404);
    assert.equal((await turn(randomUUIDv7(), { enabled: true })).status, 404);
  });

  test('AM-61, AM-66, SB-46 what is so already is answered as it is and written nowhere; every change stands in the history', async () => {
    const id = await newOne();
    await turn(id, { enabled: true });
    const { body } = await feature(id);
    assert.deepEqual((await turn(id, { enabled: true })).body, body);
    // at the same moment one changes it
    await Promise.all(Array.from({ length: 6 }, () => turn(id, { enabled: false })));
    assert.deepEqual(
      (await rowsOf(id)).map(({ user_name, details }) => [user_name, details]),
      [
        ['Elīna Bērziņa', { changes: { REMOTE_SIGNING: { before: false, after: true } } }],
        ['Elīna Bērziņa', { changes: { REMOTE_SIGNING: { before: true, after: false } } }],
      ],
    );
    const history = await technical.call(`GET ${PATH}/{id}/history`, { params: { id } });
    assert.deepEqual(
      history.body.content.map(({ action, user }) => [action, user]),
      [
        ['UPDATE_FEATURE', 'Elīna Bērziņa'],
        ['UPDATE_FEATURE', 'Elīna Bērziņa'],
      ],
    );
  });

  test('AM-61, AM-82, SB-48 only a back office administrator changes a feature, by true or false alone', async () => {
    const id = await newOne();
    const owner = await server.as('owner@amber.test');
    assert.equal((await turn(id, { enabled: true }, 'REMOTE_SIGNING', technical)).status, 403);
    for (const reply of [
      await one(id, owner),
      await feature(id, 'REMOTE_SIGNING', owner),
      await turn(id, { enabled: true }, 'REMOTE_SIGNING', owner),
    ])
      assert.equal(reply.status, 403);
    for (const body of [
      {},
      { enabled: 'true' },
      { enabled: null },
      { enabled: true, feature: 'X' },
    ]) {
      const reply = await turn(id, body);
      assert.equal(reply.status, 400);
      assert.equal(refusalOf(reply).errorCode, 'VALIDATION_FAILURE');
    }
    assert.equal((await feature(id)).body.enabled, false);
    assert.deepEqual(await rowsOf(id), []);
  });
});
