import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SEARCH_DEEDS, type SearchHit, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { insertCustomer, insertMerchant, insertTransaction } from '../../seed/factories.ts';
import { insertConsumerCredit } from '../../seed/factories/financing.ts';
import { insertOrder } from '../../seed/factories/orders.ts';
import { sources } from '../../resources.ts';
import { insertCase } from '../../testing/screening.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';
import { deedSaid, deedWord } from './words.ts';

let server: TestServer;
let staff: Client;
let owner: Client;
let operator: Client;
let amber: string;

before(async () => {
  server = await testServer();
  staff = await server.signIn('admin@paydesk.test');
  owner = await server.signIn('owner@amber.test');
  operator = await server.signIn('operator@amber.test');
  amber = await server.merchantId('Amber & Oak');
});
after(() => server.close());

async function find(client: Client, q: string): Promise<SearchHit[]> {
  const { status, body } = await client.call('GET /api/search', { query: { q } });
  assert.equal(status, 200, q);
  return body as SearchHit[];
}

/** Lately, in this order: what is older than REVERSAL_WINDOW_DAYS is not reversed. */
const day = (at: number) => new Date(Date.now() - (20 - at) * 86_400_000);

/** By what the first of this kind was found. */
const of = async (by: Client, q: string, kind: SearchKind = 'transaction') =>
  (await find(by, q)).find((hit) => hit.kind === kind)?.matched;

test('what may be said to be done is what the sources have rules for', () => {
  const known: Record<string, SearchKind[]> = {};
  for (const [kind, { deeds }] of Object.entries(sources))
    for (const deed of deeds?.all ?? []) (known[deedWord(deed)] ??= []).push(kind as SearchKind);
  assert.deepEqual(
    Object.fromEntries(Object.entries(known).map(([word, kinds]) => [word, kinds.toSorted()])),
    Object.fromEntries(
      Object.entries(SEARCH_DEEDS).map(([word, kinds]) => [word, kinds.toSorted()]),
    ),
  );
});

test('it is said before or after what it is to be done to, alone, and otherwise', () => {
  for (const q of ['refund 43.99', '43.99 Refund', '  REFUND   43.99 '])
    assert.deepEqual(deedSaid(q), { word: 'refund', what: '43.99' }, q);
  assert.deepEqual(deedSaid('refund'), { word: 'refund', what: '' });
  assert.deepEqual(deedSaid('unblock jana'), { word: 'activate', what: 'jana' });
  assert.deepEqual(deedSaid('void 43.99'), { word: 'cancel', what: '43.99' });
  for (const q of ['', 'refunds 43.99', 'a refund of 43.99', 'toString 5'])
    assert.equal(deedSaid(q), null, q);
});

describe('what is to be done is offered of what it can be done to', () => {
  const ids: Record<string, string> = {};
  before(async () => {
    const paid = { merchantId: amber, amountCents: 8_812_78n };
    const make = async (name: string, given: Partial<Parameters<typeof insertTransaction>[1]>) => {
      ids[name] = (await insertTransaction(server.pool, { ...paid, ...given })).id;
    };
    await make('oldest', { date: day(1) });
    await make('part', { date: day(2), refundedCents: 2_000_00n });
    await make('newest', { date: day(3) });
    // more than are shown, and all of them newer
    for (let at = 4; at < 11; at++)
      await make(`declined${at}`, { date: day(at), status: 'DECLINED' });
    await make('returned', { date: day(12), refundedTransactionId: ids['part']! });
  });
  const named = (hits: readonly SearchHit[]) =>
    hits.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));

  test('SB-16 a refund: the payments whose money can be given back first, the newest first, and why not the others', async () => {
    for (const by of [staff, owner, operator])
      for (const q of ['refund 8812.78', '8812,78 refund', "Refund payment 8'812.78"]) {
        const hits = await find(by, q);
        assert.deepEqual(named(hits).slice(0, 3), ['newest', 'part', 'oldest'], q);
        assert.equal(hits.length, 6);
        assert.ok(
          hits.every(({ found }) => found === 3),
          'of how many',
        );
        assert.ok(hits.every(({ action }) => action === 'Refund'));
        assert.deepEqual(
          hits.slice(0, 4).map(({ whyNot }) => whyNot === null),
          [true, true, true, false],
        );
        // of what was refunded in part what is left
        assert.deepEqual(
          hits.slice(0, 2).map(({ title }) => title),
          ["8'812.78 EUR", "6'812.78 of 8'812.78 EUR"],
        );
        assert.equal(hits[3]!.whyNot, 'A refund can’t be refunded');
        assert.match(hits[4]!.whyNot!, /this one is declined/);
      }
  });

  test('SB-16 said alone no money goes back to whom nobody named; what waits to be decided is offered', async () => {
    for (const by of [staff, owner, operator])
      for (const q of ['refund', 'reverse', 'refund payment'])
        assert.deepEqual(
          (await find(by, q)).filter(({ action, whyNot }) => action && !whyNot),
          [],
          q,
        );
    assert.ok(
      (await find(staff, 'block')).every(({ action }) => action === null),
      'of people the newest are nobody in particular',
    );
    const review = { merchantId: amber, status: 'PROCESSING', hold: 'REVIEW' } as const;
    const waiting = await insertTransaction(server.pool, review);
    const possible = async (q: string) =>
      (await find(staff, q)).filter(({ action, whyNot }) => action && !whyNot).map(({ id }) => id);
    assert.ok((await possible('approve')).includes(waiting.id));
    // the page last seen is of one that nobody can approve
    const hits = await find(staff, `approve ${ids['newest']}`);
    assert.equal(hits[0]!.whyNot, null);
    assert.ok(hits.some(({ id, whyNot }) => id === waiting.id && !whyNot));
    assert.ok(hits.some(({ id, whyNot }) => id === ids['newest'] && whyNot));
    assert.equal((await find(staff, `refund ${ids['returned']}`)).length, 1);
  });

  test('SB-16 a payment is found by what is left of it beside its card, and says that it was refunded in full', async () => {
    const card = { merchantId: amber, cardPan: '511111******4607', amountCents: 71_60n };
    const part = await insertTransaction(server.pool, { ...card, refundedCents: 35_80n });
    const [hit] = await find(operator, 'refund 35.80 4607');
    assert.deepEqual([hit!.id, hit!.whyNot], [part.id, null]);
    const all = await insertTransaction(server.pool, {
      ...card,
      amountCents: 71_61n,
      refundedCents: 71_61n,
    });
    const [full] = await find(operator, '71.61 4607');
    assert.equal(full!.id, all.id);
    assert.match(full!.detail!, /^refunded in full · •• 4607/);
    assert.doesNotMatch(hit!.detail!, /in full/);
  });

  test('AM-22, SB-15 a role that may not do it is offered nothing to do it to', async () => {
    assert.deepEqual(
      (await find(operator, 'reverse 8812.78')).filter(({ action }) => action),
      [],
    );
    const reversed = await find(owner, 'reverse 8812.78');
    assert.deepEqual(named(reversed).slice(0, 4), ['returned', 'newest', 'part', 'oldest']);
    assert.ok(reversed.slice(0, 4).every(({ whyNot }) => whyNot === null));
  });

  test('a customer to block, an order to approve, a payment to capture', async () => {
    const person = { firstName: 'Blokka', lastName: 'Person' };
    const active = await insertCustomer(server.pool, person);
    const blocked = await insertCustomer(server.pool, { ...person, status: 'BLOCKED' });
    const hits = await find(staff, 'block blokka');
    assert.deepEqual(
      hits.map(({ id }) => id),
      [active.id, blocked.id],
    );
    assert.equal(hits[0]!.whyNot, null);
    assert.match(hits[1]!.whyNot!, /this one is blocked/);
    assert.equal((await find(staff, 'unblock blokka'))[0]!.id, blocked.id);
    const order = await insertOrder(server.pool, {
      merchantId: amber,
      externalOrderNumber: 'DEED-7',
    });
    const [approved] = await find(owner, 'approve DEED-7');
    assert.deepEqual(
      [approved!.id, approved!.action, approved!.whyNot],
      [order.id, 'Approve', null],
    );
    const held = await insertTransaction(server.pool, {
      merchantId: amber,
      amountCents: 8_812_79n,
      status: 'PROCESSING',
      hold: 'AUTHORISED',
    });
    for (const q of ['capture 8812.79', 'cancel 8812.79']) {
      const [first] = await find(owner, q);
      assert.deepEqual([first!.id, first!.whyNot], [held.id, null], q);
    }
  });

  test('LN-14 a loan to refund, by its amount and its kind, and why not another; what was asked is left out', async () => {
    const loan = {
      merchantId: amber,
      amountCents: 8_750_13n,
      customerId: (await insertCustomer(server.pool, {})).id,
      orderId: (await insertOrder(server.pool, { merchantId: amber })).id,
    };
    const open = await insertConsumerCredit(server.pool, { ...loan, status: 'CONFIRMED' });
    const failed = await insertConsumerCredit(server.pool, { ...loan, status: 'FAILED' });
    for (const [by, q] of [
      [staff, 'refund loan 8750.13'],
      [owner, 'Refund 8750.13'],
    ] as const) {
      const hits = (await find(by, q)).filter(({ kind }) => kind === 'loan');
      assert.deepEqual(
        hits.map(({ id, action, whyNot }) => [id, action, whyNot === null]),
        [
          [open.id, 'Request refund', true],
          [failed.id, 'Request refund', false],
        ],
        q,
      );
      assert.match(hits[1]!.whyNot!, /Only a confirmed loan/);
    }
  });

  test('LN-14 what is of an order is found by its number, however it is written, and refunded; an order is not cancelled', async () => {
    const { id: orderId } = await insertOrder(server.pool, {
      merchantId: amber,
      externalOrderNumber: 'DEED-20044',
    });
    const { id: customerId } = await insertCustomer(server.pool, {});
    const of = { merchantId: amber, amountCents: 8_750_14n, orderId };
    const loan = await insertConsumerCredit(server.pool, {
      ...of,
      customerId,
      status: 'CONFIRMED',
    });
    const payment = await insertTransaction(server.pool, of);
    for (const by of [staff, owner])
      for (const q of ['refund DEED-20044', 'refund deed20044', 'Refund deed 20044'])
        assert.deepEqual(
          (await find(by, q)).map(({ id, whyNot }) => [id, whyNot]),
          [
            [payment.id, null],
            [loan.id, null],
          ],
          q,
        );
    assert.deepEqual(
      (await find(owner, 'deed20044')).map(({ kind }) => kind),
      ['transaction', 'order', 'loan'],
    );
    await insertTransaction(server.pool, {
      merchantId: amber,
      description: 'Order of a lamp',
      status: 'PROCESSING',
      hold: 'AUTHORISED',
    });
    for (const q of ['cancel order', 'cancel an order'])
      assert.deepEqual(
        (await find(owner, q)).filter(({ action }) => action),
        [],
        q,
      );
  });

  test('where nothing is called so, what was typed is looked for as it stands', async () => {
    await insertTransaction(server.pool, { merchantId: amber, description: 'Block chain padlock' });
    assert.equal((await find(owner, 'block padlock'))[0]?.action, null);
  });

  test('what the statement puts first is what the rules allow, whatever the state', async () => {
    const states = [
      {},
      { status: 'DECLINED' },
      { status: 'REVERSED' },
      { refundedCents: 100_00n },
      { refundedCents: 7_345_99n },
      { dispute: 'OPEN' },
      { dispute: 'WON' },
      { dispute: 'LOST' },
      { movesMoney: false },
      { pendingRefundCents: 100_00n },
      { pendingReversalCents: 100_00n },
      { date: new Date(Date.now() - 361 * 86_400_000) },
      { status: 'PROCESSING', hold: 'REVIEW' },
      { status: 'PROCESSING', hold: 'AUTHORISED' },
    ] as const;
    for (const [at, state] of states.entries()) {
      const lastFour = String(7100 + at);
      const { id } = await insertTransaction(server.pool, {
        merchantId: amber,
        amountCents: 7_345_99n,
        cardPan: `511111******${lastFour}`,
        ...state,
      } as never);
      const { all } = sources.transaction.deeds!;
      for (const word of ['refund', 'reverse', 'capture', 'approve']) {
        const hits = await find(word === 'approve' ? staff : owner, `${word} ${lastFour}`);
        const hit = hits.find((one) => one.id === id);
        const [row] = await server.all<{ able: boolean }>(
          `select coalesce(${all.find((deed) => deedWord(deed) === word)!.can}, false) as able
           from transactions t where t.id = $1`,
          [id],
        );
        assert.equal(
          row!.able,
          hit!.whyNot === null,
          `${word} ${JSON.stringify(Object.keys(state))} ${hit!.whyNot}`,
        );
      }
    }
  });
});

describe('what it was found by', () => {
  test('SB-04 a hit says it where it does not stand there, and whose it is to staff alone', async () => {
    const anna = await insertCustomer(server.pool, {
      firstName: 'Zelma',
      lastName: 'Foundova',
      phone: '+371 2999 1736',
    });
    const { id } = await insertTransaction(server.pool, {
      merchantId: amber,
      customerId: anna.id,
      externalPaymentId: 'PAY-55501',
      accountStatementReference: 'ASRFOUND1',
      description: 'Order ZF-1, a stool',
    });
    // payments of one amount are told apart by whose they are: to staff, and to nobody else
    const detailOf = async (by: Client, q: string) =>
      (await find(by, q)).find((hit) => hit.id === id)?.detail;
    assert.match(
      (await detailOf(staff, 'foundova'))!,
      / · Zelma Foundova · Amber & Oak · Order ZF-1/,
    );
    assert.doesNotMatch((await detailOf(owner, 'stool'))!, /Foundova|Amber/);
    assert.equal(await of(staff, '29991736', 'customer'), 'Phone +371 2999 1736');
    for (const by of [staff, owner]) {
      assert.equal(await of(by, 'pay-55501'), 'Payment id PAY-55501');
      assert.equal(await of(by, 'asrfound1'), 'Reference ASRFOUND1');
      assert.equal(await of(by, `…${id.slice(-6)}`), `ID …${id.slice(-6)}`);
      assert.equal(await of(by, 'stool'), null, 'it stands there');
    }
  });

  test('SB-04 people of one name are told apart by their addresses, to who reads customers', async () => {
    const name = { firstName: 'Dagmāra', lastName: 'Twinova' };
    const people = [];
    for (const email of ['first.twinova@mail.test', 'other.twinova@mail.test']) {
      const { id } = await insertCustomer(server.pool, { ...name, email });
      const of = {
        merchantId: amber,
        customerId: id,
        description: `Of ${email.split('.')[0]}, a shelf`,
      };
      await insertTransaction(server.pool, of);
      await insertCase(server, 'LOW', { id, name: 'Dagmāra Twinova' });
      people.push({ id, email });
    }
    const hits = await find(staff, 'dagmara twinova');
    for (const { email } of people)
      for (const kind of ['transaction', 'screening', 'customer'])
        assert.equal(
          hits.filter((hit) => hit.kind === kind && hit.detail!.includes(email)).length,
          1,
          `${kind} ${email}`,
        );
    assert.match(
      hits.find(({ detail }) => detail?.includes('Of first'))!.detail!,
      / · Dagmāra Twinova, first\.twinova@mail\.test · Amber & Oak · Of first, a shelf$/,
    );
    // one alone is told by the name, and a merchant's people are told nothing of either
    const [one] = (await find(staff, 'other, a shelf')).filter(
      ({ kind }) => kind === 'transaction',
    );
    assert.match(one!.detail!, / · Dagmāra Twinova · Amber & Oak · /);
    assert.doesNotMatch(JSON.stringify(await find(owner, 'a shelf')), /twinova/i);
  });

  test('MM-02 what is to be done to a kind that is said alone is of the newest of that kind', async () => {
    const { id } = await insertMerchant(server.pool, { status: 'PENDING_APPROVAL' });
    for (const q of ['approve merchant', 'approve merchants']) {
      const hits = await find(staff, q);
      assert.deepEqual([hits[0]!.kind, hits[0]!.id, hits[0]!.whyNot], ['merchant', id, null], q);
    }
    assert.deepEqual(await find(owner, 'approve merchant'), []);
  });

  test('SB-16 an amount with a minus is a refund’s, as lists have it', async () => {
    const paid = { merchantId: amber, amountCents: 6_178_00n };
    const payment = await insertTransaction(server.pool, paid);
    const refund = await insertTransaction(server.pool, {
      ...paid,
      refundedTransactionId: payment.id,
    });
    await insertOrder(server.pool, paid);
    for (const q of ['-6178', '−6178.00', "-6'178,00 EUR", '- 6178.00']) {
      const hits = await find(owner, q);
      assert.deepEqual(
        hits.map(({ id, title }) => [id, title]),
        [[refund.id, "−6'178.00 EUR refund"]],
        q,
      );
    }
    assert.equal((await find(owner, '6178.00')).length, 3, 'without one all are meant');
  });
});
