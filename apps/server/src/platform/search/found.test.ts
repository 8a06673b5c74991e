import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SearchHit } from '@paydesk/contract/kernel/search.ts';
import {
  insertCustomer,
  insertMerchant,
  insertPurchase,
  insertTransaction,
} from '../../seed/factories.ts';
import { insertConsumerCredit } from '../../seed/factories/financing.ts';
import { insertOrder } from '../../seed/factories/orders.ts';
import { sources } from '../../resources.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { IBAN_OF_MERCHANT, openedOf, sealedColumns } from '../sealed-values.ts';
import { searchStatement } from './statement.ts';
import { meant } from './typed.ts';
import { kindSaid } from './words.ts';

interface Merchant {
  id: string;
  iban: string | null;
  iban_sealed: Buffer | null;
  legal_id: string;
  phone: string;
  email: string;
  terms_url: string;
}

const TODAY = '2026-11-20';

let server: TestServer;
let staff: Client;
let owner: Client;
let customerId: string;
/** Of Amber & Oak, and a payment of another merchant. */
const own: Record<string, string> = {};
let elsewhere: string;

before(async () => {
  server = await testServer();
  staff = await server.signIn('technical@paydesk.test');
  owner = await server.signIn('owner@amber.test');
  const { pool } = server;
  const merchantId = await server.merchantId('Amber & Oak');
  const anna = await insertCustomer(pool, {
    firstName: 'Anna',
    lastName: 'Mērnieks',
    phone: '+371 2874 1736',
  });
  customerId = anna.id;
  const paid = {
    merchantId,
    amountCents: 3_920_17n,
    description: 'Order BB-21844, three elm benches',
    externalPaymentId: 'PAY-7676603164',
    date: new Date('2025-11-25T12:00Z'),
  };
  own['transaction'] = (await insertTransaction(pool, paid)).id;
  own['purchase'] = (await insertPurchase(pool, { merchantId, amountCents: 3_920_17n })).id;
  const order = await insertOrder(pool, { merchantId, amountCents: 3_920_17n });
  own['order'] = order.id;
  own['loan'] = (
    await insertConsumerCredit(pool, {
      merchantId,
      orderId: order.id,
      customerId,
      amountCents: 3_920_17n,
    })
  ).id;
  elsewhere = (
    await insertTransaction(pool, {
      ...paid,
      merchantId: await server.merchantId('Baltic Books'),
    })
  ).id;
});
after(() => server.close());

async function find(client: Client, q: string): Promise<SearchHit[]> {
  const { status, body } = await client.call('GET /api/search', { query: { q } });
  assert.equal(status, 200, q);
  return body as SearchHit[];
}
const ids = async (client: Client, q: string) => (await find(client, q)).map(({ id }) => id);
const kinds = async (client: Client, q: string) => [
  ...new Set((await find(client, q)).map(({ kind }) => kind)),
];

describe('what is copied off a screen', () => {
  test('SB-03 the end of an id that lists show finds its record, and no other merchant’s', async () => {
    for (const [kind, id] of Object.entries({ ...own, customer: customerId }))
      for (const q of [id.slice(-6), `…${id.slice(-6)}`, ` … ${id.slice(-12).toUpperCase()}`]) {
        assert.ok((await ids(staff, q)).includes(id), `${kind}: ${q}`);
        assert.equal((await ids(owner, q)).includes(id), kind !== 'customer', `${kind}: ${q}`);
      }
    assert.ok((await ids(staff, elsewhere.slice(-8))).includes(elsewhere));
    assert.deepEqual(await ids(owner, elsewhere.slice(-8)), []);
    assert.deepEqual(await ids(staff, `…${elsewhere.slice(-5)}`), [], 'five stand for too many');
  });

  test('SB-03 the beginning of an id that logs and mails show finds its record, and no other merchant’s', async () => {
    for (const [kind, id] of Object.entries({ ...own, customer: customerId }))
      for (const q of [
        id.slice(0, 8),
        `${id.slice(0, 8)}…`,
        id.slice(0, 20).toUpperCase(),
        `${id.slice(0, 13)}…${id.slice(-6)}`,
        `id: ${id.slice(0, 18)}...`,
      ]) {
        const hit = (await find(staff, q)).find((one) => one.id === id);
        assert.ok(hit, `${kind}: ${q}`);
        const said = q.includes(id.slice(-6)) ? `ID …${id.slice(-6)}` : `ID ${id.slice(0, 8)}…`;
        // the factory writes the end of an id into an order's number and a customer's address, which say it
        if (!/order|customer/.test(kind)) assert.equal(hit.matched, said, `${kind}: ${q}`);
        assert.equal((await ids(owner, q)).includes(id), kind !== 'customer', `${kind}: ${q}`);
      }
    assert.ok((await ids(staff, elsewhere.slice(0, 20))).includes(elsewhere));
    for (const q of [elsewhere.slice(0, 20), `${elsewhere.slice(0, 8)}…${elsewhere.slice(-6)}`])
      assert.ok(!(await ids(owner, q)).includes(elsewhere), q);
    assert.deepEqual(await ids(staff, `${elsewhere.slice(0, 7)}…`), [], 'seven stand for too many');
  });

  test('SB-03 an id is found however it was pasted', async () => {
    const id = own['order']!;
    for (const q of [
      `https://desk.test/orders/${id}?tab=items`,
      `"${id}",`,
      id.replaceAll('-', ''),
      `${id.slice(0, 8)} - ${id.slice(9)}`,
      `order ${id.toUpperCase()}`,
      `payment of ${id}`,
    ])
      assert.deepEqual(await ids(owner, q), [id], q);
  });

  test('whom a role of some merchants reaches is not asked of thousands of customers', () => {
    const actor = {
      userId: customerId,
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ['READ_ANY_USER'],
      merchantId: null,
      timeZone: 'UTC',
    } as const;
    const typed = meant('dbc99e', TODAY)!;
    const asked = (sight: 'all' | { merchantIds: string[]; userId: string }) =>
      server.database
        .compile(searchStatement(sources, { ...actor, sight }, typed, { only: 'customer' })!)
        .sql.includes('::text, ');
    assert.equal(asked('all'), true);
    assert.equal(asked({ merchantIds: [customerId], userId: customerId }), false);
  });

  test('SB-03 words of its description and its references find a payment, and no other merchant’s', async () => {
    for (const q of [
      'BB-21844',
      'bb-21844',
      'three elm benches',
      'benches elm',
      'Order BB-21844, three elm benches',
      '21844',
      'PAY-7676603164',
      'pay-7676603164',
    ]) {
      const found = await ids(staff, q);
      assert.ok(found.includes(own['transaction']!) && found.includes(elsewhere), q);
      const theirs = await ids(owner, q);
      assert.ok(theirs.includes(own['transaction']!) && !theirs.includes(elsewhere), q);
    }
    for (const q of ['three elm chairs', 'PAY-767660316', 'BB', '2184'])
      assert.ok(!(await ids(staff, q)).includes(own['transaction']!), q);
  });

  test('a customer is found by their phone, however it is spaced, by staff alone', async () => {
    for (const q of [
      '+371 2874 1736',
      '+37128741736',
      '0037128741736',
      '28 74 17 36',
      '28741736',
    ]) {
      assert.deepEqual(await kinds(staff, q), ['customer'], q);
      assert.deepEqual(await ids(staff, q), [customerId], q);
      assert.deepEqual(await ids(owner, q), [], q);
    }
    assert.deepEqual(await ids(staff, '+371 2874 1737'), []);
  });
});

describe('what is said of it first', () => {
  test('a merchant is found by its whole IBAN, its number in a register, its phone and its addresses, by staff alone', async () => {
    const { encryption } = server.services;
    const [amber] = await server.all<Merchant>(
      `select id, iban, iban_sealed, legal_id, phone, email, terms_url from merchants where name = 'Amber & Oak'`,
    );
    const iban = openedOf(encryption, IBAN_OF_MERCHANT, amber!.id, amber!)!;
    // whose account is shown alike
    const alike = [...iban].with(8, iban[8] === '1' ? '2' : '1').join('');
    const { id: other } = await insertMerchant(server.pool, { name: 'Shown Alike' });
    const { iban_sealed, iban_masked } = sealedColumns(encryption, IBAN_OF_MERCHANT, other, alike);
    await server.pool.query(
      'update merchants set iban_sealed = $2, iban_masked = $3 where id = $1',
      [other, iban_sealed, iban_masked],
    );
    const spaced = iban.replace(/.{4}(?=.)/g, '$& ');
    const host = new URL(amber!.terms_url).host;
    for (const [q, matched] of [
      [iban, `IBAN ${iban_masked}`],
      [`IBAN: ${spaced.toLowerCase()}`, `IBAN ${iban_masked}`],
      [amber!.legal_id, `Legal ID ${amber!.legal_id}`],
      [`${amber!.legal_id.slice(0, 4)} ${amber!.legal_id.slice(4)}`, undefined],
      [amber!.phone.replace('+', '00'), `Phone ${amber!.phone}`],
      [amber!.email, `Email ${amber!.email}`],
      [host, undefined],
      [`https://www.${host}/`, undefined],
      [`www.${host}`, undefined],
    ] as const) {
      const found = (await find(staff, q)).filter(({ kind }) => kind === 'merchant');
      assert.deepEqual(
        found.map(({ title }) => title),
        ['Amber & Oak'],
        q,
      );
      if (matched) assert.equal(found[0]!.matched, matched);
      const own = await find(owner, q);
      assert.ok(!own.some(({ kind }) => kind === 'merchant'), q);
    }
    assert.deepEqual(await find(staff, alike), [], 'no account that may exist');
  });

  test('a kind narrows, unless nothing of it is found', async () => {
    const all = await kinds(staff, '3920.17');
    assert.deepEqual(all, ['transaction', 'order', 'purchase', 'loan']);
    assert.deepEqual(await kinds(staff, 'payment 3920.17'), ['transaction']);
    assert.deepEqual(await kinds(staff, 'Loans 3920.17'), ['loan']);
    assert.deepEqual(await kinds(owner, 'order 3920.17'), ['order']);
    assert.deepEqual(await ids(owner, `purchase …${own['purchase']!.slice(-6)}`), [
      own['purchase'],
    ]);
    assert.ok((await kinds(staff, 'mernieks anna')).length > 1, 'and what is theirs');
    assert.deepEqual(await kinds(staff, 'customer anna mernieks'), ['customer']);
    // no order has this number, and a description begins so
    assert.ok((await ids(owner, 'order BB-21844')).includes(own['transaction']!));
  });

  test('what is to be done is no kind, nor is a kind alone', () => {
    assert.deepEqual(kindSaid('people  Ulla'), { kind: 'user', what: 'Ulla' });
    for (const q of ['refund 43.99', 'reverse 43.99', 'order', 'ordered 5', '', 'toString x'])
      assert.equal(kindSaid(q), null, q);
  });
});

test('a day may be written with its month, which may be a name as well', async () => {
  const read = (q: string) => meant(q, TODAY)!.readings.flatMap(({ day = [] }) => day);
  for (const q of [
    '25 november',
    'nov 25',
    'November 25, 2025',
    '25. Nov 2025',
    '25th nov',
    '25/11',
    '2025-11-25',
    '3920.17 25/11/2025',
    '3920.17 nov 25',
  ])
    assert.deepEqual(read(q), ['2025-11-25'], q);
  assert.deepEqual(read('1 sept'), ['2026-09-01']);
  for (const q of ['maria 25', 'may 25.50', '31 november', 'nov 255'])
    assert.deepEqual(read(q), [], q);
  const [asName] = meant('june 25', TODAY)!.readings;
  assert.deepEqual(asName, { cents: 2500n, names: ['june'] });
  assert.ok((await ids(owner, 'november 25 2025 3920.17')).includes(own['transaction']!));
});
