import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { visibleColumns } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import {
  holdsAny,
  ROLE_PERMISSIONS,
  type Actor,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { buildApp } from './platform/http/app.ts';
import { handlersOf, lists } from './resources.ts';
import { insertShippingMethod, insertTransaction } from './seed/factories.ts';
import { DEMO_PASSWORD } from './seed/seed.ts';
import { refusalOf } from './testing/answers.ts';
import { testServer, type CallOptions, type Client, type TestServer } from './testing/server.ts';

const rows = Object.entries(table) as unknown as [Key, Endpoint][];

/** A matrix out of the table: who calls, on whose record, and what the row says must come of it. */
type Whose = 'own' | 'other' | 'absent';

interface Caller extends Actor {
  name: string;
  passwordExpired: boolean;
  client: Client;
}

const shippingMethod = () => ({
  name: 'Courier',
  extId: randomUUIDv7(),
  shippingMethodId: '0192f0a0-0000-7000-8000-000000000001',
});

/** A shop that passes a ping. */
const shop = { url: '' };

const money = { amount: 1, currency: 'EUR' };

/** What a row needs to succeed: a record in the right state, a body. A row without one fails its test. */
const examples: {
  [K in Key]?: {
    /** Whose id it is that the path names; a transaction's. */
    record?: 'shipping method';
    status?: 'SUCCESS' | 'FAILED';
    /** Whether the shipping method is disabled before. */
    disabled?: boolean;
    body?: unknown;
    /** Whoever works for no merchant gets a 404 (AM-41). */
    ofMerchant?: boolean;
  };
} = {
  'PUT /api/users/me': {
    body: { firstName: 'A', lastName: 'B', phoneNumber: '1', email: 'a@b.test' },
  },
  'GET /api/users/me/company': { ofMerchant: true },
  'PUT /api/user-merchant': { body: { zipCode: 'LV-1010' } },
  'PUT /api/user-merchant/order-verification-callback': { body: {} },
  'PUT /api/user-merchant/payment-notification-callback': {
    body: { purchaseNotificationUrl: 'https://shop.test/' },
  },
  'PUT /api/user-merchant/delivery-cost-calculation-callback': { body: {} },
  'POST /api/user-merchant/payment-notification-callback': {
    body: () => ({ purchaseNotificationUrl: shop.url }),
  },
  'POST /api/merchant/shipping/method': { body: () => shippingMethod() },
  'GET /api/merchant/shipping/method/{id}': { record: 'shipping method' },
  'PUT /api/merchant/shipping/method/{id}': {
    record: 'shipping method',
    body: () => shippingMethod(),
  },
  'PUT /api/merchant/shipping/method/{id}/disable': { record: 'shipping method' },
  'PUT /api/merchant/shipping/method/{id}/activate': { record: 'shipping method', disabled: true },
  'POST /api/login': { body: { username: 'owner@amber.test', password: DEMO_PASSWORD } },
  'GET /api/transactions/{id}': {},
  'GET /api/transactions/{id}/logs': {},
  'PUT /api/transactions/{id}/actions/reverse': { body: { ...money, reasonCode: 'DUPLICATE' } },
  'POST /api/transactions/{id}/actions/reverse': { body: { ...money, reasonCode: 'DUPLICATE' } },
  'PUT /api/transactions/{id}/actions/refund': { body: { ...money, refundReason: 'OTHER_REFUND' } },
  'POST /api/transactions/{id}/actions/refund': {
    body: { ...money, refundReason: 'REFUNDED_MANUALLY' },
  },
  'PUT /api/transactions/{id}/actions/successful': { status: 'FAILED' },
  'POST /api/transactions/{id}/actions/successful': { status: 'FAILED' },
};

const seesAll = (row: Endpoint, caller: Caller) =>
  row.scope === 'all' ||
  (caller.merchantId === null &&
    Array.isArray(row.access) &&
    row.access.some((one) => one.startsWith('READ_ANY_') && caller.permissions.includes(one)));

function expectedStatus(key: Key, caller: Caller | null, whose: Whose | null): number {
  const row = table[key] as Endpoint;
  if (row.access === 'public') return 200;
  if (!caller) return 401;
  if (caller.passwordExpired && !row.whileExpired) return 403;
  if (Array.isArray(row.access) && !holdsAny(caller, row.access)) return 403;
  if (row.roles && !row.roles.includes(caller.userRole)) return 403;
  if ((examples[key]?.ofMerchant || row.scope === 'own') && !caller.merchantId) return 404;
  if (whose === 'absent') return 404;
  if (whose === 'other' && !seesAll(row, caller)) return 404;
  if (whose === 'own' && !seesAll(row, caller) && !caller.merchantId) return 404;
  return 200;
}

describe('every endpoint by everybody on everything', () => {
  let server: TestServer;
  let own: string;
  let other: string;
  const callers: Caller[] = [];

  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    await new Promise<void>((done) => shops.listen(0, '127.0.0.1', done));
    shop.url = `http://127.0.0.1:${(shops.address() as AddressInfo).port}/`;
    own = await server.merchantId('Amber & Oak');
    other = await server.merchantId('Baltic Books');
    async function add(name: string, given: Partial<Caller> & { userRole: UserRole }) {
      const actor = {
        permissions: ROLE_PERMISSIONS[given.userRole],
        merchantId: given.userRole.startsWith('MERCHANT_') ? own : null,
        passwordExpired: false,
        ...given,
      };
      const { passwordExpired, ...user } = actor;
      const client = await server.person({
        ...user,
        passwordExpiresDate: passwordExpired ? new Date(Date.now() - 60_000) : null,
      });
      callers.push({ name, userId: client.userId!, client, ...actor });
    }
    for (const userRole of Object.keys(ROLE_PERMISSIONS) as UserRole[]) {
      await add(userRole, { userRole });
      await add(`${userRole}, password expired`, { userRole, passwordExpired: true });
      await add(`${userRole}, no permission left`, { userRole, permissions: [] });
    }
    // the list is held per user and may differ from the role's (RO-07)
    await add('staff holding a permission of merchants, with no merchant', {
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ['READ_MERCHANT_TRANSACTION'],
    });
    await add('staff holding one of two permissions', {
      userRole: 'BACKOFFICE_TECHNICAL',
      permissions: ['READ_ANY_TRANSACTION'],
    });
    await add('merchant user holding every READ_ANY_', {
      userRole: 'MERCHANT_ADMIN',
      permissions: [...ROLE_PERMISSIONS.MERCHANT_ADMIN, ...ROLE_PERMISSIONS.BACKOFFICE_ADMIN],
    });
  });
  after(async () => {
    shops.close();
    await server.close();
  });

  const shops = createServer((_request, response) =>
    response.writeHead(200, { 'access-control-allow-methods': 'PUT' }).end(),
  );
  const made: string[] = [];
  /** The last record as it stands, and how much there is of all that an action leaves behind. */
  const fingerprint = () =>
    server.one(
      `select (select t::text from transactions t where id = $1) as record,
        (select s::text from shipping_methods s where id = $1) as method,
        (select count(*) from transactions) as transactions,
        (select count(*) from money_operations) as operations,
        (select count(*) from money_journal) as journal,
        (select count(*) from transaction_logs) as logs,
        (select count(*) from idempotency_keys) as keys,
        (select count(*) from acquirer_sandbox.requests) as asked`,
      [made.at(-1)],
    );

  async function optionsFor(key: Key, whose: Whose | null): Promise<CallOptions> {
    const row = table[key] as Endpoint;
    const example = examples[key];
    assert.ok(example || (!row.params && !row.body), `${key} needs an example`);
    const merchantId = whose === 'other' ? other : own;
    const { id } =
      example?.record === 'shipping method'
        ? await insertShippingMethod(server.pool, { merchantId, enabled: !example.disabled })
        : await insertTransaction(server.pool, {
            merchantId,
            status: example?.status ?? 'SUCCESS',
          });
    made.push(id);
    const body: unknown = typeof example?.body === 'function' ? example.body() : example?.body;
    const query = row.list?.as === 'first' ? { query: { f_id: id } } : {};
    return {
      ...query,
      ...(row.params ? { params: { id: whose === 'absent' ? randomUUIDv7() : id } } : {}),
      ...(body === undefined ? {} : { body }),
    };
  }

  for (const [key, row] of rows)
    test(`SB-01, SB-02, SB-03, RO-07 ${key}`, async () => {
      const whoses: (Whose | null)[] = row.params ? ['own', 'other', 'absent'] : [null];
      for (const caller of [null, ...callers])
        for (const whose of whoses) {
          const what = `${key} by ${caller?.name ?? 'anonymous'} on ${whose ?? 'the list'}`;
          const options = await optionsFor(key, whose);
          // a fresh session each, for one of the rows ends it
          const client = caller ? await server.session(caller.userId) : server.anonymous;
          const earlier = row.params ? await fingerprint() : null;
          const reply = await client.call(key, options);
          const first = row.list?.as === 'first';
          const expected = expectedStatus(key, caller, first ? 'own' : whose);
          assert.equal(reply.status, expected, `${what}: ${reply.text.slice(0, 300)}`);
          if (reply.status >= 400 && earlier)
            assert.deepEqual(await fingerprint(), earlier, `${what} changed something`);
        }
    });

  test('SB-03, API-32 another tenant’s id is answered like an absent one, to the letter', async () => {
    for (const [key, row] of rows) {
      if (!row.params) continue;
      for (const caller of callers) {
        if (expectedStatus(key, caller, 'other') !== 404) continue;
        const foreign = await caller.client.call(key, await optionsFor(key, 'other'));
        const absent = await caller.client.call(key, await optionsFor(key, 'absent'));
        assert.equal(foreign.status, 404, key);
        assert.deepEqual(refusalOf(foreign), refusalOf(absent), `${key} by ${caller.name}`);
        assert.deepEqual(stable(foreign.headers), stable(absent.headers), key);
      }
    }
  });

  test('SB-03, API-30, API-33 a list holds the rows of the own merchant alone, to the last page', async () => {
    for (const [key, row] of rows) {
      if (row.list?.as !== 'page' || !['merchant', 'own'].includes(row.scope)) continue;
      for (const caller of callers) {
        if (expectedStatus(key, caller, null) !== 200) continue;
        const seen = await everyId(caller.client, key);
        const expected: { id: string }[] = await server.all(
          `select id from ${row.list.resource.slug.replaceAll('-', '_')}
           where $1 or merchant_id = $2`,
          [row.scope !== 'own' && seesAll(row, caller), caller.merchantId],
        );
        assert.deepEqual(
          seen.sort(),
          expected.map(({ id }) => id).sort(),
          `${key} by ${caller.name}`,
        );
      }
    }
  });

  test('SB-04, GT-17 a list sends exactly the columns of the caller’s audience', async () => {
    for (const [key, row] of rows) {
      if (row.list?.as !== 'page') continue;
      for (const caller of callers) {
        const whose = row.params ? ('own' as const) : null;
        if (expectedStatus(key, caller, whose) !== 200) continue;
        const options = await optionsFor(key, whose);
        if (row.params) {
          const [log] = await server.all<{ id: string }>(
            'select transaction_id as id from transaction_logs limit 1',
          );
          options.params = { id: log!.id };
        }
        const reply = await caller.client.call(key, options);
        const { content, enumerations } = reply.body as {
          content: object[];
          enumerations: object;
        };
        const visible = visibleColumns(row.list.resource.columns, caller);
        const keys = visible.map(([name]) => name).sort();
        const listed = visible.filter(([, column]) => column.enumeration).map(([name]) => name);
        assert.deepEqual(Object.keys(enumerations).sort(), listed.sort(), `${key}, enumerations`);
        for (const each of content)
          assert.deepEqual(Object.keys(each).sort(), keys, `${key} by ${caller.name}`);
      }
    }
  });
});

async function everyId(client: Client, key: Key): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 0; ; page++) {
    const reply = await client.call(key, { query: { page: String(page), size: '200' } });
    const { content } = reply.body as { content: { id: string }[] };
    ids.push(...content.map(({ id }) => id));
    if (content.length < 200) return ids;
  }
}

/** What is another one at every answer. */
const CHANGING = new Set(['x-request-id', 'date', 'content-security-policy']);
const stable = (headers: Record<string, string>) =>
  Object.entries(headers).filter(([name]) => !CHANGING.has(name));

describe('the table of endpoints', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
  });
  after(() => server.close());

  test('API-01 every row says who may call it and over what; the public ones are these', () => {
    for (const [key, row] of rows) {
      assert.ok(
        row.access === 'public' || row.access === 'authenticated' || row.access.length,
        key,
      );
      assert.ok(['merchant', 'own', 'self', 'all'].includes(row.scope), key);
    }
    const open = rows.filter(([, row]) => row.access === 'public').map(([key]) => key);
    assert.deepEqual(open.sort(), ['GET /api/settings/console', 'POST /api/login']);
    const whileExpired = rows.filter(([, row]) => row.whileExpired).map(([key]) => key);
    assert.deepEqual(whileExpired.sort(), ['GET /api/users/me', 'POST /api/logout']);
  });

  test('API-01 nothing under /api answers that is no row of the table', () => {
    const reference = ['/api/openapi.json', '/api/docs', '/api/docs.css'];
    const declared = new Set([
      ...rows.map(([key]) => key.replace(/\{(\w+)\}/g, ':$1')),
      ...reference.map((path) => `GET ${path}`),
    ]);
    const routes = routesOf(server.app.printRoutes({ commonPrefix: false }));
    const served = routes.flatMap(({ path, methods }) => methods.map((one) => `${one} ${path}`));
    for (const [key] of rows)
      assert.ok(served.includes(key.replace(/\{(\w+)\}/g, ':$1')), `${key} is served`);
    const undeclared = routes.filter(
      ({ path, methods }) =>
        path.startsWith('/api') &&
        // a path of the table refuses every other method with 405
        !methods.includes('PATCH') &&
        !methods.every((method) => declared.has(`${method} ${path}`)),
    );
    assert.deepEqual(undeclared, []);
  });

  const start = (parts: Partial<Parameters<typeof buildApp>[0]>) =>
    buildApp({
      services: server.services,
      table,
      handlers: handlersOf(server.services),
      lists,
      draining: () => false,
      webFolder: null,
      ...parts,
    });

  test('API-01 the server does not start over a row that nobody serves or that says not whom', async () => {
    const { 'GET /api/users/me': me, ...others } = handlersOf(server.services);
    await assert.rejects(start({ handlers: others }), /GET \/api\/users\/me: nothing serves it/);
    await assert.rejects(
      start({ lists: lists.filter(({ resource }) => resource.slug !== 'soap-logs') }),
      /GET \/api\/soap-logs: no list/,
    );
    await assert.rejects(
      start({ handlers: { ...others, 'GET /api/users/me': me, 'GET /api/secret': me } }),
      /GET \/api\/secret: served, but no row/,
    );
    for (const missing of ['access', 'scope']) {
      const row = { ...table['GET /api/users/me'], [missing]: undefined };
      await assert.rejects(
        start({ table: { ...table, 'GET /api/users/me': row as never } }),
        /GET \/api\/users\/me: who may call it, and over what/,
      );
    }
  });
});

/** Fastify prints its routes as a tree; this reads them back as paths. */
function routesOf(tree: string): { path: string; methods: string[] }[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!match) return [];
    const depth = match[1]!.length / 4;
    above[depth] = (above[depth - 1] ?? '') + match[2]!;
    return match[3] ? [{ path: above[depth], methods: match[3].split(', ') }] : [];
  });
}
