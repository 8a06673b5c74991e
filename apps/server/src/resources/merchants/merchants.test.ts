import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { askedOf } from '@paydesk/contract/kernel/fields.ts';
import { asksStepUp } from '@paydesk/contract/kernel/sensitive.ts';
import { MERCHANT_FEATURES } from '@paydesk/contract/merchant-record.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '@paydesk/contract/permissions.ts';
import { whyWords } from '@paydesk/contract/reasons.ts';
import {
  MERCHANT_TRANSITIONS,
  merchantActions,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/moves.ts';
import { insertMerchant, insertUser } from '../../seed/factories.ts';
import { insertCertificate } from '../../seed/factories/machines.ts';
import { insertWidget } from '../../seed/factories/widgets.ts';
import { machine, newOrder } from '../../testing/machines.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const names = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];
const ONE = 'GET /api/merchants/{id}';
const EDIT = 'PUT /api/merchants/{id}';
const FEATURE = 'GET /api/merchants/{id}/features/{feature}';
const TURN = 'PUT /api/merchants/{id}/features/{feature}';
const CERTIFICATE = 'GET /api/merchants/{id}/certificate/{certId}';
const DISABLE = 'PUT /api/merchants/{id}/certificate/disable';

let server: TestServer;
let admin: Client;
let technical: Client;
let owner: Client;
let amber: string;
before(async () => {
  server = await testServer();
  admin = await server.as('admin@paydesk.test');
  technical = await server.as('technical@paydesk.test');
  owner = await server.as('owner@amber.test');
  amber = await server.merchantId('Amber & Oak');
});
after(() => server.close());

const history = async (id: string) =>
  (await technical.call('GET /api/merchants/{id}/history', { params: { id } })).body.content;

describe('every status by every action', () => {
  test('AM-16 the contract’s table is the specification’s', () => {
    const ways = names(MERCHANT_TRANSITIONS).flatMap((name) => {
      const { from, to } = MERCHANT_TRANSITIONS[name];
      return from.map((status) => `${name}: ${status} → ${to}`);
    });
    assert.deepEqual(ways, [
      'approve: PENDING_APPROVAL → APPROVED',
      'decline: PENDING_APPROVAL → DECLINED',
      'activate: APPROVED → ACTIVE',
      'activate: DISABLED → ACTIVE',
      'disable: ACTIVE → DISABLED',
    ]);
  });

  for (const name of names(MERCHANT_TRANSITIONS))
    for (const status of names(MERCHANT_STATUSES))
      test(`SB-43, AM-16, AM-82, AM-105, MB-02 ${name} a merchant that is ${status}`, async () => {
        const { id } = await insertMerchant(server.pool, { status });
        const state = () =>
          server.one<{ status: string }>('select status from merchants where id = $1', [id]);
        const act = (by: Client) =>
          by.call(`POST /api/merchants/{id}/actions/${name}`, { params: { id } });
        const reason = merchantActions[name].whyNot(
          { id: '', name: '', iban: null, status: { name: status }, standsSince: '' },
          new Date(),
          { userId: '', userRole: 'BACKOFFICE_ADMIN', permissions: [], merchantId: null },
        );
        for (const by of [technical, owner]) assert.equal((await act(by)).status, 403);
        assert.equal((await state()).status, status);
        const reply = await act(admin);
        if (reason) {
          assert.deepEqual(reply.error.errors, [{ field: 'status', message: reason }]);
          assert.equal((await state()).status, status);
          assert.deepEqual(
            (await history(id)).filter(({ result }) => result.name === 'SUCCESS'),
            [],
          );
          return;
        }
        const to: MerchantStatus = MERCHANT_TRANSITIONS[name].to;
        assert.deepEqual(reply.body.status, { name: to, description: MERCHANT_STATUSES[to] });
        assert.ok(reply.body.updatedDate && reply.body.updatedBy);
        const [row] = await history(id);
        assert.equal(row!.action, `${name.toUpperCase()}_MERCHANT`);
        assert.deepEqual(JSON.parse(row!.details), {
          changes: { status: { before: status, after: to } },
        });
      });

  test('SB-43, SB-46, SB-03 why a merchant is disabled or declined is kept with who and when, audited, and read by staff alone', async () => {
    const { id } = await insertMerchant(server.pool, { name: 'Quay Candles', status: 'ACTIVE' });
    const params = { id };
    const disable = 'POST /api/merchants/{id}/actions/disable';
    const body = { reason: '  Chargebacks above 2% ' };
    const disabled = await admin.call(disable, { params, body });
    assert.equal(disabled.status, 200, disabled.text);
    const { statusReason, statusBy, statusDate, updatedDate } = disabled.body;
    assert.deepEqual([statusReason, statusBy], ['Chargebacks above 2%', 'Elīna Bērziņa']);
    assert.equal(statusDate, updatedDate, 'one clock');
    assert.equal(whyWords(disabled.body), 'Elīna Bērziņa wrote: “Chargebacks above 2%”. ');
    // its own people read neither that nor by whom
    const own = await server.person({ merchantId: id, userRole: 'MERCHANT_ADMIN' });
    const seen = await Promise.all([
      own.call('GET /api/user-merchant'),
      own.call('GET /api/user-merchant/audit-logs'),
    ]);
    for (const { status, text } of seen) {
      assert.equal(status, 200);
      assert.doesNotMatch(text, /Chargebacks|Bērziņa|statusReason/);
    }
    // the reason is none of the status that follows
    const activated = await admin.call('POST /api/merchants/{id}/actions/activate', { params });
    assert.deepEqual([activated.body.statusReason, activated.body.statusBy], [null, statusBy]);
    assert.equal((await admin.call(disable, { params })).status, 200, 'a call may say nothing');
    const told = (await history(id)).map(({ action, details }) => [
      action,
      (JSON.parse(details) as { reason?: string }).reason,
    ]);
    assert.deepEqual(told, [
      ['DISABLE_MERCHANT', undefined],
      ['ACTIVATE_MERCHANT', undefined],
      ['DISABLE_MERCHANT', 'Chargebacks above 2%'],
    ]);
    const waiting = await insertMerchant(server.pool, { status: 'PENDING_APPROVAL' });
    const declined = await admin.call('POST /api/merchants/{id}/actions/decline', {
      params: { id: waiting.id },
      body: { reason: 'Sells what we do not take' },
    });
    assert.equal(declined.body.statusReason, 'Sells what we do not take');
    for (const name of ['disable', 'decline'] as const)
      assert.equal(askedOf(merchantActions[name].fields)['reason']!.required, true);
  });

  test('SB-43 of two who act at the same moment one is told no', async () => {
    const { id } = await insertMerchant(server.pool, { status: 'PENDING_APPROVAL' });
    const both: MerchantAction[] = ['approve', 'decline'];
    const replies = await Promise.all(
      both.map((name) =>
        admin.call(`POST /api/merchants/{id}/actions/${name}`, { params: { id } }),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400]);
  });
});

describe('reading and changing a merchant', () => {
  test('API-76, API-77, MB-01 staff list, filter and sort every merchant, and save them as a file; others are refused', async () => {
    const query = { f_name: 'amber & oak', f_status: 'ACTIVE', f_merchantId: '100001' };
    const { body } = await technical.call('GET /api/merchants', { query });
    assert.equal(body.totalElements, 1);
    const [row] = body.content;
    assert.equal(row!.id, amber);
    assert.equal(row!.merchantId, '100001');
    assert.deepEqual(row!.status, { name: 'ACTIVE', description: 'Active' });
    const sorted = await technical.call('GET /api/merchants', {
      query: { sort: 'merchantId,ASC', page: '1', size: '5' },
    });
    assert.deepEqual(
      sorted.body.content.map(({ merchantId }) => merchantId),
      ['100006', '100007', '100008', '100009', '100010'],
    );
    const file = await technical.call('GET /api/merchants.csv', {
      query: { f_name: 'amber & oak' },
    });
    const [head, line] = file.text.trim().split('\r\n');
    assert.equal(
      head!.replace('\uFEFF', '').replaceAll('"', ''),
      'ID,Merchant ID,Name,Legal ID,Status,MCC,Country,Email,Phone,Created',
    );
    assert.match(line!, /100001,Amber & Oak,/);
    for (const key of ['GET /api/merchants', 'GET /api/merchants.csv'] as const)
      assert.equal((await owner.call(key)).status, 403);
  });

  test('API-78, MB-03, AM-66 staff change what is written about a merchant, and nothing else of it', async () => {
    const { id } = await insertMerchant(server.pool, {
      name: 'Before',
      email: 'a@b.test',
      phone: '1',
      purchaseNotificationUrl: 'https://shop.test/paid',
    });
    const params = { id };
    const body = {
      name: ' After ',
      email: null,
      iban: 'lv97 HABA 0012 3456 7891 0',
      country: 'EE',
      mccCode: '5712',
    };
    const { body: changed } = await admin.call(EDIT, { params, body });
    assert.equal(changed.name, 'After');
    assert.equal(changed.email, null, 'emptied');
    assert.equal(changed.phone, '1', 'left out, so it stays');
    assert.equal(changed.iban, 'LV97HABA0012345678910');
    assert.deepEqual(changed.country, { code: 'EE', name: 'Estonia' });
    assert.equal(changed.purchaseNotificationUrl, 'https://shop.test/paid');
    assert.deepEqual((await technical.call(ONE, { params })).body, changed);
    const [row] = await history(id);
    assert.equal(row!.action, 'UPDATE_MERCHANT');
    assert.deepEqual(JSON.parse(row!.details).changes.name, { before: 'Before', after: 'After' });
    assert.equal((await technical.call(EDIT, { params, body })).status, 403);
    assert.equal((await owner.call(EDIT, { params, body })).status, 403);
    assert.equal((await admin.call(EDIT, { params: { id: randomUUIDv7() }, body })).status, 404);
  });

  test('AM-66, AM-88, AM-104 what can’t be is refused by its field, status and addresses among it', async () => {
    const { id } = await insertMerchant(server.pool);
    const refused: [object, string, string][] = [
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ iban: 'LV97HABA0012345678911' }, 'iban', 'IBAN is invalid'],
      [{ iban: 'nothing' }, 'iban', 'IBAN is invalid'],
      [{ mccCode: '57a2' }, 'mccCode', 'MCC must be 4 digits'],
      [{ email: 'nobody' }, 'email', 'Email address is invalid'],
      [{ phone: '1'.repeat(21) }, 'phone', 'Maximum length is 20 characters'],
      [{ status: 'ACTIVE' }, 'status', 'Unknown field'],
      [{ purchaseNotificationUrl: 'https://x.test' }, 'purchaseNotificationUrl', 'Unknown field'],
      [{ id }, 'id', 'Unknown field'],
    ];
    for (const [given, field, message] of refused) {
      const body = { name: 'Shop', ...given };
      const { error } = await admin.call(EDIT, { params: { id }, body });
      assert.deepEqual(error.errors, [{ field, message }], JSON.stringify(given));
    }
    const country = await admin.call(EDIT, {
      params: { id },
      body: { name: 'Shop', country: 'XX' },
    });
    assert.deepEqual(
      country.error.errors.map(({ field }) => field),
      ['country'],
    );
  });

  test('API-79, MB-04, AM-16 the background check, read-only; all null before it was made', async () => {
    const BACKGROUND = 'GET /api/merchants/{id}/background';
    const { body } = await technical.call(BACKGROUND, { params: { id: amber } });
    assert.ok(body.registrationNumber && body.businessDescription && body.checkedAt);
    assert.ok(body.expectedTurnover! > 0);
    assert.equal(body.checkedBy, 'Elīna Bērziņa');
    assert.deepEqual(body.riskClass, { name: 'LOW', description: 'Low risk' });
    assert.deepEqual(body.screeningResult, { name: 'CLEAR', description: 'Clear' });
    assert.equal(
      body.beneficialOwners!.reduce((sum, { share }) => sum + share, 0),
      100,
    );
    const { id } = await insertMerchant(server.pool);
    const nothing = (await technical.call(BACKGROUND, { params: { id } })).body;
    const { currency, ...rest } = nothing;
    assert.equal(currency, 'EUR');
    assert.deepEqual([...new Set(Object.values(rest))], [null]);
    assert.equal(
      (await technical.call(BACKGROUND, { params: { id: randomUUIDv7() } })).status,
      404,
    );
    assert.equal((await owner.call(BACKGROUND, { params: { id: amber } })).status, 403);
  });
});

describe('what is open to a merchant', () => {
  test('API-80, MB-05, AM-14, AM-61, AM-66 each feature by its name, turned on and off by the administrator', async () => {
    const { id } = await insertMerchant(server.pool);
    assert.deepEqual(names(MERCHANT_FEATURES), [
      'CONSUMER_CREDIT',
      'RECURRING',
      'WIDGETS',
      'API_ORDERS',
    ]);
    for (const feature of names(MERCHANT_FEATURES)) {
      const params = { id, feature };
      const untouched = { feature, enabled: true, updatedDate: null, updatedBy: null };
      assert.deepEqual((await technical.call(FEATURE, { params })).body, untouched);
      const repeated = await admin.call(TURN, { params, body: { enabled: true } });
      assert.deepEqual(repeated.error.errors, [
        { field: 'status', message: 'It is enabled already' },
      ]);
      const { body } = await admin.call(TURN, { params, body: { enabled: false } });
      assert.equal(body.enabled, false);
      assert.ok(body.updatedDate);
      assert.equal(body.updatedBy, 'Elīna Bērziņa');
      assert.deepEqual((await technical.call(FEATURE, { params })).body, body);
      assert.equal((await technical.call(TURN, { params, body: { enabled: true } })).status, 403);
    }
    const params = { id, feature: 'TELEPATHY' };
    assert.equal((await technical.call(FEATURE, { params })).status, 404);
    assert.equal((await admin.call(TURN, { params, body: { enabled: true } })).status, 404);
    const absent = { id: randomUUIDv7(), feature: 'WIDGETS' };
    assert.equal((await technical.call(FEATURE, { params: absent })).status, 404);
    const bad = await admin.call(TURN, { params: { id, feature: 'WIDGETS' }, body: {} });
    assert.deepEqual(bad.error.errors, [{ field: 'enabled', message: 'Enabled is required' }]);
    assert.deepEqual(
      [...new Set((await history(id)).map(({ action }) => action))].includes('DISABLE_FEATURE'),
      true,
    );
  });

  test('AM-61 a closed feature refuses: no order by API, no button of a widget, until it is open again', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const key = await machine(server, merchantId);
    const widget = await insertWidget(server.pool, { merchantId });
    const order = () => key.call('POST /api/merchant-api/orders', { body: newOrder() });
    const active = async () =>
      (await server.anonymous.call('GET /api/widgets/{id}/button', { params: { id: widget.id } }))
        .body.active;
    const turn = async (feature: string, enabled: boolean) => {
      const reply = await admin.call(TURN, {
        params: { id: merchantId, feature },
        body: { enabled },
      });
      assert.equal(reply.status, 200, reply.text);
    };
    assert.equal((await order()).status, 200);
    assert.equal(await active(), true);
    await turn('API_ORDERS', false);
    const refused = await order();
    assert.equal(refused.status, 403);
    assert.equal(refused.error.message, 'This feature is not open to the merchant');
    assert.equal((await key.call('GET /api/merchant-api/orders')).status, 200, 'it reads on');
    assert.equal(await active(), true, 'one says nothing of another');
    await turn('WIDGETS', false);
    assert.equal(await active(), false);
    await turn('API_ORDERS', true);
    await turn('WIDGETS', true);
    assert.equal((await order()).status, 200);
    assert.equal(await active(), true);
  });
});

describe('how a merchant’s systems get in', () => {
  test('API-81, API-82, MB-06, MB-07, AM-106 its certificates, whatever their status, and the one in use', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const params = { id: merchantId };
    const info = () => technical.call('GET /api/merchants/{id}/certificateInfo', { params });
    assert.deepEqual([...new Set(Object.values((await info()).body))], [null]);
    const past = new Date(Date.now() - 1000);
    const createdDate = new Date(Date.now() - 60_000);
    await insertCertificate(server.pool, {
      merchantId,
      name: 'old',
      createdDate,
      disabledDate: past,
      disabledBy: 'Test Person',
    });
    await insertCertificate(server.pool, {
      merchantId,
      name: 'over',
      createdDate,
      expirationDate: past,
    });
    const used = await insertCertificate(server.pool, { merchantId, name: 'used' });
    const { body } = await technical.call('GET /api/merchants/{id}/certificates', {
      params,
      query: { sort: 'name,ASC' },
    });
    assert.deepEqual(
      body.content.map(({ name, status }) => [name, status.name]),
      [
        ['old', 'DISABLED'],
        ['over', 'EXPIRED'],
        ['used', 'ACTIVE'],
      ],
    );
    assert.equal((await info()).body.id, used.id);
    assert.equal(
      (await owner.call('GET /api/merchants/{id}/certificates', { params })).status,
      403,
    );
  });

  test('API-83, API-84, MB-08, MB-09, AM-30 one of them, and disabling it; another merchant’s is absent', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const { id: certId } = await insertCertificate(server.pool, { merchantId });
    const params = { id: merchantId };
    const one = await technical.call(CERTIFICATE, { params: { ...params, certId } });
    assert.equal(one.body.status.name, 'ACTIVE');
    assert.equal(
      (await technical.call(CERTIFICATE, { params: { id: amber, certId } })).status,
      404,
    );
    const foreign = await admin.call(DISABLE, { params: { id: amber }, body: { id: certId } });
    assert.equal(foreign.status, 404);
    for (const [id, status] of [
      [randomUUIDv7(), 404],
      ['x', 400],
    ] as const)
      assert.equal((await admin.call(DISABLE, { params, body: { id } })).status, status);
    assert.equal((await technical.call(DISABLE, { params, body: { id: certId } })).status, 403);
    const get = await server.app.inject({
      method: 'GET',
      url: `/api/merchants/${merchantId}/certificate/disable`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.deepEqual([get.statusCode, get.headers['allow']], [405, 'PUT']);
    const done = await admin.call(DISABLE, { params, body: { id: certId } });
    assert.equal(done.body.status.name, 'DISABLED');
    assert.equal(done.body.disabledBy, 'Elīna Bērziņa');
    const again = await admin.call(DISABLE, { params, body: { id: certId } });
    assert.deepEqual(again.error.errors, [{ field: 'id', message: 'It is disabled already' }]);
    const row = await server.one<{ action: string; merchant_id: string }>(
      `select action, merchant_id from audit_logs where entity_id = $1 and result = 'SUCCESS'`,
      [certId],
    );
    assert.deepEqual(row, { action: 'DISABLE_CERTIFICATE', merchant_id: merchantId });
  });

  test('API-85, MB-10, AM-44, AM-106 of the API key its date, maker and last four characters, never the key', async () => {
    const INFO = 'GET /api/merchants/{id}/api-key-info';
    const { id } = await insertMerchant(server.pool);
    const nothing = { createdDate: null, createdBy: null, lastFour: null };
    assert.deepEqual((await technical.call(INFO, { params: { id } })).body, nothing);
    const key = await machine(server, id);
    const { body, text } = await technical.call(INFO, { params: { id } });
    assert.deepEqual(Object.keys(body).sort(), ['createdBy', 'createdDate', 'lastFour']);
    assert.equal(body.lastFour, key.token!.slice(-4));
    assert.ok(!text.includes(key.token!.slice(4, -4)));
    assert.equal((await owner.call(INFO, { params: { id: amber } })).status, 403);
  });

  test('API-86, API-87, MB-11, MB-12 the people and the delivery methods of that merchant alone, with a closing slash or without', async () => {
    const { id: merchantId } = await insertMerchant(server.pool);
    const person = await insertUser(server.pool, { merchantId });
    const params = { id: merchantId };
    const people = await technical.call('GET /api/merchants/{id}/employees', { params });
    assert.deepEqual(
      people.body.content.map(({ id }) => id),
      [person.id],
    );
    const { body } = await technical.call('GET /api/merchants/{id}/delivery-methods', {
      params: { id: amber },
    });
    const stored = await server.all<{ id: string }>(
      'select id from merchant_delivery_methods where merchant_id = $1',
      [amber],
    );
    assert.deepEqual(body.content.map(({ id }) => id).sort(), stored.map(({ id }) => id).sort());
    assert.ok(stored.length >= 3);
    const slash = await server.app.inject({
      method: 'GET',
      url: `/api/merchants/${amber}/delivery-methods/`,
      headers: { authorization: `Bearer ${technical.token}` },
    });
    assert.deepEqual(JSON.parse(slash.body), body);
    const none = await technical.call('GET /api/merchants/{id}/delivery-methods', { params });
    assert.equal(none.body.totalElements, 0);
  });

  test('AM-75 what moves money, keys and rights asks staff for a new code first', async () => {
    const { table } = await import('@paydesk/contract/index.ts');
    const keys: Key[] = [
      EDIT,
      DISABLE,
      ...names(MERCHANT_TRANSITIONS).map(
        (name) => `POST /api/merchants/{id}/actions/${name}` as const,
      ),
    ];
    for (const key of keys) assert.ok(asksStepUp(table[key]), key);
  });
});
