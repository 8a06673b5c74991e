import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { merchantCheck, newMerchant } from '../../testing/new-merchant.ts';
import { newOrder } from '../../testing/machines.ts';
import { mailsOf } from '../../testing/mails.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const OF_STAFF: Key[] = [
  'GET /api/merchants/{id}/background',
  'GET /api/merchants/{id}/callback-delivery',
  'GET /api/merchants/{id}/certificates',
  'GET /api/merchants/{id}/certificateInfo',
  'GET /api/merchants/{id}/api-key-info',
  'GET /api/merchants/{id}/employees',
  'GET /api/merchants/{id}/delivery-methods',
  'GET /api/merchants/{id}/history',
];
const OF_ITS_OWN: Key[] = [
  'GET /api/transactions',
  'GET /api/orders',
  'GET /api/merchant/shipping/methods',
  'GET /api/merchant/delivery/method',
  'GET /api/user-merchant',
  'GET /api/user-merchant/employees',
  'GET /api/users/me/company',
  'GET /api/widgets',
];

describe('merchants that staff take on', () => {
  let server: TestServer;
  let staff: Client;
  before(async () => {
    server = await testServer();
    staff = await server.as('admin@paydesk.test');
  });
  after(() => server.close());

  const create = (body: object, headers: Record<string, string> = {}) =>
    staff.call('POST /api/merchants', { body, headers });

  test('MB-01, SB-22, SB-43 one is approved and its administrator invited; every list of it answers, and it takes an order', async () => {
    const given = newMerchant();
    const { status, body, text } = await create(given);
    assert.equal(status, 200, text);
    assert.deepEqual(
      [body.name, body.status.name, body.iban, body.country],
      [given.name, 'APPROVED', 'LV97HABA0012345678910', { code: 'LV', name: 'Latvia' }],
    );
    assert.match(body.merchantId, /^\d{6}$/);
    const { id } = body;
    const person = await server.one<{ id: string; status: string; user_role: string }>(
      'select id, status, user_role from users where merchant_id = $1 and email = $2',
      [id, given.administratorEmail],
    );
    assert.deepEqual([person.status, person.user_role], ['NOT_ACTIVATED', 'MERCHANT_ADMIN']);
    const [mail] = await mailsOf(server, given.administratorEmail);
    const token = new URL(mail!.link).searchParams.get('invitation');
    const accepted = await server.anonymous.call('POST /api/passwords', {
      body: { token, newPassword: 'copper lantern over water 9' },
    });
    assert.equal(accepted.body, true, accepted.text);
    const owner = await server.session(person.id);
    const params = { id };
    for (const key of OF_STAFF) assert.equal((await staff.call(key, { params })).status, 200, key);
    for (const key of OF_ITS_OWN) assert.equal((await owner.call(key)).status, 200, key);
    await staff.call('POST /api/merchants/{id}/actions/activate', { params });
    await owner.call('POST /api/users/me/password/confirm', {
      body: { password: 'copper lantern over water 9' },
    });
    const key = await owner.call('POST /api/user-merchant/api-key');
    assert.equal(key.status, 200, key.text);
    const shop = server.client(key.body.key, person.id);
    const order = await shop.call('POST /api/merchant-api/orders', { body: newOrder() });
    assert.equal(order.status, 200, order.text);
    const seen = await owner.call('GET /api/orders');
    assert.deepEqual(
      seen.body.content.map((row) => row.id),
      [order.body.id],
    );
  });

  test('SB-43, SB-48 of ten who take on the same one is made, by key and by name; what is taken or wrong is refused by its field, and nothing is left', async () => {
    const given = newMerchant();
    const headers = { 'idempotency-key': randomUUIDv7() };
    const ten = await Promise.all(Array.from({ length: 10 }, () => create(given, headers)));
    assert.deepEqual(
      [[...new Set(ten.map(({ status }) => status))], new Set(ten.map(({ body }) => body.id)).size],
      [[200], 1],
    );
    const another = await create({ ...given, mccCode: '5732' }, headers);
    assert.deepEqual(another.error.errors, [
      { field: 'Idempotency-Key', message: 'The key has been used for another request' },
    ]);
    const next = newMerchant();
    const spellings = [next.name, next.name.toUpperCase(), ` ${next.name.replace(' ', '')} `];
    const raced = await Promise.all(
      [...spellings, ...spellings, ...spellings].map((name) => create({ ...newMerchant(), name })),
    );
    assert.deepEqual(raced.map(({ status }) => status).sort(), [200, ...Array(8).fill(400)]);

    const people = () => server.one('select count(*) from users');
    const before = [await people(), await server.one('select count(*) from merchants')];
    for (const [wrong, field, message] of [
      [{ name: ` ${given.name.toLowerCase()}` }, 'name', 'Another merchant has this Name'],
      [
        { legalId: given.legalId.replace(/(.{4})/, '$1 ') },
        'legalId',
        'Another merchant has this Legal ID',
      ],
      [{ legalId: null }, 'legalId', 'Legal ID is required'],
      [
        { legalId: '123' },
        'legalId',
        'Legal ID must be a number of that country, such as 40003012345',
      ],
      [{ country: 'EE' }, 'legalId', 'Legal ID must be a number of that country, such as 12345678'],
      // the check digits hold, the length is of no account in that country
      [{ iban: 'LV6121123456789012' }, 'iban', 'IBAN is invalid'],
      [{ iban: 'XX97HABA0012345678910' }, 'iban', 'IBAN is invalid'],
      [{ mccCode: '0001' }, 'mccCode', 'There is no MCC 0001'],
      [{ phone: 'call me' }, 'phone', 'Phone must be a phone number'],
      [{ termsUrl: 'javascript:alert(1)' }, 'termsUrl', 'URL is invalid'],
      [{ administratorEmail: 'x' }, 'administratorEmail', 'Email address is invalid'],
      [
        { administratorEmail: 'Owner@AMBER.test' },
        'administratorEmail',
        'This email address is in use already',
      ],
      [{ status: 'ACTIVE' }, 'status', 'Unknown field'],
      [{ merchantNumber: 1 }, 'merchantNumber', 'Unknown field'],
    ] as const) {
      const { status, error } = await create({ ...newMerchant(), ...wrong });
      assert.deepEqual([status, error.errors], [400, [{ field, message }]], JSON.stringify(wrong));
    }
    assert.deepEqual([await people(), await server.one('select count(*) from merchants')], before);
    for (const email of ['technical@paydesk.test', 'owner@amber.test'])
      assert.equal(
        (await (await server.as(email)).call('POST /api/merchants', { body: newMerchant() }))
          .status,
        403,
      );
  });

  test('MB-04, AM-16, SB-46 the check is written down by staff, with who and when, as often as they look', async () => {
    const { body: made } = await create(newMerchant());
    const params = { id: made.id };
    const check = (given: object = {}) =>
      staff.call('POST /api/merchants/{id}/actions/check', {
        params,
        body: { ...merchantCheck, ...given },
      });
    const { body } = await check();
    assert.deepEqual(
      [body.riskClass!.name, body.expectedTurnover, body.checkedBy, body.beneficialOwners],
      ['MEDIUM', 120000.5, 'Elīna Bērziņa', merchantCheck.beneficialOwners],
    );
    await check({ riskClass: 'HIGH' });
    const read = await staff.call('GET /api/merchants/{id}/background', { params });
    assert.equal(read.body.riskClass!.name, 'HIGH');
    const history = await staff.call('GET /api/merchants/{id}/history', { params });
    assert.deepEqual(JSON.parse(history.body.content[0]!.details), {
      changes: { riskClass: { before: 'MEDIUM', after: 'HIGH' } },
    });
    for (const [wrong, field] of [
      [{ beneficialOwners: [] }, 'beneficialOwners'],
      [
        { beneficialOwners: Array.from({ length: 21 }, () => ({ name: 'A', share: 1 })) },
        'beneficialOwners',
      ],
      [
        {
          beneficialOwners: [
            { name: 'A', share: 60 },
            { name: 'B', share: 41 },
          ],
        },
        'beneficialOwners',
      ],
      [{ beneficialOwners: [{ name: 'A', share: 0 }] }, 'beneficialOwners[0].share'],
      [{ expectedTurnover: -1 }, 'expectedTurnover'],
      [{ riskClass: 'NONE' }, 'riskClass'],
    ] as const) {
      const { status, error } = await check(wrong);
      assert.deepEqual([status, error.errors[0]!.field], [400, field]);
    }
  });
});
