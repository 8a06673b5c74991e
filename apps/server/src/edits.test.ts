import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { isEdit } from '@paydesk/contract/kernel/body.ts';
import { insertShippingMethod, insertUser } from './seed/factories.ts';
import { insertLender, insertLoan } from './seed/factories/financing.ts';
import { insertWidget } from './seed/factories/widgets.ts';
import { atOnce } from './testing/at-once.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';
import { insertRole } from './testing/roles.ts';
import { insertRule } from './testing/rules.ts';
import { insertNamedKey, insertProviderKey } from './testing/machines.ts';
import { insertAgreed, insertPoint, insertTold } from './testing/told.ts';
import { PICTURES } from './testing/pictures.ts';
import { insertView } from './testing/views.ts';

/** A record that two people have open, and how each of them sends it back. */
interface Edited {
  read: Key;
  /** Where it stands in what is read, if not by itself. */
  part?: string;
  params?: Record<string, string>;
  one: Client;
  other: Client;
  /** As the history has them. */
  name: string;
  /** Of what was read, the body that a form sends. */
  body: (record: Record<string, unknown>) => Record<string, unknown>;
  /** The field that both change, to three values. */
  field: string;
  values: [unknown, unknown, unknown];
  /** And what they are kept as, where that is another. */
  kept?: [unknown, unknown, unknown];
  /** Another field, that only the second one changes. */
  beside?: [field: string, value: unknown];
}

/** A record that is read in a list: by its id, or a setting by its name. */
interface Row {
  id?: string;
  key?: string;
}
interface Page {
  content?: Row[];
}

/** Their one field has two values: of two people who change it, both say the same. */
const OF_TWO = ['PUT /api/user-merchant/capture', 'PUT /api/user-merchant/second-factor'];

/** Why a PUT edits no record that somebody could have read before. */
const NO_EDIT: Readonly<Record<string, string>> = {
  'PUT /api/transactions/{id}/actions/reverse': 'moves money by the rules of its state',
  'PUT /api/transactions/{id}/actions/refund': 'moves money by the rules of its state',
  'PUT /api/transactions/{id}/actions/successful': 'moves the state by its rules',
  'PUT /api/orders/{id}/approve': 'moves the state by its rules',
  'PUT /api/orders/{id}/reject': 'moves the state by its rules',
  'PUT /api/merchants/{id}/certificate/disable': 'moves the state by its rules',
  'PUT /api/user-merchant/certificate/disable': 'moves the state by its rules',
  'PUT /api/merchant/shipping/method/{id}/disable': 'moves the state by its rules',
  'PUT /api/merchant/shipping/method/{id}/activate': 'moves the state by its rules',
  'PUT /api/checkouts/{id}': 'is the shopper’s own, who says all of it each time',
  'PUT /api/payment-links/{id}/disable': 'moves the state by its rules',
  'PUT /api/widgets/{id}/disable': 'moves the state by its rules',
  'PUT /api/widgets/{id}/activate': 'moves the state by its rules',
  'PUT /api/merchants/{id}/features/{feature}':
    'has two values: who turns it after another finds it so',
  'PUT /api/financing/financing-institutions/{id}/features/{feature}': 'has two values',
  'PUT /api/user-merchant/employees/role': 'has two values',
  'PUT /api/sso/connections/{id}':
    'says all of it, and turns it off: whoever else changes it tries it anew',
  'PUT /api/passkeys/{id}': 'is the own key’s name, and all of it',
  'PUT /api/saved-views/{id}/default': 'has two values',
  'PUT /api/users/me/password': 'asks for the present password',
  'PUT /api/settings/installation/logo': 'is one picture, and whoever comes later means it',
  'PUT /api/settings/installation/mail': 'is tried as a whole, with a password that nobody reads',
  'PUT /api/settings/to-do/{key}': 'has two values',
};

const of = (record: Record<string, unknown>, ...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));

describe('two people edit one record', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  let colleague: Client;
  let admin: Client;
  let chief: Client;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    owner = await server.person({ merchantId: amber, firstName: 'Ieva', lastName: 'Kalna' });
    colleague = await server.person({ merchantId: amber, firstName: 'Juris', lastName: 'Priede' });
    admin = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      firstName: 'Ieva',
      lastName: 'Kalna',
    });
    chief = await server.person({ userRole: 'BACKOFFICE_ADMIN' });
  });
  after(() => server.close());

  const ours = () => ({ one: owner, other: colleague, name: 'Ieva Kalna' });
  const staffs = () => ({ one: admin, other: chief, name: 'Ieva Kalna' });
  const callback = (field: string): Edited => ({
    ...ours(),
    read: 'GET /api/user-merchant',
    body: (record) => of(record, field),
    field,
    values: ['https://a.test/1', 'https://a.test/2', 'https://a.test/3'],
  });

  const EDITS: Readonly<Record<string, () => Promise<Edited> | Edited>> = {
    'PUT /api/user-merchant': () => ({
      ...ours(),
      read: 'GET /api/user-merchant',
      body: (record) => record,
      field: 'addressLine',
      values: ['Mill Lane 1', 'Mill Lane 2', 'Mill Lane 3'],
      beside: ['zipCode', 'LV-4444'],
    }),
    'PUT /api/user-merchant/order-verification-callback': () => callback('orderVerificationUrl'),
    'PUT /api/user-merchant/payment-notification-callback': () =>
      callback('purchaseNotificationUrl'),
    'PUT /api/user-merchant/delivery-cost-calculation-callback': () =>
      callback('deliveryCostCalculationUrl'),
    'PUT /api/user-merchant/logo': () => ({
      ...callback('logoUrl'),
      values: PICTURES.map(({ image }) => image) as [string, string, string],
      kept: PICTURES.map(({ address }) => address) as [string, string, string],
    }),
    'PUT /api/user-merchant/retries': () => ({
      ...ours(),
      read: 'GET /api/user-merchant',
      body: (record) => of(record, 'retryDays', 'retryHour', 'retriesEnd'),
      field: 'retryDays',
      values: ['1, 3', '2, 4', '5'],
      beside: ['retryHour', 7],
    }),
    'PUT /api/merchants/{id}/retries': () => ({
      ...staffs(),
      read: 'GET /api/merchants/{id}',
      params: { id: amber },
      body: (record) => of(record, 'retryDays', 'retryHour', 'retriesEnd'),
      field: 'retryDays',
      values: ['6', '8', '9, 11'],
      beside: ['retryHour', 8],
    }),
    'PUT /api/users/me': async () => {
      const { id } = await insertUser(server.pool, {
        merchantId: amber,
        firstName: 'Ieva',
        lastName: 'Kalna',
        phoneNumber: '1',
      });
      return {
        read: 'GET /api/users/me',
        one: await server.session(id),
        other: await server.session(id),
        name: 'Ieva Kalna',
        body: (record) => record,
        field: 'phoneNumber',
        values: ['+371 2000 0001', '+371 2000 0002', '+371 2000 0003'],
        beside: ['lastName', 'Kalna'],
      };
    },
    'PUT /api/users/{id}': async () => {
      const { id } = await insertUser(server.pool, {
        userRole: 'BACKOFFICE_TECHNICAL',
        phoneNumber: '1',
      });
      return {
        ...staffs(),
        read: 'GET /api/users/{id}',
        params: { id },
        body: (record) =>
          of(record, 'firstName', 'lastName', 'email', 'phoneNumber', 'position', 'description'),
        field: 'position',
        values: ['Clerk', 'Cook', 'Driver'],
        beside: ['description', 'in the back'],
      };
    },
    'PUT /api/user-merchant/employees': async () => {
      const given = { merchantId: amber, userRole: 'MERCHANT_OPERATOR' as const };
      const { id } = await insertUser(server.pool, { ...given, phoneNumber: '1' });
      return {
        ...ours(),
        read: 'GET /api/users/{id}',
        params: { id },
        body: (record) => record,
        field: 'position',
        values: ['Clerk', 'Cook', 'Driver'],
        beside: ['description', 'in the back'],
      };
    },
    'PUT /api/merchants/{id}': () => ({
      ...staffs(),
      read: 'GET /api/merchants/{id}',
      params: { id: amber },
      body: (record) => of(record, 'name', 'legalId', 'phone', 'zipCode', 'addressLine'),
      field: 'phone',
      values: ['+371 2000 0001', '+371 2000 0002', '+371 2000 0003'],
      beside: ['zipCode', 'LV-1010'],
    }),
    'PUT /api/financing/financing-institutions/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/financing/financing-institutions/{id}',
      params: { id: (await insertLender(server.pool)).institution.id },
      body: (record) => of(record, 'name', 'code', 'address', 'supervisor', 'operationsPhone'),
      field: 'name',
      values: ['Coast 1', 'Coast 2', 'Coast 3'],
      beside: ['operationsPhone', '+44 1632 960077'],
    }),
    'PUT /api/financing-products/{id}': async () => {
      const { product } = await insertLender(server.pool);
      return {
        ...staffs(),
        read: 'GET /api/financing-products/{id}',
        params: { id: product.id },
        body: (record) =>
          of(
            record,
            'name',
            'code',
            'minAmount',
            'maxAmount',
            'minTermMonths',
            'maxTermMonths',
            'interestRate',
            'active',
          ),
        field: 'interestRate',
        values: [1.5, 2.5, 3.5],
        beside: ['active', false],
      };
    },
    'PUT /api/settings/rules/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/settings/rules/{id}',
      params: { id: await insertRule(server) },
      body: (record) =>
        of(record, 'name', 'code', 'type', 'severity', 'outcome', 'priority', 'conditions'),
      field: 'priority',
      values: [1001, 1002, 1003],
      beside: ['conditions', [{ field: 'countDay', comparison: 'AT_LEAST', value: 7 }]],
    }),
    'PUT /api/merchant/shipping/method/{id}': async () => ({
      ...ours(),
      read: 'GET /api/merchant/shipping/method/{id}',
      params: { id: (await insertShippingMethod(server.pool, { merchantId: amber })).id },
      body: (record) => record,
      field: 'name',
      values: ['Bike', 'Boat', 'Balloon'],
      beside: ['extId', randomUUIDv7()],
    }),
    'PUT /api/widgets/{id}': async () => ({
      ...ours(),
      read: 'GET /api/widgets/{id}',
      params: { id: (await insertWidget(server.pool, { merchantId: amber })).id },
      body: (record) => record,
      field: 'totalLabel',
      values: ['One', 'Two', 'Three'],
      beside: ['name', 'Another name'],
    }),
    'PUT /api/roles/{id}': async () => ({
      ...ours(),
      read: 'GET /api/roles/{id}',
      params: {
        id: await insertRole(server, {
          merchantId: amber,
          base: 'MERCHANT_OPERATOR',
          rights: ['PAYMENTS'],
        }),
      },
      body: (record) => of(record, 'name', 'description', 'rights'),
      field: 'name',
      values: ['Till', 'Till by night', 'Till by day'],
      beside: ['rights', ['PAYMENTS', 'ORDERS']],
    }),
    'PUT /api/saved-views/{id}': async () => {
      const id = await insertView(server.pool, owner.userId!);
      return {
        ...ours(),
        // one's own views are one's own alone: in two tabs
        other: await server.session(owner.userId!),
        read: 'GET /api/saved-views',
        params: { id },
        body: (record) => of(record, 'name', 'shared', 'search'),
        field: 'name',
        values: ['One', 'Two', 'Three'],
        beside: ['search', 'f_status=FAILED'],
      };
    },
    'PUT /api/merchants/{id}/delivery-methods/{agreementId}': async () => ({
      ...staffs(),
      read: 'GET /api/merchants/{id}/delivery-methods/{agreementId}',
      params: { id: amber, agreementId: await insertAgreed(server.pool, amber) },
      body: (record) => of(record, 'externalId', 'enabled'),
      field: 'externalId',
      values: ['X-1', 'X-2', 'X-3'],
      beside: ['enabled', false],
    }),
    'PUT /api/user-merchant/api-keys/{id}': async () => ({
      ...ours(),
      read: 'GET /api/user-merchant/api-keys/{id}',
      params: { id: await insertNamedKey(server, amber) },
      body: (record) => of(record, 'name', 'readsOrders', 'makesOrders'),
      field: 'name',
      values: ['Till one', 'Till two', 'Till three'],
      beside: ['makesOrders', false],
    }),
    'PUT /api/provider-keys/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/provider-keys/{id}',
      params: { id: await insertProviderKey(server) },
      body: (record) => of(record, 'name', 'writesLoans', 'writesCustomers'),
      field: 'name',
      values: ['Ledger one', 'Ledger two', 'Ledger three'],
      beside: ['writesLoans', false],
    }),
    'PUT /api/announcements/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/announcements/{id}',
      params: { id: await insertTold(server.pool, 'announcements') },
      body: (record) =>
        of(record, 'title', 'text', 'application', 'validFrom', 'validTo', 'active'),
      field: 'text',
      values: ['<p>One</p>', '<p>Two</p>', '<p>Three</p>'],
      beside: ['validTo', '2031-01-01T10:00:00.000Z'],
    }),
    'PUT /api/customers-announcements/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/customers-announcements/{id}',
      params: { id: await insertTold(server.pool, 'customersAnnouncements') },
      body: (record) =>
        of(record, 'title', 'text', 'language', 'segment', 'validFrom', 'validTo', 'active'),
      field: 'validFrom',
      values: ['2031-01-01T10:00:00.000Z', '2031-02-01T10:00:00.000Z', '2031-03-01T10:00:00.000Z'],
      beside: ['title', 'Another title'],
    }),
    'PUT /api/delivery/companies/{id}': async () => {
      const id = await insertTold(server.pool, 'deliveryCompanies');
      const methods = await Promise.all(
        ['one', 'two', 'three'].map(() => insertTold(server.pool, 'deliveryMethods')),
      );
      return {
        ...staffs(),
        read: 'GET /api/delivery/companies/{id}',
        params: { id },
        body: (record) => of(record, 'name', 'code', 'country', 'active', 'methodIds'),
        field: 'methodIds',
        values: methods.map((method) => [method]) as [unknown, unknown, unknown],
        beside: ['country', 'FI'],
      };
    },
    'PUT /api/delivery/methods/{id}': async () => ({
      ...staffs(),
      read: 'GET /api/delivery/methods/{id}',
      params: { id: await insertTold(server.pool, 'deliveryMethods') },
      body: (record) => of(record, 'name', 'type', 'active'),
      field: 'name',
      values: ['One', 'Two', 'Three'],
      beside: ['active', false],
    }),
    'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': async () => ({
      ...staffs(),
      read: 'GET /api/delivery/methods/{id}/pickup-points/{pointId}',
      params: await insertPoint(server.pool),
      body: (record) =>
        of(record, 'externalId', 'name', 'country', 'city', 'address', 'postalCode', 'active'),
      field: 'address',
      values: ['One 1', 'Two 2', 'Three 3'],
      beside: ['active', false],
    }),
    'PUT /api/settings/installation': async () => {
      const body = {
        name: 'Firm',
        country: 'LV',
        timeZone: 'UTC',
        publicAddress: 'https://desk.firm.test',
      } as const;
      const { status } = await staffs().one.call('PUT /api/settings/installation', { body });
      assert.equal(status, 200);
      return {
        ...staffs(),
        read: 'GET /api/settings/installation',
        part: 'provider',
        body: (record) => of(record, 'name', 'country', 'timeZone', 'publicAddress'),
        field: 'name',
        values: ['One', 'Two', 'Three'],
        beside: ['country', 'EE'],
      };
    },
    'PUT /api/settings/meta-data/{name}': () => ({
      ...staffs(),
      read: 'GET /api/settings/meta-data',
      params: { name: 'support.phone' },
      body: (record) => of(record, 'value'),
      field: 'value',
      values: ['+371 6700 0001', '+371 6700 0002', '+371 6700 0003'],
    }),
    'POST /api/financing/consumer-credits/{id}/edit-comment': async () => ({
      ...staffs(),
      read: 'GET /api/financing/consumer-credits/{id}/edit-comment',
      params: { id: (await insertLoan(server.pool, { merchantId: amber })).id },
      body: (record) => record,
      field: 'comment',
      values: ['called', 'called twice', 'paid'],
    }),
  };

  test('AM-104 every PUT says what it was read as, or why nobody could have read it; every edit is tried', () => {
    const rows = Object.entries<Endpoint>(table);
    for (const [key, row] of rows) {
      if (key.startsWith('PUT ') && !isEdit(row.body))
        assert.ok(key in NO_EDIT, `${key} edits by \`editOf\`, or says in NO_EDIT why it is none`);
      if (isEdit(row.body)) assert.ok(key in EDITS || OF_TWO.includes(key), `${key} is tried here`);
    }
    const keys = rows.map(([key]) => key);
    for (const key of [...Object.keys(EDITS), ...Object.keys(NO_EDIT)])
      assert.ok(keys.includes(key), `${key} is there`);
  });

  for (const [key, given] of Object.entries(EDITS))
    test(`ER-20 ${key} keeps what each of two changed, and refuses what both did`, async () => {
      const edit = await given();
      const { read, part, params = {}, one, other, name, body, field, values, beside } = edit;
      const [first, second, third] = values;
      const [isFirst, isSecond, isThird] = edit.kept ?? values;
      const get = async () => {
        const { body: answer } = await one.call(read, { params });
        const rows: unknown = Array.isArray(answer) ? answer : (answer as object as Page).content;
        const record = Array.isArray(rows)
          ? (rows as Row[]).find(({ id, key: setting }) =>
              params['id'] ? id === params['id'] : setting === params['name'],
            )
          : answer;
        const whole = record as unknown as Record<string, unknown>;
        return part ? (whole[part] as Record<string, unknown>) : whole;
      };
      const send = (by: Client, sent: object, readAs?: object) =>
        by.call(key as 'PUT /api/user-merchant', {
          params,
          body: { ...sent, ...(readAs && { readAs }) },
        });
      const was = body(await get());
      const now = Date.now();

      assert.equal((await send(one, { ...was, [field]: first }, was)).status, 200);
      if (beside) {
        const [another, value] = beside;
        // the other one had it open all the time, and has not touched what the first one changed
        assert.equal((await send(other, { ...was, [another]: value }, was)).status, 200);
        const kept = await get();
        assert.deepEqual([kept[field], kept[another]], [isFirst, value]);
      }

      const refused = await send(other, { ...was, [field]: second }, was);
      assert.equal(refused.status, 409);
      assert.equal(refused.error.errorCode, 'STALE');
      const [{ changedDate, ...conflict }] = refused.error.errors as unknown as [
        Record<string, unknown>,
      ];
      assert.deepEqual(conflict, {
        field,
        message: `Changed meanwhile by ${name}`,
        value: isFirst,
        changedBy: name,
      });
      assert.ok(Math.abs(Date.parse(changedDate as string) - now) < 60_000);
      assert.deepEqual((await get())[field], isFirst);

      // seen, and meant
      const seen = { ...was, [field]: isFirst };
      assert.equal((await send(other, { ...was, [field]: second }, seen)).status, 200);
      assert.deepEqual((await get())[field], isSecond);

      // who says nothing of what was read is taken at the word, as ever
      assert.equal((await send(one, { ...was, [field]: third })).status, 200);
      assert.deepEqual((await get())[field], isThird);

      const unknown = await send(one, was, { nonsense: 1 });
      assert.deepEqual(unknown.error.errors, [
        { field: 'readAs.nonsense', message: 'Unknown field' },
      ]);

      // at the same moment: the second one reads no record that the first one is about to change
      const present = body(await get());
      const both = await atOnce(server, () => [
        send(one, { ...present, [field]: first }, present),
        send(other, { ...present, [field]: second }, present),
      ]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    });
});
