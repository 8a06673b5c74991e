import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MERCHANT_STATUSES } from '@paydesk/contract/permissions.ts';
import { merchantFields, type OwnMerchant } from '@paydesk/contract/resources/merchant.ts';
import { SMALL_PNG } from '../../testing/changes.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

describe('the own merchant', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  let operator: Client;
  before(async () => {
    server = await testServer({ settings: { PUBLIC_IP: '203.0.113.7' } });
    amber = await server.merchantId('Amber & Oak');
    owner = await server.person({ merchantId: amber, firstName: 'Ieva', lastName: 'Kalna' });
    operator = await server.person({ merchantId: amber, userRole: 'MERCHANT_OPERATOR' });
  });
  after(() => server.close());

  const get = async (client = owner) => (await client.call('GET /api/user-merchant')).body;
  const putPurchaseUrl = (value: unknown) =>
    owner.call('PUT /api/user-merchant/payment-notification-callback', {
      body: { purchaseNotificationUrl: value },
    });
  /** As statements of the merchant's people run, in a transaction that never stays. */
  const asMerchant = async (statement: string) => {
    const client = await server.pool.connect();
    try {
      await client.query('begin');
      await client.query('set local role paydesk_merchant');
      await client.query(`set local paydesk.merchant_id = '${amber}'`);
      return (await client.query(statement)).rowCount;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const lastAudit = async (action: string) =>
    server.one<{ user_name: string; merchant_id: string; details: { changes: object } }>(
      `select user_name, merchant_id, details from audit_logs where action = $1
       order by created_date desc, id desc limit 1`,
      [action],
    );

  test('API-88, MM-01, MM-02, MM-03, SB-53 everything of it, its country with a name, seeded for both named merchants', async () => {
    for (const name of ['Amber & Oak', 'Baltic Books']) {
      const merchantId = await server.merchantId(name);
      const person = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
      const merchant = await get(person);
      assert.equal(merchant.id, merchantId);
      assert.equal(merchant.name, name);
      assert.deepEqual(merchant.status, { name: 'ACTIVE', description: 'Active' });
      assert.match(merchant.merchantId, /^\d{6}$/);
      assert.ok(['Latvia', 'Estonia', 'Lithuania'].includes(merchant.country!.name));
      assert.match(merchant.iban!, /^(LV\d{2}HABA\d{13}|(EE|LT)\d{18})$/);
      assert.match(merchant.mccCode!, /^\d{4}$/);
      for (const key of [
        'legalId',
        'responsiblePerson',
        'phone',
        'email',
        'addressLine',
        'zipCode',
        'termsUrl',
        'cardAcceptanceLocation',
        'orderVerificationUrl',
        'purchaseNotificationUrl',
      ] as const)
        assert.ok(merchant[key], `${name}: ${key}`);
      assert.ok('deliveryCostCalculationUrl' in merchant);
      assert.ok(Date.parse(merchant.createdDate) < Date.now());
    }
  });

  test('MM-04 the five statuses, each of which some merchant has', async () => {
    assert.deepEqual(Object.keys(MERCHANT_STATUSES), [
      'PENDING_APPROVAL',
      'APPROVED',
      'DECLINED',
      'ACTIVE',
      'DISABLED',
    ]);
    const there = await server.all<{ status: string }>('select distinct status from merchants');
    assert.deepEqual(
      there.map(({ status }) => status).sort(),
      Object.keys(MERCHANT_STATUSES).sort(),
    );
  });

  test('AM-41 who works for no merchant finds none', async () => {
    const staff = await server.as('admin@paydesk.test');
    assert.equal((await staff.call('GET /api/user-merchant')).status, 404);
  });

  test('API-89, MM-05, MM-06, MM-07, MM-08, SB-27 the four fields change, trimmed, with before and after in the audit log', async () => {
    const before = await get();
    const given = {
      addressLine: ' Mill Lane 7, Riga ',
      zipCode: 'LV-1010',
      termsUrl: 'https://amber.test/terms',
      cardAcceptanceLocation: 'Riga Central Market',
    };
    const { status, body } = await owner.call('PUT /api/user-merchant', {
      body: { ...before, ...given },
    });
    assert.equal(status, 200);
    assert.deepEqual(body, { ...before, ...given, addressLine: 'Mill Lane 7, Riga' });
    assert.deepEqual(await get(), body);
    const row = await lastAudit('UPDATE_MERCHANT');
    assert.equal(row.user_name, 'Ieva Kalna');
    assert.equal(row.merchant_id, amber);
    assert.deepEqual(row.details.changes, {
      address_line: { before: before.addressLine, after: 'Mill Lane 7, Riga' },
      zip_code: { before: before.zipCode, after: 'LV-1010' },
      terms_url: { before: before.termsUrl, after: 'https://amber.test/terms' },
      card_acceptance_location: {
        before: before.cardAcceptanceLocation,
        after: 'Riga Central Market',
      },
    });
  });

  test('AM-84, AM-104, API-89 what else it has comes along and changes nothing; what it has not is refused', async () => {
    const before = await get();
    const foreign: Record<keyof OwnMerchant, unknown> = {
      id: before.id,
      merchantId: before.merchantId,
      name: 'Somebody else',
      legalId: '0',
      status: { name: 'DECLINED', description: '' },
      iban: 'LV00',
      responsiblePerson: 'X',
      phone: '1',
      email: 'x@y.test',
      country: { code: 'FI', name: 'Finland' },
      mccCode: '0000',
      addressLine: before.addressLine,
      zipCode: before.zipCode,
      termsUrl: before.termsUrl,
      cardAcceptanceLocation: before.cardAcceptanceLocation,
      orderVerificationUrl: 'https://evil.test',
      purchaseNotificationUrl: 'https://evil.test',
      deliveryCostCalculationUrl: 'https://evil.test',
      logoUrl: '/pictures/evil.png',
      retryDays: '9',
      retryHour: 9,
      retriesEnd: { name: 'KEEP', description: '' },
      capture: 'MANUAL',
      secondFactor: 'REQUIRED',
      createdDate: '2020-01-01T00:00:00.000Z',
    };
    assert.equal((await owner.call('PUT /api/user-merchant', { body: foreign })).status, 200);
    assert.deepEqual(await get(), before);
    // meant for somebody else
    const other = await server.one<{ id: string; number: string }>(
      `select id, merchant_number::text as number from merchants where name = 'Baltic Books'`,
    );
    for (const named of [{ id: other.id }, { merchantId: other.id }, { merchantId: other.number }])
      assert.equal(
        (await owner.call('PUT /api/user-merchant', { body: { ...before, ...named } })).status,
        403,
      );
    assert.deepEqual(await get(), before);
    const { error } = await owner.call('PUT /api/user-merchant', {
      body: { ...before, merchant_number: 7, features: [] },
    });
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['merchant_number', 'features'],
    );
  });

  test('MM-09, AM-73 no rules but the size of the column; a field left out stays, an empty one is emptied', async () => {
    const before = await get();
    const emptied = await owner.call('PUT /api/user-merchant', {
      body: { addressLine: '', zipCode: '   ', termsUrl: null },
    });
    assert.equal(emptied.status, 200);
    const { addressLine, zipCode, termsUrl, cardAcceptanceLocation } = emptied.body;
    assert.deepEqual([addressLine, zipCode, termsUrl], [null, null, null]);
    assert.equal(cardAcceptanceLocation, before.cardAcceptanceLocation);
    for (const field of Object.keys(merchantFields)) {
      const put = (value: unknown) =>
        owner.call('PUT /api/user-merchant', { body: { [field]: value } });
      assert.equal((await put('javascript:alert(1)')).status, 200);
      assert.equal((await put('é'.repeat(255))).status, 200);
      assert.deepEqual((await put('é'.repeat(256))).error.errors, [
        { field, message: 'Maximum length is 255 characters' },
      ]);
      assert.deepEqual((await put(7)).error.errors, [{ field, message: 'Value must be text' }]);
    }
    await owner.call('PUT /api/user-merchant', { body: before });
  });

  test('API-90, MM-12, MM-19, API-92, MM-14, MM-20, SB-28 order and shipping cost URLs: saved, emptied, in the audit log', async () => {
    for (const [path, field, action, column] of [
      [
        'order-verification-callback',
        'orderVerificationUrl',
        'UPDATE_ORDER_VERIFICATION_URL',
        'order_verification_url',
      ],
      [
        'delivery-cost-calculation-callback',
        'deliveryCostCalculationUrl',
        'UPDATE_DELIVERY_COST_URL',
        'delivery_cost_calculation_url',
      ],
    ] as const) {
      const earlier = (await get())[field];
      const put = (body: object) => owner.call(`PUT /api/user-merchant/${path}`, { body });
      assert.equal((await put({ [field]: 'https://amber.test/hook' })).status, 200);
      assert.equal((await get())[field], 'https://amber.test/hook');
      assert.deepEqual((await lastAudit(action)).details.changes, {
        [column]: { before: earlier, after: 'https://amber.test/hook' },
      });
      for (const nothing of ['', null]) {
        assert.equal((await put({ [field]: nothing })).status, 200);
        assert.equal((await get())[field], null);
      }
      assert.equal((await put({ [field]: 'no rule says it is a URL' })).status, 200);
      assert.equal((await put({ [field]: 'x'.repeat(2001) })).status, 400);
      assert.deepEqual((await put({ [field]: '', zipCode: '1' })).error.errors, [
        { field: 'zipCode', message: 'Unknown field' },
      ]);
    }
  });

  test('API-91, MM-13, MM-17, MM-18, SB-28, AM-89 the purchase notification URL must be there and be one of the web', async () => {
    const before = await get();
    for (const [value, message] of [
      ['', 'Purchase Notification URL is required'],
      ['  ', 'Purchase Notification URL is required'],
      [undefined, 'Purchase Notification URL is required'],
      ['abc', 'URL is invalid'],
      ['ftp://amber.test', 'URL is invalid'],
      ['javascript:alert(1)', 'URL is invalid'],
      ['https://', 'URL is invalid'],
      ['https:amber', 'URL is invalid'],
    ] as const) {
      const refused = await putPurchaseUrl(value);
      assert.equal(refused.status, 400, String(value));
      assert.deepEqual(refused.error.errors, [{ field: 'purchaseNotificationUrl', message }]);
    }
    assert.deepEqual(await get(), before);
    assert.equal((await putPurchaseUrl('https://amber.test/new?x=1')).status, 200);
    assert.equal((await get()).purchaseNotificationUrl, 'https://amber.test/new?x=1');
    assert.deepEqual((await lastAudit('UPDATE_PAYMENT_NOTIFICATION_URL')).details.changes, {
      purchase_notification_url: {
        before: before.purchaseNotificationUrl,
        after: 'https://amber.test/new?x=1',
      },
    });
  });

  test('SB-27, SB-43 an operator may not, nor may anybody of a disabled merchant; both still read', async () => {
    const disabled = (
      await server.one<{ id: string }>(`select id from merchants where status = 'DISABLED' limit 1`)
    ).id;
    const theirs = await server.person({ merchantId: disabled });
    const all = [
      ['PUT /api/user-merchant', { zipCode: '1' }],
      ['PUT /api/user-merchant/order-verification-callback', { orderVerificationUrl: '' }],
      [
        'PUT /api/user-merchant/payment-notification-callback',
        { purchaseNotificationUrl: 'https://x.test' },
      ],
      ['PUT /api/user-merchant/delivery-cost-calculation-callback', {}],
      ['PUT /api/user-merchant/capture', { capture: 'MANUAL' }],
      ['PUT /api/user-merchant/second-factor', { secondFactor: 'REQUIRED' }],
      ['PUT /api/user-merchant/retries', { retryHour: 1, retriesEnd: 'KEEP' }],
      [
        'POST /api/user-merchant/payment-notification-callback',
        { purchaseNotificationUrl: 'https://x.test' },
      ],
    ] as const;
    for (const client of [operator, theirs]) {
      const before = await get(client);
      for (const [key, body] of all)
        assert.equal((await client.call(key, { body })).status, 403, key);
      assert.deepEqual(await get(client), before);
    }
  });

  test('SB-43 a merchant that is disabled in the middle of a change lets it end, and takes no other', async () => {
    const { id } = await server.one<{ id: string }>(
      `insert into merchants (id, name, status, created_date)
       values (gen_random_uuid(), 'Short-lived', 'ACTIVE', now()) returning id`,
    );
    const person = await server.person({ merchantId: id });
    const client = await server.pool.connect();
    await client.query('begin');
    // as the server does it: alone with the merchant, before its row
    await client.query(`select pg_advisory_xact_lock(hashtext('merchants'), hashtext($1))`, [id]);
    await client.query(`update merchants set status = 'DISABLED' where id = $1`, [id]);
    const waiting = person.call('PUT /api/user-merchant', { body: { zipCode: '1' } });
    await new Promise((done) => setTimeout(done, 100));
    await client.query('commit');
    client.release();
    assert.equal((await waiting).status, 403);
    assert.equal((await get(person)).zipCode, null);
  });

  test('SB-03 PostgreSQL itself lets a merchant’s person change those columns of the own merchant alone', async () => {
    assert.equal(await asMerchant(`update merchants set zip_code = 'x'`), 1);
    for (const column of ['name', 'iban', 'status', 'merchant_number', 'country_code'])
      await assert.rejects(
        asMerchant(`update merchants set ${column} = null`),
        /permission denied/,
        column,
      );
  });

  test('API-101, MM-15 the address that our calls come from, as plain text', async () => {
    const { status, text, headers } = await operator.call('GET /api/service-provider/public-ip');
    assert.equal(status, 200);
    assert.equal(text, '203.0.113.7');
    assert.match(headers['content-type']!, /^text\/plain/);
    const unset = await testServer();
    const person = await unset.as('owner@amber.test');
    const answer = await person.call('GET /api/service-provider/public-ip');
    assert.deepEqual([answer.status, answer.text], [200, '']);
    await unset.close();
  });

  test('SB-46 a logo is drawn anew, shown to everybody who has its address, and nobody’s by another’s address', async () => {
    const KEY = 'PUT /api/user-merchant/logo';
    const save = (logoUrl: string | null, readAs?: object) =>
      owner.call(KEY, { body: { logoUrl, ...(readAs && { readAs }) } });
    const show = (url: string) => server.app.inject({ url });
    const { status, body } = await save(SMALL_PNG);
    assert.equal(status, 200);
    assert.match(body.logoUrl!, /^\/pictures\/[0-9a-f]{64}\.png$/);
    const shown = await show(body.logoUrl!);
    assert.deepEqual(
      [shown.statusCode, shown.headers['content-type'], shown.rawPayload.toString('latin1', 1, 4)],
      [200, 'image/png', 'PNG'],
    );
    assert.match(String(shown.headers['cache-control']), /immutable/);
    assert.equal(shown.headers['x-content-type-options'], 'nosniff');
    // as it was read it stays; the same again is the same picture
    assert.equal((await save(body.logoUrl, { logoUrl: body.logoUrl })).body.logoUrl, body.logoUrl);
    for (const other of ['/pictures/other.png', 'https://firm.test/a.png', `${SMALL_PNG}<`, '1']) {
      const refused = await save(other);
      assert.deepEqual([refused.status, refused.error.errors[0]?.field], [400, 'logoUrl'], other);
    }
    const stale = await save(null, { logoUrl: '/pictures/older.png' });
    assert.deepEqual([stale.status, stale.error.errors[0]?.field], [409, 'logoUrl']);
    assert.equal((await get(operator)).logoUrl, body.logoUrl);
    assert.equal((await save(null)).body.logoUrl, null);
    assert.equal((await show(body.logoUrl!)).statusCode, 200, 'its history shows it');
    for (const url of ['/pictures/x.png', '/pictures/', `/pictures/${'a'.repeat(64)}.png`])
      assert.equal((await show(url)).statusCode, 404, url);
    assert.deepEqual(
      await server.one(
        'select details from audit_logs where action = $1 order by created_date limit 1',
        ['UPDATE_MERCHANT_LOGO'],
      ),
      { details: { changes: { logo_url: { before: null, after: body.logoUrl } } } },
    );
  });
});
