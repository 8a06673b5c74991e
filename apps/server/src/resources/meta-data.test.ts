import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { tasksOf } from '../resources.ts';
import { insertMerchant, insertPurchase, insertTransaction } from '../seed/factories.ts';
import { insertOrder } from '../seed/factories/orders.ts';
import type { OrderRow, PurchaseRow } from '../seed/tables.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

describe('meta-data', () => {
  let server: TestServer;
  let staff: Client;
  let merchantId: string;
  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    staff = await server.as('admin@paydesk.test');
    ({ id: merchantId } = await insertMerchant(server.pool, {
      purchaseNotificationUrl: 'http://127.0.0.1:1/notify',
    }));
  });
  after(() => server.close());

  const list = (query: Record<string, string> = {}) =>
    staff.call('GET /api/settings/meta-data', { query });
  const put = (name: string, value: unknown, by = staff) =>
    by.call('PUT /api/settings/meta-data/{name}', { params: { name }, body: { value } });
  const refusal = async (name: string, value: unknown) => {
    const { status, error } = await put(name, value);
    return [status, ...error.errors.map(({ field, message }) => `${field}: ${message}`)];
  };
  const run = (type: string) =>
    tasksOf(server.services)
      .find((task) => task.type === type)!
      .run();

  test('API-147, ST-05, AM-118 is what something reads, and nothing else', async () => {
    const { body } = await list({ sort: 'key,ASC' });
    assert.deepEqual(
      body.content.map(({ key, value, application }) => [key, value, application]),
      [
        ['banner.address', '', 'BACKOFFICE'],
        ['banner.date', '2021-12-31', 'BACKOFFICE'],
        [
          'banner.text',
          'This console is available only until {date}. Please use the new [business portal].',
          'BACKOFFICE',
        ],
        ['footer.copyright', '© 2019', 'BACKOFFICE'],
        ['loans.keep.days', '1826', 'BACKOFFICE'],
        ['merchants.apply', 'OPEN', 'BACKOFFICE'],
        ['orders.expire.days', '14', 'MERCHANT_CONSOLE'],
        ['purchases.expire.days', '30', 'PAYMENT_APP'],
        ['retention.customers.days', '0', 'BACKOFFICE'],
        ['retention.devices.days', '365', 'BACKOFFICE'],
        ['retention.exchange-logs.days', '548', 'BACKOFFICE'],
        ['retention.idempotency-keys.days', '30', 'BACKOFFICE'],
        ['retention.messages-delivered.days', '7', 'BACKOFFICE'],
        ['retention.messages-given-up.days', '30', 'BACKOFFICE'],
        ['retention.mpi-logs.days', '548', 'BACKOFFICE'],
        ['retention.sessions.days', '30', 'BACKOFFICE'],
        ['retention.soap-logs.days', '548', 'BACKOFFICE'],
        ['retention.task-runs.days', '90', 'BACKOFFICE'],
        ['screening.interval.days', '30', 'BACKOFFICE'],
        ['security.contact', '', 'BACKOFFICE'],
        ['support.phone', '+371 6700 0000', 'BACKOFFICE'],
      ],
    );
  });

  test('SH-08, AM-04 the three application ids are accepted, and no other', async () => {
    assert.deepEqual(Object.keys(APPLICATIONS), ['BACKOFFICE', 'MERCHANT_CONSOLE', 'PAYMENT_APP']);
    const rows = { BACKOFFICE: 19, MERCHANT_CONSOLE: 1, PAYMENT_APP: 1 };
    for (const [id, count] of Object.entries(rows))
      assert.equal((await list({ f_application: id })).body.totalElements, count, id);
    for (const id of ['PAYMENT', 'backoffice'])
      assert.equal((await list({ f_application: id })).status, 400, id);
  });

  test('AM-118, AM-82 an administrator of the back office gives it another value, of its type and within its range', async () => {
    for (const value of [0, 366, '0', -1])
      assert.deepEqual(await refusal('orders.expire.days', value), [
        400,
        'value: Value must be between 1 and 365',
      ]);
    for (const value of [1.5, '1.5'])
      assert.deepEqual(await refusal('orders.expire.days', value), [
        400,
        'value: Value must be a whole number',
      ]);
    for (const value of ['soon', '1e2'])
      assert.deepEqual(await refusal('orders.expire.days', value), [
        400,
        'value: Value must be a number',
      ]);
    for (const value of ['', null])
      assert.deepEqual(await refusal('orders.expire.days', value), [
        400,
        'value: Days is required',
      ]);
    assert.deepEqual(await refusal('support.phone', 'call me'), [
      400,
      'value: Phone must be a phone number',
    ]);
    assert.equal((await refusal('orders.expire.days', true))[0], 400);
    assert.equal((await put('widget.script.version', '4')).status, 404);
    assert.equal((await put('constructor', '4')).status, 404);
    for (const email of ['technical@paydesk.test', 'owner@amber.test'])
      assert.equal((await put('orders.expire.days', 20, await server.as(email))).status, 403);
    const { status, body } = await put('orders.expire.days', ' 20 ');
    assert.deepEqual([status, body.key, body.value], [200, 'orders.expire.days', '20']);
    assert.ok(body.updatedDate && body.updatedBy);
    const audited = () =>
      server.all<{ changes: unknown }>(
        `select details->'changes' as changes from audit_logs
         where entity_id = $1 and result = 'SUCCESS'`,
        [body.id],
      );
    const once = [{ changes: { 'orders.expire.days': { before: '14', after: '20' } } }];
    assert.deepEqual(await audited(), once);
    await put('orders.expire.days', 20);
    assert.deepEqual(await audited(), once, 'nothing has changed');
    // read before that change, and given another value
    const odd = await staff.call('PUT /api/settings/meta-data/{name}', {
      params: { name: 'support.phone' },
      body: { value: '1', readAs: { value: { toString: 1, valueOf: 2 } } },
    });
    assert.equal(odd.status, 409, odd.text);
    const stale = await staff.call('PUT /api/settings/meta-data/{name}', {
      params: { name: 'orders.expire.days' },
      body: { value: 30, readAs: { value: '14' } },
    });
    assert.deepEqual([stale.error.errorCode, stale.error.errors[0]?.value], ['STALE', '20']);
    assert.deepEqual(await audited(), once);
    await put('orders.expire.days', 14);
  });

  const phone = async () =>
    (await server.anonymous.call('GET /api/settings/console')).body.supportPhone;

  test('AM-118 the support phone is told to everybody, and none where it is empty', async () => {
    assert.equal(await phone(), '+371 6700 0000');
    await put('support.phone', ' +372 600 1234 ');
    assert.equal(await phone(), '+372 600 1234');
    await put('support.phone', '');
    assert.equal(await phone(), null);
  });

  const words = async () => {
    const { body } = await server.anonymous.call('GET /api/settings/console');
    return [body.banner, body.copyright];
  };

  test('AM-117 banner and copyright are what staff write, in a demo the words of the specification, and none where nothing is written', async () => {
    const text =
      'This console is available only until {date}. Please use the new [business portal].';
    const address = 'https://portal.paydesk.test';
    const before = 'This console is available only until 31.12.2021. Please use the new ';
    const link = 'business portal';
    assert.deepEqual(await words(), [{ before, link, after: '.', address }, '© 2019']);
    assert.deepEqual(await refusal('banner.date', '2031-02-30'), [
      400,
      'value: Date must be a date, such as 2031-12-31',
    ]);
    assert.equal((await refusal('banner.address', 'javascript:alert(1)'))[0], 400);
    await put('banner.text', 'Closed on Sunday');
    await put('banner.date', '');
    await put('banner.address', 'https://firm.test/news');
    await put('footer.copyright', '');
    const own = { address: 'https://firm.test/news', link: '', after: '' };
    const written = { before: 'Closed on Sunday', ...own };
    assert.deepEqual(await words(), [written, null]);
    await put('banner.text', ' ');
    assert.deepEqual(await words(), [null, null]);
    for (const [name, value] of [
      ['banner.text', text],
      ['banner.date', '2021-12-31'],
      ['banner.address', ''],
      ['footer.copyright', '© 2019'],
    ] as const)
      await put(name, value);
  });

  const count = async () =>
    (
      await server.one<{ n: number }>(
        `select count(*)::int as n from outbox where kind = 'CALLBACK'`,
      )
    ).n;

  /** How many merchants' systems are to be told since then. */
  async function toldSince(work: () => Promise<unknown>): Promise<number> {
    const before = await count();
    await work();
    return (await count()) - before;
  }
  const auditOf = (id: string) =>
    server.all<object>(
      `select action, user_name as by, details->'changes'->'status' as status
       from audit_logs where entity_id = $1`,
      [id],
    );

  const order = (status: OrderRow['status'], days: number) =>
    insertOrder(server.pool, { merchantId, status, createdDate: ago(days) });

  test('AM-118, OR-11, AM-48 a pending order past its day expires; the merchant is told, and the audit log and the timeline say it', async () => {
    const old = await order('PENDING', 14.1);
    const kept = [await order('PENDING', 13.9), await order('VERIFIED', 40)];
    const statusOf = async ({ id }: { id: string }) =>
      (await staff.call('GET /api/orders/{id}', { params: { id } })).body.status.name;
    const expire = async () =>
      assert.deepEqual(await run('ORDER_EXPIRY'), { processed: 1, failed: 0 });
    assert.equal(await toldSince(expire), 1);
    assert.equal(await statusOf(old), 'EXPIRED');
    assert.deepEqual(await Promise.all(kept.map(statusOf)), ['PENDING', 'VERIFIED']);
    assert.deepEqual(await auditOf(old.id), [
      { action: 'EXPIRE_ORDER', by: 'Expiry', status: { before: 'PENDING', after: 'EXPIRED' } },
    ]);
    const timeline = await staff.call('GET /api/timelines/order/{id}', { params: { id: old.id } });
    assert.ok(timeline.body.events.some(({ title }) => title === 'Order expired'));

    await put('orders.expire.days', 13);
    assert.deepEqual(await run('ORDER_EXPIRY'), { processed: 1, failed: 0 });
    assert.equal(await statusOf(kept[0]!), 'EXPIRED');
  });

  const seen = async ({ id }: { id: string }) => {
    const { body } = await staff.call('GET /api/purchases/{id}', { params: { id } });
    return [body.status.name, body.reasonCode];
  };

  test('AM-118, PU-07, AM-48 an unsigned purchase past its day is cancelled, unless somebody pays for it', async () => {
    const purchase = (days: number, given: Partial<PurchaseRow> = {}) =>
      insertPurchase(server.pool, {
        merchantId,
        status: 'UNSIGNED',
        createdDate: ago(days),
        expirationDate: null,
        ...given,
      });
    // of the demo's own none is due any more
    await run('PURCHASE_EXPIRY');
    const over = [await purchase(30.1), await purchase(2, { expirationDate: ago(0.01) })];
    const paying = await purchase(31);
    await insertTransaction(server.pool, {
      merchantId,
      purchaseId: paying.id,
      status: 'PROCESSING',
    });
    const kept = [
      await purchase(29.9),
      await purchase(2, { expirationDate: ago(-1) }),
      paying,
      await purchase(50, { status: 'SIGNED' }),
    ];
    const expire = async () =>
      assert.deepEqual(await run('PURCHASE_EXPIRY'), { processed: 2, failed: 0 });
    assert.equal(await toldSince(expire), 2);
    for (const one of over) {
      assert.deepEqual(await seen(one), ['CANCELLED', 'EXPIRED']);
      assert.deepEqual(await auditOf(one.id), [
        { action: 'EXPIRE', by: 'Expiry', status: { before: 'UNSIGNED', after: 'CANCELLED' } },
      ]);
    }
    for (const one of kept.slice(0, 3)) assert.equal((await seen(one))[0], 'UNSIGNED');
    assert.equal((await seen(kept[3]!))[0], 'SIGNED');
    await put('purchases.expire.days', 29);
    assert.deepEqual(await run('PURCHASE_EXPIRY'), { processed: 1, failed: 0 });
    assert.deepEqual(await seen(kept[0]!), ['CANCELLED', 'EXPIRED']);
  });

  test('AM-118 two runs at the same moment, over several portions, tell each merchant once', async () => {
    for (let nth = 0; nth < 120; nth++)
      await insertOrder(server.pool, { merchantId, status: 'PENDING', createdDate: ago(20) });
    let taken = 0;
    const expire = async () => {
      for (const figures of await Promise.all([run('ORDER_EXPIRY'), run('ORDER_EXPIRY')]))
        taken += (figures as { processed: number }).processed;
      taken += ((await run('ORDER_EXPIRY')) as { processed: number }).processed;
    };
    assert.equal(await toldSince(expire), 120);
    assert.equal(taken, 120);
  });

  const screened = async () => ((await run('SCREENING_UPDATE')) as { processed: number }).processed;

  test('AM-118 the days between screenings are those that are set', async () => {
    // of a few: whose account is closed is not screened
    await server.pool.query(`update customers set status = 'CLOSED' where id not in (
      select id from customers where status <> 'CLOSED' order by id limit 20)`);
    // nobody is left who never was
    while ((await screened()) > 0);
    await server.pool.query(
      `update screening_results set created_date = now() - interval '20 days'`,
    );
    assert.equal(await screened(), 0);
    await put('screening.interval.days', 19);
    assert.ok((await screened()) > 0);
  });
});
