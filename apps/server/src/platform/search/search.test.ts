import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import type { SearchHit, SearchKind } from '@paydesk/contract/kernel/search.ts';
import {
  insertCustomer,
  insertPurchase,
  insertTransaction,
  insertUser,
} from '../../seed/factories.ts';
import { sources } from '../../resources.ts';
import { insertConsumerCredit } from '../../seed/factories/financing.ts';
import { insertOrder } from '../../seed/factories/orders.ts';
import { insertRecurringPayment } from '../../seed/factories/payments.ts';
import { insertCase } from '../../testing/screening.ts';
import { insertLink } from '../../testing/payment-links.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { plain } from '../plain.ts';
import { meant } from './typed.ts';

const TODAY = '2026-11-20';
const read = (q: string) => meant(q, TODAY)!.readings;

let server: TestServer;
const clients = {} as Record<UserRole, Client>;

const EMAILS: Record<UserRole, string> = {
  BACKOFFICE_ADMIN: 'admin@paydesk.test',
  BACKOFFICE_TECHNICAL: 'technical@paydesk.test',
  MERCHANT_ADMIN: 'owner@amber.test',
  MERCHANT_OPERATOR: 'operator@amber.test',
};

/** Who finds which kind; of a merchant's people, the own merchant's alone. */
const READ_BY: Record<SearchKind, (role: UserRole) => boolean> = {
  transaction: () => true,
  order: () => true,
  paymentLink: () => true,
  loan: () => true,
  user: () => true,
  purchase: (role) => holds(role, 'READ_ANY_PURCHASE') || holds(role, 'READ_MERCHANT_PURCHASE'),
  recurring: (role) => holds(role, 'READ_ANY_PURCHASE') || holds(role, 'READ_MERCHANT_PURCHASE'),
  screening: (role) => holds(role, 'READ_ANY_USER'),
  customer: (role) => holds(role, 'READ_ANY_USER'),
  merchant: (role) => holds(role, 'READ_ANY_USER'),
};
const holds = (role: UserRole, permission: string) =>
  (ROLE_PERMISSIONS[role] as readonly string[]).includes(permission);

/** One of each kind of a merchant, and what each is found by beside its id. */
type Made = Record<SearchKind, { id: string; by: string[] }>;
const made: Record<string, Made> = {};

async function make(name: string, mark: string): Promise<Made> {
  const { pool } = server;
  const merchantId = await server.merchantId(name);
  const customer = await insertCustomer(pool, { firstName: `Zane${mark}`, lastName: 'Sought' });
  const card = `${mark === 'A' ? 411111 : 511111}******9876`;
  const reference = `ASRX${mark}1`;
  const transaction = await insertTransaction(pool, {
    merchantId,
    cardPan: card,
    accountStatementReference: reference,
  });
  const purchase = await insertPurchase(pool, { merchantId, externalId: `ext-${mark}-1` });
  const recurring = await insertRecurringPayment(pool, {
    merchantId,
    paymentRequestId: purchase.id,
  });
  const customerEmail = `Payer.${mark}@mail.test`;
  const order = await insertOrder(pool, {
    merchantId,
    externalOrderNumber: `ZZ${mark}-10055`,
    externalId: `shop-${mark}-55`,
    customerEmail,
  });
  const link = await insertLink(server, merchantId, `Workshop ${mark}-place`);
  const loan = await insertConsumerCredit(pool, {
    merchantId,
    orderId: order.id,
    customerId: customer.id,
    loanNumber: `LN-${mark}-770042`,
  });
  const screening = await insertCase(server, 'HIGH', {
    id: customer.id,
    name: `Zane${mark} Sought`,
  });
  const user = await insertUser(pool, { merchantId, firstName: `Ulla${mark}`, lastName: 'Found' });
  return {
    transaction: { id: transaction.id, by: [card.replaceAll('*', '•'), reference.toLowerCase()] },
    purchase: { id: purchase.id, by: [`ext-${mark}-1`] },
    recurring: { id: recurring.id, by: [] },
    order: {
      id: order.id,
      // a part of the address too
      by: [
        `zz${mark.toLowerCase()}-100`,
        `shop-${mark}-55`,
        customerEmail.toUpperCase(),
        `yer.${mark}@mail`,
      ],
    },
    paymentLink: { id: link, by: [`${mark}-place`, `workshop ${mark}-pl`] },
    loan: { id: loan.id, by: [`ln-${mark.toLowerCase()}-770042`, `ln-${mark}-7700`] },
    screening: {
      id: screening,
      by: [`screening zane${mark} sought`, `Review zane${mark.toLowerCase()} sou`],
    },
    customer: { id: customer.id, by: [`zane${mark.toLowerCase()} sou`, customer.email] },
    merchant: { id: merchantId, by: [name.slice(1).toUpperCase()] },
    user: { id: user.id, by: [`ulla${mark.toLowerCase()}`, user.email] },
  };
}

before(async () => {
  server = await testServer();
  for (const [role, email] of Object.entries(EMAILS))
    clients[role as UserRole] = await server.signIn(email);
  made['own'] = await make('Amber & Oak', 'A');
  made['other'] = await make('Baltic Books', 'B');
});
after(() => server.close());

async function find(client: Client, q: string): Promise<SearchHit[]> {
  const { status, body } = await client.call('GET /api/search', { query: { q } });
  assert.equal(status, 200, q);
  return body as SearchHit[];
}

describe('one box over everything', () => {
  for (const role of Object.keys(EMAILS) as UserRole[])
    test(`SB-03, SB-04 ${role} finds by id, number, reference, card, e-mail and name what they may read, and nothing else`, async () => {
      for (const [whose, records] of Object.entries(made))
        for (const [kind, { id, by }] of Object.entries(records) as [
          SearchKind,
          Made[SearchKind],
        ][])
          for (const q of [id, ...by]) {
            const found = (await find(clients[role], q)).some((hit) => hit.id === id);
            const staff = role.startsWith('BACKOFFICE');
            assert.equal(found, READ_BY[kind](role) && (staff || whose === 'own'), `${kind} ${q}`);
          }
    });

  test('a hit says what it is, its kinds in order and at most five of each', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    for (let at = 0; at < 7; at++)
      await insertOrder(server.pool, { merchantId, externalOrderNumber: `MANY-${at}` });
    const hits = await find(clients.MERCHANT_ADMIN, 'MANY');
    assert.equal(hits.length, 6, 'one more than is shown');
    assert.deepEqual([...new Set(hits.map(({ found }) => found))], [7], 'of how many');
    const { order } = made['own']!;
    const [hit] = await find(clients.MERCHANT_ADMIN, order.id);
    assert.deepEqual(hit, {
      kind: 'order',
      id: order.id,
      title: '10.00 EUR order ZZA-10055',
      detail: 'Payer.A@mail.test',
      status: 'PENDING',
      matched: `ID …${order.id.slice(-6)}`,
      action: null,
      whyNot: null,
      found: null,
    });
    const kinds = (await find(clients.BACKOFFICE_ADMIN, 'sought')).map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)], ['loan', 'screening', 'customer'], 'and what is theirs');
  });

  test('what was never charged is no amount, and one payment no payments', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const titleOf = async (count: number, totalAmountCents: bigint) => {
      const { id } = await insertPurchase(server.pool, { merchantId });
      const given = { merchantId, count, totalAmountCents, paymentRequestId: id };
      const one = await insertRecurringPayment(server.pool, given);
      return (await find(clients.MERCHANT_ADMIN, one.id))[0]!.title;
    };
    assert.equal(await titleOf(0, 0n), 'not charged yet');
    assert.equal(await titleOf(1, 7_00n), '7.00 EUR charged in 1 payment');
    assert.equal(await titleOf(2, 14_00n), '14.00 EUR charged in 2 payments');
  });

  test('an order says what it is for beside who ordered', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const label = 'Undyed wool rug';
    await insertOrder(server.pool, { merchantId, label, customerEmail: 'rug@mail.test' });
    const hits = await find(clients.MERCHANT_ADMIN, 'undyed wool rug');
    assert.equal(
      hits.find(({ kind }) => kind === 'order')!.detail,
      'rug@mail.test · Undyed wool rug',
    );
  });

  test('too little, wildcards and what no text can hold find nothing by mistake', async () => {
    for (const q of ['', ' a ', 'a\u0000b', '%%', '__', `' or true --`, '\\'])
      assert.deepEqual(await find(clients.BACKOFFICE_ADMIN, q), [], q);
    const { status } = await clients.MERCHANT_ADMIN.call('GET /api/search', {
      query: { q: 'x'.repeat(101) },
    });
    assert.equal(status, 400);
  });

  test('AM-68 a card is looked for by its first six and last four, however it is written', () => {
    for (const text of [
      '411111******9876',
      '411111••••••9876',
      '411111 xxxxxx 9876',
      '411111..9876',
      '411111 -- 9876',
      '4111 11•• •••• 9876',
      '4111-11**-****-9876',
    ])
      assert.equal(meant(text, TODAY)?.card, '411111******9876', text);
    assert.equal(meant('4111111111119876', TODAY)?.card, null);
  });

  test('words are read in every way that they can be meant, and together', () => {
    const names: string[] = [];
    assert.deepEqual(read('6017 43.99'), [{ lastFour: '6017', cents: 4399n, names }]);
    for (const q of ['43,99 •• 6017', '43,99 ••6017', '** 6017 43,99', '•••• •••• 6017 43,99'])
      assert.deepEqual(read(q), [{ cents: 4399n, lastFour: '6017', names }], q);
    assert.deepEqual(read('•• 6017'), [{ lastFour: '6017', names }], 'and no amount');
    assert.deepEqual(read('•• 60178'), []);
    for (const q of [
      "1'234.50",
      '1’234,50',
      '1,234.50',
      '1.234,50',
      '1 234.50',
      '€1234.50',
      '1234,5 EUR',
      'eur 1234.50',
      '1234,5€',
    ])
      assert.deepEqual(
        read(q).filter(({ cents }) => cents),
        [{ cents: 123450n, names }],
        q,
      );
    for (const q of ['-1234.5', '−1234,50 EUR'])
      assert.deepEqual(read(q), [{ cents: 123450n, minus: true, names }], q);
    assert.deepEqual(read('6017'), [
      { lastFour: '6017', names },
      { cents: 601700n, names },
    ]);
    assert.deepEqual(read('20.11.2026'), [{ day: '2026-11-20', names }]);
    assert.deepEqual(read('2026-11-20'), [{ day: '2026-11-20', names }]);
    assert.deepEqual(read('20.11'), [
      { cents: 2011n, names },
      { day: '2026-11-20', names },
    ]);
    assert.deepEqual(read('21.11.'), [{ day: '2025-11-21', names }], 'the latest that has been');
    assert.deepEqual(read('29.2.'), [{ day: '2024-02-29', names }]);
    assert.deepEqual(read('yesterday'), [{ day: '2026-11-19', names }]);
    assert.deepEqual(read('Ozols 43.99 JĀNIS'), [{ cents: 4399n, names: ['ozols', 'janis'] }]);
    assert.deepEqual(read('43.99 12.00'), [], 'no payment has two amounts');
    assert.deepEqual(read('31.02.2026'), []);
  });
});

describe('what a desk asks', () => {
  /** Payments of Jānis Ozols at Amber & Oak, and one of another at Baltic Books. */
  const payments: Record<string, string> = {};
  let customerId: string;
  before(async () => {
    const amber = await server.merchantId('Amber & Oak');
    const baltic = await server.merchantId('Baltic Books');
    const { pool } = server;
    const janis = await insertCustomer(pool, { firstName: 'Jānis', lastName: 'Ozols-Šķēle' });
    customerId = janis.id;
    const pay = async (name: string, given: Parameters<typeof insertTransaction>[1]) => {
      payments[name] = (await insertTransaction(pool, given)).id;
    };
    const of = { merchantId: amber, customerId, cardPan: '511111******6017' };
    await pay('wanted', { ...of, amountCents: 7_654_43n, date: new Date('2026-03-04T21:30:00Z') });
    await pay('otherDay', { ...of, amountCents: 7_654_43n, date: new Date('2026-03-05T12:00Z') });
    await pay('otherCard', { ...of, cardPan: '511111******6018', amountCents: 7_654_43n });
    await pay('otherSum', { ...of, amountCents: 7_654_44n });
    await pay('elsewhere', { ...of, merchantId: baltic, amountCents: 7_654_43n });
  });

  const found = async (client: Client, q: string) => {
    const hits = await find(client, q);
    return Object.entries(payments)
      .filter(([, id]) => hits.some((hit) => hit.id === id))
      .map(([name]) => name);
  };

  test('SB-03, SB-04 last four, amount, day and name find payments, and each further word narrows them', async () => {
    const { BACKOFFICE_TECHNICAL: staff, MERCHANT_OPERATOR: operator } = clients;
    for (const [q, own, others] of [
      ["7'654.43 6017", ['wanted', 'otherDay'], ['elsewhere']],
      ['7654,43', ['wanted', 'otherDay', 'otherCard'], ['elsewhere']],
      ['7654.43 04.03.2026', ['wanted'], []],
      ['5.3.2026 6017', ['otherDay'], []],
      ['5.3.2026 •• 6017', ['otherDay'], []],
      ['•• 6018', ['otherCard'], []],
      ['5111 11•• •••• 6018', ['otherCard'], []],
      ['6018 7654.44', [], []],
      ['mastercard 7654,43', ['wanted', 'otherDay', 'otherCard'], ['elsewhere']],
      ['Mastercard 6018', ['otherCard'], []],
      ['visa 7654.43', [], []],
      ['mastercard', [], []],
    ] as [string, string[], string[]][]) {
      assert.deepEqual(await found(operator, q), own, `operator: ${q}`);
      assert.deepEqual(await found(staff, q), [...own, ...others], `staff: ${q}`);
    }
    // by the payer's name for staff alone
    for (const q of ['ozols janis', 'JĀNIS OZOLS', 'skele 7654.43', 'jan ozo 6017 7654.43']) {
      assert.ok((await found(staff, q)).includes('wanted'), `staff: ${q}`);
      assert.deepEqual(await find(operator, q), [], `operator: ${q}`);
      assert.deepEqual(await find(clients.MERCHANT_ADMIN, q), [], `administrator: ${q}`);
    }
    const hits = await find(staff, 'skele ozols');
    assert.ok(hits.some(({ kind, id }) => kind === 'customer' && id === customerId));
    // nobody is called so; who nearly is says so
    const near = await find(staff, 'ozols janina');
    assert.deepEqual([...new Set(near.map(({ matched }) => matched))], ['Nearly ‘ozols janina’']);
    assert.ok(near.some(({ id }) => id === customerId));
    // how an address begins is no near miss
    const { id: kukk } = await insertCustomer(server.pool, {
      firstName: 'Ella',
      lastName: 'Kukk',
      email: 'ella.kukk77@mail.test',
    });
    for (const q of ['ella.kukk', 'Ella.Kukk77@ma']) {
      const [hit] = await find(staff, q);
      assert.deepEqual([hit!.id, hit!.matched], [kukk, null], q);
    }
    assert.ok((await find(staff, 'ella_kukk')).every(({ id, matched }) => id !== kukk || matched));
    const lindgren = await insertCustomer(server.pool, {
      firstName: 'Dario',
      lastName: 'Lindgren',
    });
    const turned = await find(staff, 'lindgern');
    assert.equal(
      turned.find(({ title }) => title.endsWith(' Lindgren'))?.matched,
      'Nearly ‘lindgern’',
    );
    // of a whole name whoever is called so but for two letters comes before others of one of its words
    for (const firstName of ['Anna', 'Maarja', 'Rihards', 'Nora', 'Roana'])
      await insertCustomer(server.pool, { firstName, lastName: 'Liepiņš' });
    assert.equal((await find(staff, 'nroa liepins'))[0]?.title, 'Nora Liepiņš');
    // of four letters as many: turned round or one of them wrong
    const mark = await insertCustomer(server.pool, { firstName: 'Mark', lastName: 'Ng' });
    for (const q of ['makr', 'mork']) assert.equal((await find(staff, q))[0]?.id, mark.id, q);
    assert.ok((await find(staff, 'dark')).every(({ id }) => id !== lindgren.id));
    for (const q of ['m(r*', '....']) assert.deepEqual(await find(staff, q), [], q);
    for (const q of ['ozl', 'zzzzzz', 'zzzzzz yesterday', '99887766', 'ozols@nowhere.test'])
      assert.deepEqual(await find(staff, q), [], q);
    assert.deepEqual(await find(operator, 'skelle'), [], 'a payer’s name is for staff');
  });

  test('a payment says its card and its time, in the zone of whoever looks', async () => {
    const { userId } = clients.BACKOFFICE_ADMIN;
    await server.pool.query(`update sessions set time_zone = 'Europe/Riga' where user_id = $1`, [
      userId,
    ]);
    const [hit] = await find(clients.BACKOFFICE_ADMIN, '7654.43 04.03.2026');
    assert.match(hit!.detail!, /^•• 6017 · 04\.03\.2026 23:30/);
    assert.equal(hit!.title, "7'654.43 EUR");
    // so does since when somebody is there, who is called nearly as it was typed
    await insertCustomer(server.pool, {
      firstName: 'Zenta',
      lastName: 'Quist',
      createdDate: new Date('2026-03-04T22:30:00Z'),
    });
    for (const q of ['quist', 'qiust'])
      assert.match((await find(clients.BACKOFFICE_ADMIN, q))[0]!.detail!, /since 05\.03\.2026$/, q);
    await server.pool.query(`update sessions set time_zone = 'Asia/Tokyo' where user_id = $1`, [
      userId,
    ]);
    assert.deepEqual(await found(clients.BACKOFFICE_ADMIN, '7654.43 04.03.2026'), []);
    assert.deepEqual(await found(clients.BACKOFFICE_ADMIN, '7654.43 05.03.2026'), [
      'wanted',
      'otherDay',
    ]);
    await server.pool.query(`update sessions set time_zone = 'UTC' where user_id = $1`, [userId]);
  });

  test('AM-43 a deactivated colleague is found by nobody, whatever is typed', async () => {
    const merchantId = await server.merchantId('Amber & Oak');
    const gone = await insertUser(server.pool, {
      merchantId,
      firstName: 'Ģirts',
      lastName: 'Departed',
      status: 'DEACTIVATED',
    });
    const here = await insertUser(server.pool, {
      merchantId,
      firstName: 'Ģirts',
      lastName: 'Departing',
    });
    for (const client of [clients.MERCHANT_ADMIN, clients.BACKOFFICE_ADMIN]) {
      for (const q of [gone.id, gone.email]) assert.deepEqual(await find(client, q), [], q);
      // who is called nearly so is another
      assert.deepEqual(
        (await find(client, 'girts departed')).map(({ id }) => id),
        [here.id],
      );
      assert.deepEqual(
        (await find(client, 'depart ģir')).map(({ id }) => id),
        [here.id],
      );
    }
  });

  test('SB-03 what a merchant’s people find is narrowed by the search too, not by the policies alone', () => {
    const kinds = Object.keys(READ_BY) as SearchKind[];
    const theirs = kinds.filter((kind) => READ_BY[kind]('MERCHANT_ADMIN'));
    assert.deepEqual(
      theirs.filter((kind) => sources[kind].scope !== 'merchant'),
      [],
    );
  });

  test('the database takes case and accents off as the server does', async () => {
    const letters = Array.from({ length: 0x2000 - 0x20 }, (_, at) =>
      String.fromCodePoint(at + 0x20),
    ).filter((letter) => /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}’']/u.test(letter));
    const rows = await server.all<{ letter: string; plain: string }>(
      'select letter, search_text(letter) as plain from unnest($1::text[]) letter',
      [letters],
    );
    assert.ok(rows.length > 1000);
    // letters without another case in one of the two tables of Unicode are found as they stand
    const other = rows.filter((row) => plain(row.letter) !== row.plain);
    assert.deepEqual(other, []);
    assert.equal(
      plain('Jānis Šķēle Łódź STRAßE Ångström Ærø'),
      'janis skele lodz strasse angstrom aero',
    );
  });
});
