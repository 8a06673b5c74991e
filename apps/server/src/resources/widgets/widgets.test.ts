import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { namedValues } from '@paydesk/contract/kernel/enumeration.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import {
  CREATION_METHODS,
  MAX_ITEMS,
  ORDER_AUTHORIZATION_TYPES,
  WIDGET_STATUSES,
  WIDGET_TYPES,
} from '@paydesk/contract/resources/widgets/widget.ts';
import fc from 'fast-check';
import { insertMerchant } from '../../seed/factories.ts';
import { insertWidget } from '../../seed/factories/widgets.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const checkout = { name: 'Checkout', type: 'CHECKOUT' };
const chair = {
  reference: 'SKU-1',
  label: 'Oak chair',
  amount: 121,
  currency: 'EUR' as const,
  taxRate: 0.21,
  count: 2,
};
const instant = { name: 'Chairs', type: 'INSTANT', config: { items: [chair] } };

const hundredths = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100);

describe('widgets', () => {
  let server: TestServer;
  let merchantId: string;
  let owner: Client;
  let operator: Client;
  let stranger: Client;

  before(async () => {
    server = await testServer();
    merchantId = (await insertMerchant(server.pool)).id;
    owner = await server.person({ merchantId, firstName: 'Ieva', lastName: 'Kalna' });
    operator = await server.person({ merchantId, userRole: 'MERCHANT_OPERATOR' });
    stranger = await server.person({ merchantId: await server.merchantId('Baltic Books') });
  });
  after(() => server.close());

  const post = (body: object, client = owner) => client.call('POST /api/widgets', { body });
  const put = (id: string, body: object, client = owner) =>
    client.call('PUT /api/widgets/{id}', { params: { id }, body });
  const one = (id: string, client = owner) =>
    client.call('GET /api/widgets/{id}', { params: { id } });
  const turn = (id: string, to: 'disable' | 'activate', client = owner) =>
    client.call(`PUT /api/widgets/{id}/${to}`, { params: { id } });
  const list = async (query: Record<string, string> = {}, client = owner) =>
    (await client.call('GET /api/widgets', { query })).body;
  /** Creates it, and gives it back as it is then. */
  async function made(body: object) {
    const { status, body: answer } = await post(body);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(answer), ['id']);
    return (await one(answer.id)).body;
  }
  const auditOf = (id: string) =>
    server.all<{ action: string; details: { changes: Record<string, unknown> } }>(
      `select action, details from audit_logs
       where entity_id = $1 and result <> 'REFUSED' order by created_date, id`,
      [id],
    );
  const count = async () => (await list()).totalElements;
  /** Refused alike when created and when changed, and nothing is stored. */
  async function refused(body: object, ...errors: { field: string; message: string }[]) {
    const { id } = await made(checkout);
    const before = [await count(), (await one(id)).body];
    for (const answer of [await post(body), await put(id, body)]) {
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 200));
      assert.deepEqual(answer.error.errors, errors);
    }
    assert.deepEqual([await count(), (await one(id)).body], before);
  }

  test('API-129, AM-107, SB-34, WD-09, WD-10, WD-12, WD-38 created by a merchant: the id is answered, and the widget is whole and active', async () => {
    const widget = await made({ ...instant, name: ' Chairs ', totalLabel: ' Two chairs ' });
    assert.deepEqual({ ...widget, id: '', createdDate: '', htmlCode: '' }, {
      id: '',
      name: 'Chairs',
      type: 'INSTANT',
      orderAuthorizationType: 'WIDGET_TOTAL_AMOUNT',
      status: { name: 'ACTIVE', description: 'Active' },
      creationMethod: 'MANUAL',
      amount: 200,
      totalAmount: 242,
      totalCurrency: 'EUR',
      totalLabel: 'Two chairs',
      totalTaxRate: null,
      taxAmount: 42,
      createdDate: '',
      createdBy: 'Ieva Kalna',
      updatedDate: null,
      updatedBy: null,
      recurringUnit: null,
      recurringEvery: null,
      recurringMost: null,
      htmlCode: '',
      open: true,
      config: { items: [chair] },
    } satisfies typeof widget);
    assert.ok(Math.abs(Date.parse(widget.createdDate) - Date.now()) < 60_000);
    const [row] = await auditOf(widget.id);
    assert.equal(row!.action, 'CREATE_WIDGET');
    assert.deepEqual(row!.details.changes['name'], { before: null, after: 'Chairs' });
    assert.deepEqual(row!.details.changes['items'], { before: null, after: [chair] });
  });

  test('WD-13, WD-14, WD-19, AM-14, AM-20 each type can be created, PAYMENT too, and has its way to authorise an order', async () => {
    const ways = [];
    for (const type of Object.keys(WIDGET_TYPES)) {
      const widget = await made({ name: type, type, totalAmount: 10 });
      assert.equal(widget.type, type);
      ways.push(widget.orderAuthorizationType);
    }
    assert.deepEqual(ways.toSorted(), Object.keys(ORDER_AUTHORIZATION_TYPES).sort());
    const message = 'Value must be one of CHECKOUT, INSTANT, PAYMENT';
    for (const type of ['DONATION', 'checkout'])
      await refused({ name: 'x', type }, { field: 'type', message });
    await refused({ name: 'x', type: '' }, { field: 'type', message: 'Type is required' });
  });

  test('WD-18, WD-22, WD-23, WD-24, SM-23 a widget’s own fields are refused by their names', async () => {
    const wrong: [string, unknown, string][] = [
      ['name', '', 'Name is required'],
      ['name', '  ', 'Name is required'],
      ['name', 'ē'.repeat(256), 'Maximum length is 255 characters'],
      ['totalLabel', 'ē'.repeat(256), 'Maximum length is 255 characters'],
      ['totalTaxRate', 0.211, 'At most 2 decimal places'],
      ['totalTaxRate', 1.01, 'Value must be between 0.00 and 1.00'],
      ['totalTaxRate', -0.01, 'Value must be between 0.00 and 1.00'],
      ['totalCurrency', 'USD', 'Value must be one of EUR'],
      ['totalAmount', 0, "Value must be between 0.01 and 9'999'999.99"],
      ['totalAmount', 10_000_000, "Value must be between 0.01 and 9'999'999.99"],
      ['totalAmount', 1.234, 'At most 2 decimal places'],
      ['totalAmount', '12', 'Value must be a number'],
      ['nothing', 1, 'Unknown field'],
    ];
    for (const [field, value, message] of wrong)
      await refused({ ...checkout, [field]: value }, { field, message });
    const limits = { name: 'ē'.repeat(255), totalLabel: 'ē'.repeat(255), totalTaxRate: 1 };
    const widget = await made({ ...checkout, ...limits, totalAmount: 9_999_999.99 });
    assert.equal(widget.totalAmount, 9_999_999.99);
  });

  test('WD-21, AM-21, ER-25, SB-34 an INSTANT widget needs a total or items; the others need none', async () => {
    const message = 'Total Amount is required';
    for (const given of [{}, { config: { items: [] } }, { totalAmount: null }])
      await refused({ name: 'x', type: 'INSTANT', ...given }, { field: 'totalAmount', message });
    const bare = await made(checkout);
    assert.deepEqual([bare.amount, bare.totalAmount, bare.taxAmount], [null, null, null]);
    const total = { totalAmount: 12.1, totalTaxRate: 0.21 };
    const widget = await made({ name: 'x', type: 'INSTANT', ...total });
    assert.deepEqual([widget.amount, widget.totalAmount, widget.taxAmount], [10, 12.1, 2.1]);
    // what the items come to goes before what was given
    const { totalAmount } = await made({ ...instant, totalAmount: 1 });
    assert.equal(totalAmount, 242);
  });

  test('WD-26, WD-27, WD-28, WD-29, WD-30 an item’s fields are refused by their places', async () => {
    const long = 'ē'.repeat(256);
    const wrong: [string, unknown, string][] = [
      ['reference', '', 'Reference is required'],
      ['reference', long, 'Maximum length is 255 characters'],
      ['label', ' ', 'Label is required'],
      ['label', long, 'Maximum length is 255 characters'],
      ['amount', undefined, 'Amount is required'],
      ['amount', 1.234, 'At most 2 decimal places'],
      ['amount', -0.01, "Value must be between 0.00 and 9'999'999.99"],
      ['amount', 'a', 'Value must be a number'],
      ['currency', '', 'Currency is required'],
      ['currency', 'USD', 'Value must be one of EUR'],
      ['taxRate', 0.211, 'At most 2 decimal places'],
      ['taxRate', 1.01, 'Value must be between 0.00 and 1.00'],
      ['colour', 'red', 'Unknown field'],
    ];
    for (const [key, value, message] of wrong)
      await refused(
        { ...instant, config: { items: [chair, { ...chair, [key]: value }] } },
        { field: `config.items[1].${key}`, message },
      );
    await refused(
      { ...instant, config: { items: [{}, chair] } },
      ...['Reference', 'Label', 'Amount', 'Currency'].map((label) => ({
        field: `config.items[0].${label.toLowerCase()}`,
        message: `${label} is required`,
      })),
    );
    await refused(
      { ...instant, config: { items: 'none' } },
      { field: 'config.items', message: 'Value must be a list' },
    );
    await refused(
      { ...instant, config: { items: [{ ...chair, amount: 0 }] } },
      { field: 'config.items', message: "Total: Value must be between 0.01 and 9'999'999.99" },
    );
    await refused(
      { ...instant, config: { items: Array.from({ length: MAX_ITEMS + 1 }, () => chair) } },
      { field: 'config.items', message: `At most ${MAX_ITEMS} items` },
    );
  });

  test('WD-31, WD-32, WD-33 an item’s count is whole and at least 1; rate and count have defaults', async () => {
    for (const [count, message] of [
      [0, 'Value must be between 1 and 9999'],
      [-1, 'Value must be between 1 and 9999'],
      [1.5, 'Value must be a whole number'],
      ['a', 'Value must be a number'],
    ])
      await refused(
        { ...instant, config: { items: [{ ...chair, count }] } },
        { field: 'config.items[0].count', message: String(message) },
      );
    const { taxRate: _, count: __, ...bare } = chair;
    const { config } = await made({ ...instant, config: { items: [bare] } });
    assert.deepEqual(config.items, [{ ...chair, taxRate: 0.21, count: 1 }]);
  });

  test('API-130, AM-104, WD-05, SB-46 a change stores the items given, ignores what is read-only, and is told of before and after', async () => {
    const before = await made(instant);
    const second = { ...chair, reference: 'SKU-2', amount: 10, taxRate: 0, count: 1 };
    // the whole entity, as it was read
    const { body } = await put(before.id, {
      ...before,
      name: 'More chairs',
      orderAuthorizationType: 'SIGNATURE',
      htmlCode: '<b>',
      status: 'DISABLED',
      config: { items: [chair, second] },
    });
    assert.deepEqual(body.config.items, [chair, second]);
    assert.deepEqual([body.amount, body.totalAmount, body.taxAmount], [210, 252, 42]);
    assert.equal(body.orderAuthorizationType, 'WIDGET_TOTAL_AMOUNT');
    assert.equal(body.status.name, 'ACTIVE');
    assert.equal(body.updatedBy, 'Ieva Kalna');
    assert.deepEqual((await one(before.id)).body, body);
    const { action, details } = (await auditOf(before.id)).at(-1)!;
    assert.equal(action, 'UPDATE_WIDGET');
    assert.deepEqual(details.changes, {
      name: { before: 'Chairs', after: 'More chairs' },
      totalAmount: { before: 242, after: 252 },
      items: { before: [chair], after: [chair, second] },
    });
    const history = await owner.call('GET /api/widgets/{id}/history', {
      params: { id: before.id },
    });
    assert.deepEqual(
      history.body.content.map((row) => row.action),
      ['UPDATE_WIDGET', 'CREATE_WIDGET'],
    );
  });

  test('WD-15, WD-16, SB-34 items end with the type; given to a type that has none, they are refused', async () => {
    const { id } = await made(instant);
    const { body } = await put(id, { ...checkout, config: { items: [chair] } });
    assert.deepEqual([body.type, body.config.items, body.totalAmount], ['CHECKOUT', [], null]);
    assert.equal(body.orderAuthorizationType, 'CALLBACK');
    assert.deepEqual((await one(id)).body.config.items, []);
    // the sum of the items that a whole entity brings along goes with them
    const whole = await made(instant);
    const dropped = await put(whole.id, { ...whole, type: 'CHECKOUT' });
    assert.deepEqual(
      [dropped.body.config.items, dropped.body.totalAmount, dropped.body.taxAmount],
      [[], null, null],
    );
    const message = 'Only an INSTANT widget has items';
    for (const type of ['CHECKOUT', 'PAYMENT'])
      await refused(
        { name: 'x', type, config: { items: [chair] } },
        { field: 'config.items', message },
      );
    const again = (await put(id, instant)).body;
    assert.deepEqual([again.config.items, again.totalAmount], [[chair], 242]);
    // a body that says nothing of them is no wish to lose them
    const kept = (await put(id, { name: 'Renamed', type: 'INSTANT' })).body;
    assert.deepEqual([kept.name, kept.config.items, kept.totalAmount], ['Renamed', [chair], 242]);
    const without = { name: 'x', type: 'INSTANT', totalAmount: 5, config: { items: [] } };
    assert.deepEqual((await put(id, without)).body.config.items, []);
  });

  test('WD-25 how an order is authorised is kept while the type is, whatever is sent', async () => {
    const made = await insertWidget(server.pool, {
      merchantId,
      orderAuthorizationType: 'SIGNATURE',
      creationMethod: 'API',
    });
    const { body } = await put(made.id, { ...checkout, orderAuthorizationType: 'CALLBACK' });
    assert.deepEqual([body.orderAuthorizationType, body.creationMethod], ['SIGNATURE', 'API']);
  });

  test('RT-50 a clone takes along how the one before authorises an order; else the type says it', async () => {
    const authorised = async (more: object) =>
      (await made({ ...checkout, ...more })).orderAuthorizationType;
    assert.equal(await authorised({ orderAuthorizationType: 'SIGNATURE' }), 'SIGNATURE');
    assert.equal(await authorised({ orderAuthorizationType: null }), 'CALLBACK');
    assert.equal(await authorised({}), 'CALLBACK');
    const { status } = await post({ ...checkout, orderAuthorizationType: 'NONE' });
    assert.equal(status, 400);
  });

  const turnFeature = async (enabled: boolean) =>
    (await server.as('admin@paydesk.test')).call('PUT /api/merchants/{id}/features/{feature}', {
      params: { id: merchantId, feature: 'WIDGETS' },
      body: { enabled },
    });

  test('WD-07, AM-116 a widget of a merchant to whom widgets are closed says so', async () => {
    const { id } = await made(checkout);
    await turnFeature(false);
    assert.equal((await one(id)).body.open, false);
    await turnFeature(true);
    assert.equal((await one(id)).body.open, true);
  });

  test('API-131, API-132, SB-35, WD-07, WD-08, WD-11 disabled and activated, and refused where nothing would change', async () => {
    const { id } = await made(checkout);
    const status = async () => (await one(id)).body.status;
    const off = await turn(id, 'disable');
    assert.deepEqual(off.body.status, { name: 'DISABLED', description: 'Disabled' });
    assert.deepEqual((await turn(id, 'disable')).error.errors, [
      { field: 'status', message: 'It is disabled already' },
    ]);
    assert.equal((await status()).name, 'DISABLED');
    assert.equal((await turn(id, 'activate')).body.status.name, 'ACTIVE');
    assert.deepEqual((await turn(id, 'activate')).error.errors, [
      { field: 'status', message: 'It is active already' },
    ]);
    assert.deepEqual(
      (await auditOf(id)).slice(1).map(({ action, details }) => [action, details.changes]),
      [
        ['DISABLE_WIDGET', { status: { before: 'ACTIVE', after: 'DISABLED' } }],
        ['ACTIVATE_WIDGET', { status: { before: 'DISABLED', after: 'ACTIVE' } }],
      ],
    );
  });

  test('API-127, API-128, SB-03, AM-39, AM-85 the list holds the own ones with what a clone needs; another merchant’s id is absent', async () => {
    const { id } = await made({ ...instant, totalLabel: 'L', totalTaxRate: 0.12 });
    const row = (await list({ f_id: id })).content[0]!;
    assert.deepEqual(
      [row.type, row.totalAmount, row.totalCurrency, row.totalLabel, row.totalTaxRate],
      ['INSTANT', 242, 'EUR', 'L', 0.12],
    );
    assert.equal((await list({ f_id: id }, stranger)).totalElements, 0);
    for (const answer of [
      await one(id, stranger),
      await put(id, checkout, stranger),
      await turn(id, 'disable', stranger),
      await one(randomUUIDv7()),
    ])
      assert.equal(answer.status, 404);
    const amounts = (await list({ sort: 'totalAmount,ASC', f_totalAmount: '200..300' })).content;
    assert.ok(amounts.length > 1);
    assert.deepEqual(
      amounts.map(({ totalAmount }) => totalAmount),
      amounts.map(({ totalAmount }) => totalAmount!).toSorted((a, b) => a - b),
    );
    const { token } = owner;
    const file = await server.app.inject({
      url: '/api/widgets.csv',
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(file.statusCode, 404);
    const { enumerations } = await list();
    assert.deepEqual(enumerations['type'], namedValues(WIDGET_TYPES));
    assert.deepEqual(enumerations['status'], namedValues(WIDGET_STATUSES));
    assert.deepEqual(enumerations['creationMethod'], namedValues(CREATION_METHODS));
  });

  test('RO-18, RO-19, SB-43 an operator reads and changes nothing; nor does anybody of a disabled merchant', async () => {
    const { id } = await made(checkout);
    assert.equal((await one(id, operator)).status, 200);
    for (const answer of [
      await post(checkout, operator),
      await put(id, checkout, operator),
      await turn(id, 'disable', operator),
    ])
      assert.equal(answer.status, 403);
    const closed = await insertMerchant(server.pool, { status: 'DISABLED' });
    const person = await server.person({ merchantId: closed.id });
    const theirs = await insertWidget(server.pool, { merchantId: closed.id });
    assert.equal((await one(theirs.id, person)).status, 200);
    assert.equal((await post(checkout, person)).status, 403);
    assert.equal((await turn(theirs.id, 'disable', person)).status, 403);
  });

  test('AM-71, SB-34 whatever the items: total is amount and tax to the cent, none of them negative, and exact', async () => {
    const item = fc.record(
      {
        reference: fc.constant('r'),
        label: fc.constant('l'),
        currency: fc.constant('EUR'),
        amount: hundredths(500_000),
        taxRate: hundredths(100),
        count: fc.integer({ min: 1, max: 50 }),
      },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 12 }), async (items) => {
        const body = { name: 'x', type: 'INSTANT', config: { items } };
        const cents = items.map(({ amount, count }) => toCents(amount)! * BigInt(count));
        const sum = cents.reduce((all, one) => all + one, 0n);
        if (sum < 1n || sum > 999_999_999n) {
          assert.equal((await post(body)).status, 400);
          return;
        }
        const widget = await made(body);
        const [total, tax, net] = [widget.totalAmount, widget.taxAmount, widget.amount].map(
          (value) => toCents(value!)!,
        ) as [bigint, bigint, bigint];
        assert.equal(total, sum);
        assert.equal(net + tax, total);
        assert.ok(tax >= 0n && net >= 0n && tax <= total / 2n + BigInt(items.length));
        assert.deepEqual(widget.config.items, items);
      }),
      { numRuns: 60 },
    );
  });
});
