import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import { hasCardNumber } from '@paydesk/contract/kernel/card-numbers.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import * as z from 'zod';
import { audit } from './platform/audit.ts';
import { tasksOf } from './resources.ts';
import { CHANGES, type Changing } from './testing/changes.ts';
import { machine, newOrder } from './testing/machines.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

const PAN = '4012888888881881';
const PARTED = '4012 8888-8888\u00a01881';
const MASKED = '401288******1881';
const WORDS = 'A card number must not stand here: its last four digits are enough';

interface Json {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
}
type Path = (string | number)[];

/** Where text may stand in a body: 'items[0].label'. */
function textsOf(schema: Json, path: Path = []): Path[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textsOf(one, path));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      textsOf(part, [...path, name]),
    );
  if (schema.items) return textsOf(schema.items, [...path, 0]);
  if (schema.enum || schema.const !== undefined) return [];
  // what says nothing of its type takes anything
  return schema.type === undefined || [schema.type].flat().includes('string') ? [path] : [];
}

const nameOf = (path: Path) =>
  path.map((at, nth) => (typeof at === 'number' ? `[${at}]` : nth ? `.${at}` : at)).join('');

/** The body with the text there, whatever of it is missing made on the way. */
function put(body: unknown, [at, ...rest]: Path, text: string): unknown {
  if (at === undefined) return text;
  if (typeof at === 'number') return [put((body as unknown[] | undefined)?.[at], rest, text)];
  const given = (body ?? {}) as Record<string, unknown>;
  return { ...given, [at]: put(given[at], rest, text) };
}

const rows = (Object.entries(table) as unknown as [Changing, Endpoint][]).filter(
  ([key, row]) => !key.startsWith('GET ') && row.body,
);
const texts = new Map(
  rows.map(([key, row]) => [
    key,
    textsOf(z.toJSONSchema(row.body!, { unrepresentable: 'any', io: 'input' }) as Json).filter(
      // compared and hashed, never kept
      (path) => !/password/i.test(String(path.at(-1))),
    ),
  ]),
);

describe('card numbers in what is sent', () => {
  let server: TestServer;
  let owner: Client;
  let amber: string;
  before(async () => {
    server = await testServer({ settings: { CALLBACK_ALLOW: '127.0.0.1' } });
    owner = await server.as('owner@amber.test');
    amber = await server.merchantId('Amber & Oak');
  });
  after(() => server.close());

  /** In which columns of which tables one of these stands, whole. */
  async function kept(...needles: string[]): Promise<string[]> {
    const columns = await server.all<{ table: string; column: string }>(
      `select c.table_name as "table", c.column_name as "column"
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
         and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
    );
    assert.ok(columns.length > 150, `${columns.length} columns`);
    const found: string[] = [];
    for (const { table: name, column } of columns) {
      const { n } = await server.one<{ n: number }>(
        `select count(*)::int as n from "${name}"
         where regexp_replace("${column}"::text, '[^0-9]', '', 'g') ~ $1`,
        [needles.join('|')],
      );
      if (n) found.push(`${name}.${column}`);
    }
    return found;
  }

  test('SB-47 every text of every body that people send is refused by its field, and is not echoed', async () => {
    let tried = 0;
    for (const [key, row] of rows) {
      if (isMachines(row.access)) continue;
      const { by = owner, whose, finish, ...options } = await CHANGES[key](server);
      const caller = whose === undefined ? by : server.anonymous;
      for (const [nth, path] of texts.get(key)!.entries()) {
        const card = nth % 2 ? `paid with ${PARTED}` : PAN;
        const { action: _, ...call } = options;
        const body = put(options.body, path, card);
        // from an address each: public calls are counted by it
        const from = `2001:db8:9:${tried.toString(16)}::1`;
        const { status, text } = await caller.call(key, { ...call, body, from });
        const field = nameOf(path);
        assert.equal(status, 400, `${key} ${field}: ${text}`);
        const { errors } = JSON.parse(text);
        assert.ok(
          errors.some(
            (one: { field: string; message: string }) =>
              one.field === field && one.message === WORDS,
          ),
          `${key} ${field}: ${text}`,
        );
        assert.ok(!text.includes(PAN) && !text.includes('88888888'), `${key} echoes it`);
        tried++;
      }
      await finish?.();
    }
    assert.ok(tried > 100, `${tried} tried`);
  });

  test('SB-47 free text of machines is masked before it is kept, what identifies is refused, and the same call stays the same', async () => {
    const client = await machine(server, amber);
    const shipment = {
      type: 'COURIER',
      contactPhone: '+371 29111222',
      country: 'LV',
      city: 'Rīga',
      addressLine: 'Brīvības 1',
      postalCode: 'LV-1010',
      method: 'Door',
    };
    const key = 'POST /api/merchant-api/orders' satisfies Key;
    const post = (body: unknown) => client.call(key, { body });
    const paths = texts.get(key)!;
    assert.equal(paths.length, 15);
    const refused = [
      'externalId',
      'customerEmail',
      'externalOrderNumber',
      'successUrl',
      'cancelUrl',
      'shipment.contactPhone',
    ];
    for (const path of paths) {
      const body = put(newOrder({ shipment }), path, PAN);
      const { status, text } = await post(body);
      const name = nameOf(path);
      assert.equal(status, refused.includes(name) ? 400 : 200, `${name}: ${text}`);
      if (status === 400) assert.match(text, new RegExp(`"field":"${name.replace('.', '\\.')}"`));
      else assert.ok(text.includes(MASKED) && !text.includes(PAN), text);
    }
    const body = newOrder({ label: `for ${PARTED}`, shipment });
    const first = await post(body);
    const again = await post(body);
    assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
    assert.equal(first.body.label, 'for 4012 88**-****\u00a01881');
    const other = await post({ ...body, label: 'another' });
    assert.equal(other.status, 400);
    await tasksOf(server.services)
      .find(({ name }) => name === 'deliver-callbacks')!
      .run();
  });

  test('SB-47 the code of a card is refused at any depth, from people and machines', async () => {
    const client = await machine(server, amber);
    for (const given of [
      { cvv: '123' },
      { reportData: { card: [{ CVC2: 123 }] } },
      { shipment: { securityCode: '123' } },
    ]) {
      const { status, text } = await client.call('POST /api/merchant-api/orders', {
        body: { ...newOrder(), ...given },
      });
      assert.equal(status, 400);
      assert.match(text, /The security code of a card must never be sent/);
    }
    const own = await owner.call('PUT /api/user-merchant', { body: { cvv: '123' } });
    assert.equal(own.status, 400);
    assert.match(own.text, /The security code of a card must never be sent/);
  });

  test('SB-47 neither an address, a key, a number, a made-up name nor a saved search takes one', async () => {
    const query = { f_cardHolder: PARTED };
    for (const [status, text] of [
      await owner.call('GET /api/transactions', { query }),
      await owner.call('GET /api/transactions.csv', { query }),
      await owner.call('GET /api/search', { query: { q: PAN } }),
      await owner.call('PUT /api/user-merchant', { body: { zipCode: 4012888888881881 } }),
      await owner.call('PUT /api/user-merchant', { body: { [PAN]: 'x' } }),
      await owner.call('POST /api/saved-views', {
        body: {
          list: 'transactions',
          name: randomUUIDv7(),
          search: 'f_comment=4012+8888+8888+1881&f_status=FAILED',
          shared: false,
        },
      }),
      await owner.call('POST /api/saved-views', {
        body: {
          list: 'transactions',
          name: 'x',
          search: 'f_a=4012%208888%208888%201881',
          shared: false,
        },
      }),
    ].map((answer) => [answer.status, answer.text] as const)) {
      assert.equal(status, 400, text);
      assert.ok(text.includes(WORDS) && !text.includes(PAN), text);
    }
    const named = await server.all<{ fields: string[] }>(
      `select details->'fields' as fields from audit_logs
       where result = 'REFUSED' and action = 'PUT /api/user-merchant' order by created_date, id`,
    );
    // of what a caller made up not even the name
    assert.deepEqual(named.at(-1)!.fields, ['unknown']);
    assert.deepEqual(named.at(-2)!.fields, ['zipCode']);
  });

  test('AT-05, SB-47 messages are searched by what they say, with the card masked; nobody searches by a whole one', async () => {
    const staff = await server.as('technical@paydesk.test');
    const known = await server.one<{ id: string; pan: string }>(
      `select transaction_id as id, substring(payload from '\\d{6}\\*{6}\\d{4}') as pan from soap_logs
       where payload ~ '\\d{6}\\*{6}\\d{4}' order by id desc limit 1`,
    );
    const query = { f_transactionId: known.id, f_payload: known.pan, size: '200' };
    const { content } = (await staff.call('GET /api/soap-logs', { query })).body;
    assert.ok(content.length > 0);
    for (const { payload } of content)
      assert.ok(payload.includes(known.pan) && !hasCardNumber(payload), payload);
    const { text } = await staff.call('GET /api/soap-logs.csv', { query });
    assert.ok(text.includes(known.pan) && !hasCardNumber(text));
    const whole = { query: { ...query, f_payload: PAN } };
    assert.equal((await staff.call('GET /api/soap-logs', whole)).status, 400);
  });

  test('SB-47 what others answer, and what fails, is kept masked; of all this no table has a whole number', async () => {
    const { services } = server;
    const id = randomUUIDv7();
    await server.database.transaction('all', (tx) =>
      audit(
        tx,
        { userId: null, userName: null, address: null },
        {
          action: 'PING',
          entityType: 'TEST',
          entityId: id,
          merchantId: null,
          result: 'FAILED',
          details: { reason: `declined for ${PAN}`, deep: [{ text: PARTED }], amount: 12.5 },
        },
      ),
    );
    const { details } = await server.one<{ details: unknown }>(
      'select details from audit_logs where entity_id = $1',
      [id],
    );
    assert.deepEqual(details, {
      reason: `declined for ${MASKED}`,
      deep: [{ text: '4012 88**-****\u00a01881' }],
      amount: 12.5,
    });
    services.log.warn({ err: new Error(`no card ${PAN}`) }, 'as a gateway might say');
    assert.ok(server.logLines.at(-1)!.includes('no card …'));
    assert.deepEqual(await kept(PAN), []);
    for (const line of server.logLines) assert.ok(!line.includes(PAN), line);
  });
});
