import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { INSTITUTION_FEATURES } from '@paydesk/contract/resources/financing-institutions.ts';
import { oneStatement } from '../platform/list/sql.ts';
import { insertLender, insertLoan } from '../seed/factories/financing.ts';
import { refusalOf } from '../testing/answers.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { financingInstitutionRecord } from './financing-institutions.ts';

const PATH = '/api/financing/financing-institutions';
const FEATURE = `${PATH}/{id}/features/{feature}` as const;
const LOAN = '/api/financing/consumer-credits/{id}';

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

  test('API-63, AM-109 how many loans it has is counted in an index, and not in the loans', async () => {
    const userRole = 'BACKOFFICE_ADMIN';
    const permissions = ROLE_PERMISSIONS[userRole];
    const actor = { userId: '', userRole, permissions, merchantId: null } as const;
    const { sql, parameters } = server.database.compile(
      oneStatement(financingInstitutionRecord.whole, actor, randomUUIDv7()),
    );
    const client = await server.pool.connect();
    try {
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_bitmapscan = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${sql}`,
        parameters as unknown[],
      );
      assert.match(
        rows.map((row) => row['QUERY PLAN']).join('\n'),
        /Index Only Scan using consumer_credits_of_institution/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
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

  test('FI-10, LN-12, SB-04, SB-46, SB-48 whom to ask at an institution: checked, written down, told to staff with its loans, and to no merchant', async () => {
    const id = await newOne();
    const { name, code, address, supervisor } = (await one(id)).body;
    const change = (given: object, client = staff) =>
      client.call(`PUT ${PATH}/{id}`, {
        params: { id },
        body: { name, code, address, supervisor, ...given, readAs: undefined },
      });
    for (const [field, wrong, message] of [
      ['operationsEmail', 'the desk', 'Email address is invalid'],
      ['operationsPhone', 'after nine', 'Phone must be a phone number'],
      ['operationsPhone', '1632', 'Phone must be a phone number'],
      ['operationsPhone', '+44 1632 960018'.padEnd(31, '0'), 'Maximum length is 30 characters'],
    ] as const) {
      const reply = await change({ [field]: wrong });
      assert.equal(reply.status, 400, wrong);
      assert.deepEqual(reply.error.errors, [{ field, message }]);
      const made = await staff.call(`POST ${PATH}`, {
        body: { name: randomUUIDv7(), code: randomUUIDv7(), [field]: wrong },
      });
      assert.deepEqual(made.error.errors, [{ field, message }]);
    }
    const [email, phone] = ['desk@lender.test', '+44 1632 960018'];
    assert.equal((await change({ operationsEmail: email }, technical)).status, 403);
    const { body } = await change({ operationsEmail: email, operationsPhone: ` ${phone} ` });
    assert.deepEqual([body.operationsEmail, body.operationsPhone], [email, phone]);
    assert.deepEqual(
      (await rowsOf(id)).map(({ details }) => details),
      [
        {
          changes: {
            operations_email: { before: null, after: email },
            operations_phone: { before: null, after: phone },
          },
        },
      ],
    );
    // what a call leaves out stays
    assert.equal((await change({})).body.operationsPhone, phone);

    const merchantId = await server.merchantId('Amber & Oak');
    const loan = await insertLoan(server.pool, {
      merchantId,
      financingInstitutionId: id,
      status: 'CONFIRMED',
    });
    await server.pool.query(
      `insert into loan_applications (id, consumer_credit_id, merchant_id, financing_institution_id, status, created_date)
       values ($1, $2, $3, $4, 'SENT', now())`,
      [randomUUIDv7(), loan.id, merchantId, id],
    );
    const params = { id: loan.id };
    const read = await technical.call(`GET ${LOAN}`, { params });
    assert.deepEqual(read.body.institutionContact, { email, phone });
    const asked = await technical.call(`GET ${LOAN}/applications`, { params });
    assert.deepEqual(
      asked.body.content.map((row) => [row.operationsEmail, row.operationsPhone]),
      [[email, phone]],
    );
    const owner = await server.as('owner@amber.test');
    const answers = [
      await owner.call(`GET ${LOAN}`, { params }),
      await owner.call(`GET ${LOAN}/refund-requests`, { params }),
      await owner.call(`GET ${LOAN}/history`, { params }),
      await owner.call('GET /api/user-merchant/consumer-credits', { query: { f_id: loan.id } }),
      await owner.call('GET /api/orders/{id}', { params: { id: loan.orderId } }),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.ok(!text.includes(email) && !text.includes(phone), text);
    }
    assert.ok(!('institutionContact' in answers[0]!.body));
    assert.equal((await owner.call(`GET ${LOAN}/applications`, { params })).status, 403);
    // of one that has said nobody there is none
    await change({ operationsEmail: null, operationsPhone: '' });
    assert.equal((await technical.call(`GET ${LOAN}`, { params })).body.institutionContact, null);
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
