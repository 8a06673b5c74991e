import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay, detailOf, groupsIn, hrefOf, outcomeOf, type Event } from './caseEvents.ts';

const event = (given: Partial<Event>): Event => ({
  id: '0197c3f2-8a41-7d0e-9b55-d0a1f2f2c21e',
  kind: 'PAYMENT',
  date: '2026-11-18T14:30:00.000Z',
  title: 'Payment of 128.40 EUR succeeded',
  detail: null,
  amount: 128.4,
  currency: 'EUR',
  who: null,
  status: { name: 'SUCCESS', description: 'Success' },
  link: null,
  changes: null,
  ...given,
});

test('events stand under the day of the person’s zone, the latest first', () => {
  const late = event({ date: '2026-11-18T22:30:00.000Z', kind: 'REFUND' });
  const early = event({});
  assert.deepEqual(byDay([late, early], 'Europe/Riga').days, [
    ['19.11.2026', [late]],
    ['18.11.2026', [early]],
  ]);
  assert.deepEqual(byDay([late, early], 'UTC').days, [['18.11.2026', [late, early]]]);
});

test('money whose answer is awaited stands apart; an order that waits for a person does not', () => {
  const status = { name: 'PENDING', description: 'Pending' };
  const refund = event({ kind: 'REFUND', status });
  const order = event({ kind: 'ORDER', status });
  const { waiting, days } = byDay([order, refund]);
  assert.deepEqual(waiting, [refund]);
  assert.deepEqual(
    days.flatMap(([, events]) => events),
    [order],
  );
});

test('SB-46 how a record stands today is no outcome of its beginning', () => {
  const status = { name: 'PAID', description: 'Paid' };
  for (const kind of ['ORDER', 'LOAN', 'PURCHASE', 'RECURRING'] as const)
    assert.equal(outcomeOf(event({ kind, status })), null, kind);
  assert.equal(outcomeOf(event({ kind: 'CALLBACK', status })), status);
  assert.equal(outcomeOf(event({ status })), status);
});

test('a line says who, what is known, and what was changed', () => {
  assert.equal(
    detailOf(event({ who: 'Payment page', detail: 'reference PAY-1' }), 'order'),
    'Payment page · reference PAY-1',
  );
  // no payer is called by a name there: it is the shop's employee
  assert.equal(detailOf(event({ who: 'Juris Nylund' }), 'order'), 'taken by Juris Nylund');
  const changes = JSON.stringify({ changes: { firstName: { before: 'A', after: 'B' } } });
  assert.equal(
    detailOf(event({ kind: 'CHANGE', who: 'Anna Ozola', changes }), 'order'),
    'by Anna Ozola · First name: A → B',
  );
  assert.equal(detailOf(event({}), 'order'), '');
});

test('a code that was changed stands in the words of the record that it was changed on', () => {
  const changes = JSON.stringify({ before: { status: 'PENDING' }, after: { status: 'PAID' } });
  const codes = {
    ORDER: { status: { PENDING: 'Pending', PAID: 'Paid' } },
    CONSUMER_CREDIT: { status: { PENDING: 'Draft' } },
  };
  const given = { kind: 'CHANGE', changes } as const;
  assert.equal(detailOf(event(given), 'order', codes), 'Status: Pending → Paid');
  const link = { of: 'order', id: '0197c3f2-8a41-7d0e-9b55-d0a1f2f2c21e' } as const;
  assert.equal(detailOf(event({ ...given, link }), 'loan', codes), 'Status: Pending → Paid');
  // until the words are there, and of what has none
  assert.equal(detailOf(event(given), 'order'), 'Status: Pending → Paid');
});

test('groups are those that there is something of', () => {
  const kinds = (['CHANGE', 'LOAN', 'ORDER', 'CALLBACK'] as const).map((kind) => event({ kind }));
  assert.deepEqual(groupsIn(kinds), ['order', 'messages', 'changes']);
});

test('each link opens its record, or the list under its filter', () => {
  assert.equal(hrefOf({ of: 'loan', id: '1' }), '/financing/consumer-credits/1');
  assert.equal(hrefOf({ of: 'exchangeLogs', id: '1' }), '/exchange-logs?f_purchaseId=1');
  assert.equal(hrefOf({ of: 'recurring', id: '1' }), '/recurring/1');
});
