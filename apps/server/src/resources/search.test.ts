import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import type { SearchHit, SearchKind } from '@paydesk/contract/kernel/search.ts';
import {
  insertCustomer,
  insertPurchase,
  insertTransaction,
  insertUser,
} from '../seed/factories.ts';
import { insertConsumerCredit } from '../seed/factories/financing.ts';
import { insertOrder } from '../seed/factories/orders.ts';
import { insertRecurringPayment } from '../seed/factories/payments.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';
import { meant } from './search.ts';

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
  loan: () => true,
  user: () => true,
  purchase: (role) => holds(role, 'READ_ANY_PURCHASE') || holds(role, 'READ_MERCHANT_PURCHASE'),
  recurring: (role) => holds(role, 'READ_ANY_PURCHASE') || holds(role, 'READ_MERCHANT_PURCHASE'),
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
  const loan = await insertConsumerCredit(pool, {
    merchantId,
    orderId: order.id,
    customerId: customer.id,
    loanNumber: `LN-${mark}-77`,
  });
  const user = await insertUser(pool, { merchantId, firstName: `Ulla${mark}`, lastName: 'Found' });
  return {
    transaction: { id: transaction.id, by: [card.replaceAll('*', '•'), reference.toLowerCase()] },
    purchase: { id: purchase.id, by: [`ext-${mark}-1`] },
    recurring: { id: recurring.id, by: [] },
    order: {
      id: order.id,
      by: [`zz${mark.toLowerCase()}-100`, `shop-${mark}-55`, customerEmail.toUpperCase()],
    },
    loan: { id: loan.id, by: [`ln-${mark.toLowerCase()}-77`] },
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
    assert.equal(hits.length, 5);
    const { order } = made['own']!;
    const [hit] = await find(clients.MERCHANT_ADMIN, order.id);
    assert.deepEqual(hit, {
      kind: 'order',
      id: order.id,
      title: '10.00 EUR order ZZA-10055',
      detail: 'Payer.A@mail.test',
      status: 'PENDING',
    });
    const kinds = (await find(clients.BACKOFFICE_ADMIN, 'sought')).map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)], ['customer']);
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
    ])
      assert.equal(meant(text)?.card, '411111******9876', text);
    assert.equal(meant('4111111111119876')?.card, null);
  });
});
