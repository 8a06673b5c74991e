import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { AUDIENCE_WORDS } from '@paydesk/contract/permissions.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import * as z from 'zod';
import { CLASSED, type ClassedColumn } from './platform/db/classes.ts';
import { takeAs } from './testing/changes.ts';
import { machine } from './testing/machines.ts';
import { mailsOf } from './testing/mails.ts';
import { insertHeld } from './testing/payments.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';

/**
 * Everything that a merchant's people may read is read by them, of rows in which each column has a word of its own:
 * which columns they are told is written down here, and no other's word comes out anywhere. Words of audit rows
 * and of a loan's steps, which nobody writes anew, are held beside what tells them.
 */

/** What of a merchant's rows is told to its people in words of somebody's. */
const TOLD = new Set(
  `api_keys.created_by
  certificates.created_by certificates.name
  consumer_credits.failure_reason
  consumer_credits_refunds.internal_note consumer_credits_refunds.reject_reason consumer_credits_refunds.targeted_note
  disputes.reason
  exchange_logs.xml
  merchants.address_line merchants.bank_name merchants.card_acceptance_location merchants.city merchants.iban
  merchants.legal_id merchants.phone merchants.responsible_person merchants.zip_code
  money_operations.reason_note
  order_items.label
  orders.customer_email orders.label orders.shipment
  payment_links.created_by payment_links.disabled_by
  purchases.payment_info purchases.reason_note
  recurring_dues.decided_by recurring_dues.decided_note recurring_dues.failure
  recurring_payments.payer_email recurring_payments.payment_info recurring_payments.card_pan
  recurring_payments.network_reference
  saved_views.owner_name saved_views.search
  shipping_methods.created_by shipping_methods.updated_by
  transactions.account_statement_reference transactions.card_pan transactions.created_by transactions.description transactions.reversal_reason_note
  transactions.updated_by
  users.created_by users.description users.first_name users.last_name users.phone_number users.position users.updated_by
  widgets.created_by widgets.updated_by`.split(/\s+/),
);

/** In these the merchant's own people stand, who alone write such rows. */
const OWN =
  /^(api_keys|named_api_keys|payment_links|saved_views|shipping_methods|widgets)\.|^certificates\.created_by$/;

const WORDS = new Set(['text', 'personal', 'contact', 'identifying', 'financial', 'actor']);
/** By these people sign in, and the answers' own lists of values go. */
const LISTED =
  /country|^email$|first6|last4|_month$|language|_by_id$|^bytes$|^(income|obligations)_|date_of_birth/;

type Row = readonly [Key, Endpoint];
const reads = (Object.entries(table) as unknown as Row[]).filter(
  ([key, { answerType, access }]) =>
    key.startsWith('GET ') && answerType !== 'text/event-stream' && access !== 'public',
);

/** The names that the answer's own schema keeps for an audience. */
function keptOf({ answer }: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(answer, { unrepresentable: 'any', io: 'output' }) as {
    properties?: Record<string, Described>;
  };
  const row = properties['content']?.items?.properties ?? properties;
  const words = [AUDIENCE_WORDS.staff, AUDIENCE_WORDS.technical].map((who) => `${who} only.`);
  return Object.keys(row).filter((name) => words.includes(row[name]!.description ?? ''));
}
interface Described {
  description?: string;
  items?: { properties?: Record<string, Described> };
}

describe('what a merchant’s people are told', () => {
  const share = new Share('told');
  let server: TestServer;
  let amber: string;
  let people: [string, Client][];
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    people = [
      ['owner', await server.as('owner@amber.test')],
      ['operator', await server.as('operator@amber.test')],
      ['key', await machine(server, amber)],
    ];
    await takeAs(server, 'transactions', await insertHeld(server, amber, 'REVIEW'));
  });
  after(async () => {
    share.tell();
    await server.close();
  });

  const columnsOf = async () => {
    const there = await server.all<{ name: string; tenant: boolean }>(
      `select c.table_name || '.' || c.column_name as name, exists (
         select from information_schema.columns m where m.table_schema = 'public'
           and m.table_name = c.table_name and m.column_name = 'merchant_id') as tenant
       from information_schema.columns c
       where c.table_schema = 'public' and c.data_type in ('text', 'character varying')
         and c.is_generated = 'NEVER'`,
    );
    return CLASSED.flatMap((one) => {
      const found = there.find(({ name }) => name === `${one.table}.${one.column}`);
      return found && WORDS.has(one.of) && !LISTED.test(one.column)
        ? [{ ...one, tenant: found.tenant }]
        : [];
    });
  };

  /** Writes into each of the columns, where the schema takes it; of a merchant's rows into Amber's. */
  async function write(
    columns: readonly (ClassedColumn & { tenant: boolean })[],
    word: (of: string) => string,
  ): Promise<number> {
    let written = 0;
    for (const { table: of, column, tenant } of columns) {
      const whose =
        of === 'users' || tenant
          ? 'merchant_id = $2'
          : of === 'merchants'
            ? 'id = $2'
            : '$2 <> id::text';
      const done = await server.pool
        .query(`update ${of} set ${column} = $1 where ${whose}`, [word(`${of}.${column}`), amber])
        .catch(() => null);
      if (done?.rowCount) written++;
    }
    return written;
  }

  /** Each answer that any of them is given, of records of Amber's. */
  async function eachAnswer(
    few: number,
    look: (what: string, row: Endpoint, text: string) => void,
  ) {
    const ids: string[] = [];
    for (const of of [
      'transactions',
      'orders',
      'purchases',
      'consumer_credits',
      'recurring_payments',
      'payment_links',
      'widgets',
      'users',
      'certificates',
      'shipping_methods',
    ])
      for (const { id } of await server.all<{ id: string }>(
        `select id from ${of} where merchant_id = $1 order by id desc limit 2`,
        [amber],
      ))
        ids.push(id);
    let answered = 0;
    for (const [name, client] of people)
      for (const [key, row] of share.of(reads, name, few)) {
        for (const id of key.includes('{') ? ids : ['']) {
          const params = Object.fromEntries(
            [...key.matchAll(/\{(\w+)\}/g)].map(([, of]) => [of!, id]),
          );
          const { status, text } = await client.call(key, { params });
          assert.ok(status < 500, `${name}: ${key} ${text}`);
          if (status === 401 || status === 403) break;
          if (status !== 200) continue;
          answered++;
          look(`${name}: ${key}`, row, text);
        }
      }
    assert.ok(answered > 30, `${answered} answered`);
  }

  test('SB-03, SB-04, TX-07 no answer has a name that its own schema keeps for staff', async () => {
    const found = new Set<string>();
    await eachAnswer(2, (what, row, text) => {
      if (row.answerType) return;
      const body = JSON.parse(text) as { content?: object[] };
      for (const one of body.content ?? [body])
        for (const name of keptOf(row)) if (name in one) found.add(`${what}: ${name}`);
    });
    assert.deepEqual([...found], []);
  });

  test('SB-03 nobody of the back office has a name there, whatever they did', async () => {
    await server.pool.query(
      `update users set first_name = 'Zqstaff', last_name = 'Zqperson' where email = 'admin@paydesk.test'`,
    );
    const columns = (await columnsOf()).filter(
      (one) => one.of === 'actor' && one.tenant && !OWN.test(`${one.table}.${one.column}`),
    );
    assert.ok((await write(columns, () => 'Zqstaff Zqperson')) > 15);
    const found = new Set<string>();
    await eachAnswer(1, (what, _row, text) => {
      const at = text.indexOf('Zqstaff');
      if (at >= 0) found.add(`${what}: ${text.slice(Math.max(0, at - 60), at)}`);
    });
    assert.deepEqual([...found], []);
  });

  test('SB-03, SB-04, RO-08 of all words in the database no other columns’ are told than those written down', async () => {
    const columns = await columnsOf();
    const words = new Map<string, string>();
    const word = (of: string) => {
      const made = `Zq${String(words.size).padStart(4, '0')}q`;
      words.set(made, of);
      return made;
    };
    assert.ok((await write(columns, word)) > 100);
    const found = new Map<string, string>();
    await eachAnswer(2, (what, _row, text) => {
      for (const [made] of text.matchAll(/Zq\d{4}q/g)) found.set(words.get(made) ?? made, what);
    });
    assert.deepEqual(
      [...found].filter(([of]) => !TOLD.has(of)),
      [],
    );
    const hidden = [...words].filter(([, of]) => !TOLD.has(of) && !/\.(name|title)$/.test(of));
    for (const [made, of] of share.of(hidden, 'search', 8)) {
      const { body } = await people[0]![1].call('GET /api/search', { query: { q: made } });
      assert.deepEqual(body, [], `found by ${of}`);
    }
  });

  test('SB-03, AM-120 nor have they in the mails: who was blocked or signed out by staff hears of the house', async () => {
    const staff = await server.as('admin@paydesk.test');
    const email = 'told@amber.test';
    const { userId } = await server.person({
      userRole: 'MERCHANT_OPERATOR',
      merchantId: amber,
      email,
    });
    const params = { id: userId! };
    const owner = people[0]![1];
    for (const [by, action] of [
      [staff, 'end-sessions'],
      [staff, 'block'],
      [staff, 'activate'],
      [owner, 'block'],
    ] as const) {
      const { status, text } = await by.call(`POST /api/users/{id}/actions/${action}`, { params });
      assert.equal(status, 200, text);
    }
    const mails = (await mailsOf(server, email)).map(({ text }) => text);
    const { name } = await server.one<{ name: string }>(
      `select first_name || ' ' || last_name as name from users where id = $1`,
      [staff.userId],
    );
    assert.equal(mails.filter((text) => text.includes(name)).length, 0);
    assert.ok(
      mails.some((text) => /Paydesk has ended all sessions/.test(text)),
      mails.join(),
    );
    assert.ok(
      mails.some((text) => /Paydesk has blocked your account/.test(text)),
      mails.join(),
    );
    assert.ok(
      mails.some((text) => !/Paydesk has/.test(text) && /has blocked your account/.test(text)),
      'a colleague has a name',
    );
  });
});
