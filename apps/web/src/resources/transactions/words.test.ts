import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { markRefunded } from '@paydesk/contract/resources/transactions/actions.ts';
import { transactionMoney } from '@paydesk/contract/resources/transactions/money-story.ts';
import {
  noteWords,
  pendingWords,
  transactionAnswer,
} from '@paydesk/contract/resources/transactions/story.ts';
import { eciWords } from '@paydesk/contract/three-d-secure.ts';
import { datedBy, maskedCard, partWords, signedWords } from './words.ts';

test('AT-07 a line of a payment’s log says the reason in words, and what else was noted as it stands', () => {
  assert.equal(noteWords('30.00 EUR, PRICE_ADJUSTMENT'), '30.00 EUR, price adjustment');
  assert.equal(noteWords("1'000.00 EUR, NEVER_HEARD_OF"), "1'000.00 EUR, NEVER_HEARD_OF");
  const said = 'The acquirer has the money, reference AB12';
  assert.equal(noteWords(said), said);
  assert.equal(noteWords(null), null);
});

test('AM-125 money that goes back bears its sign', () => {
  assert.equal(signedWords({ type: 'PAYMENT', amount: 1399.5 }), "1'399.50");
  assert.equal(signedWords({ type: 'REFUND', amount: 13.99 }), '−13.99');
  assert.equal(signedWords({ type: 'MANUAL_REFUND', amount: 13.99 }), '−13.99');
});

test('AM-102 what was captured a day later is paid on that day; until then it has started', () => {
  const date = '2026-11-28T09:02:00.000Z';
  const capturedDate = '2026-11-29T13:34:00.000Z';
  const of = (name: string, type: string, captured: string | null) =>
    Object.values(datedBy({ status: { name }, type, date, capturedDate: captured }));
  assert.deepEqual(of('SUCCESS', 'PAYMENT', capturedDate), ['Paid', capturedDate]);
  assert.deepEqual(of('REVERSED', 'PAYMENT', capturedDate), ['Paid', capturedDate]);
  assert.deepEqual(of('SUCCESS', 'PAYMENT', null), ['Paid', date]);
  assert.deepEqual(of('SUCCESS', 'REFUND', null), ['Refunded', date]);
  assert.deepEqual(of('PENDING', 'PAYMENT', null), ['Started', date]);
});

test('a refund’s row says of how much it is, what is left and who asked for it; nothing else says so', () => {
  const refund = {
    type: 'REFUND',
    status: { name: 'SUCCESS' },
    amount: 38.16,
    currency: 'EUR',
    originalAmount: 66.95,
    originalLeft: 28.79,
    requestedBy: 'Ella Ozola',
  };
  const whole = 'Of 66.95 EUR, 28.79 EUR left; requested by Ella Ozola';
  assert.deepEqual(
    [partWords(refund, 'brief'), partWords(refund)],
    ['Of 66.95, 28.79 left', whole],
  );
  assert.equal(partWords({ ...refund, originalLeft: 0 }, 'brief'), 'Of 66.95, none left');
  assert.equal(partWords({ ...refund, originalLeft: null }, 'brief'), 'Of 66.95');
  assert.equal(partWords({ ...refund, amount: 66.95, originalLeft: 0 }, 'brief'), 'In full');
  for (const other of [
    { type: 'PAYMENT' },
    { status: { name: 'FAILED' } },
    { originalAmount: null },
  ])
    assert.equal(partWords({ ...refund, ...other }), null);
});

test('what came of 3-D Secure stands in words beside each scheme’s digits', () => {
  const said = ['05', '02', '06', '01', '07', '00', '47'].map(eciWords);
  assert.deepEqual(said, [
    '05 – authenticated',
    '02 – authenticated',
    '06 – attempted',
    '01 – attempted',
    '07 – not authenticated',
    '00 – not authenticated',
    '47',
  ]);
});

test('a card shows its first six and last four', () => {
  assert.equal(maskedCard('520000******9241'), '520000••••••9241');
});

test('an answer still awaited is named with its amount', () => {
  const payment = {
    amount: 128.4,
    currency: 'EUR',
    type: 'PAYMENT',
    pendingAmount: 0,
    awaitingAcquirer: null,
  } as TransactionDetail;
  const awaiting = { ...payment, awaitingAcquirer: 'refund', pendingAmount: 12.5 } as const;
  assert.equal(pendingWords(payment), null);
  assert.equal(pendingWords(awaiting), 'Refund of 12.50 EUR is pending');
  const refundItself = { ...awaiting, amount: 20, pendingAmount: 0, type: 'REFUND' } as const;
  assert.equal(pendingWords(refundItself), 'Refund of 20.00 EUR is pending');
});

const figures = (one: TransactionDetail) => {
  const { lines, left } = transactionMoney(one);
  return [...lines, left].map(({ label, amount }) => `${label} ${amount}`);
};

test('AM-102 an authorised payment says when its money is released', () => {
  const captureBefore = '2026-12-05T14:00:00.000Z';
  const held = { hold: 'AUTHORISED', awaitingAcquirer: null, captureBefore } as TransactionDetail;
  const said = { words: 'It is released automatically on', at: captureBefore };
  assert.deepEqual(transactionAnswer(held)!.due, said);
  const blocked = { ...held, payerRefusal: 'CUSTOMER_BLOCKED' } as unknown as TransactionDetail;
  assert.deepEqual(transactionAnswer(blocked)!.due, said);
  assert.equal(transactionAnswer({ ...held, captureBefore: null })!.due, undefined);
});

test('AM-125 a payment says what happened and its money, signed; what is open goes before what was', () => {
  const paid = {
    status: { name: 'SUCCESS', description: 'Success' },
    type: 'PAYMENT',
    amount: 120,
    currency: 'EUR',
    cardPan: '520000******6017',
    hold: null,
    dispute: null,
    failure: null,
    markedByHand: false,
    awaitingAcquirer: null,
    refundedAmount: 35,
    reversedAmount: 0,
    reversedRefundsAmount: 0,
    pendingAmount: 0,
    remainingAmount: 85,
    claimedAmount: 0,
  } as unknown as TransactionDetail;
  assert.deepEqual(transactionAnswer(paid), {
    tone: 'success',
    reason: 'Paid by card •• 6017; 35.00 of 120.00 EUR refunded',
    nextStep: '85.00 EUR can still be refunded.',
  });
  assert.deepEqual(figures(paid), ['Paid 120', 'Refunded -35', 'Left to refund 85']);
  const disputed = { ...paid, dispute: 'OPEN', claimedAmount: 120 } as const;
  assert.match(transactionAnswer(disputed)!.reason, /claims this payment back/);
  assert.match(transactionAnswer(disputed)!.nextStep, /nothing can be refunded/);
  const { nextStep: toStaff, for: told } = transactionAnswer(disputed)!;
  assert.match(toStaff, /^Its merchant does that/);
  assert.equal(told!.others, toStaff.replace(/^Its.*?; what/, 'What'));
  const { consequence } = markRefunded.dialog!;
  const says = (one: TransactionDetail) => (consequence as (one: object) => string)(one);
  assert.match(says(disputed), /or they have it twice\. This can’t be undone/);
  assert.match(says({ ...disputed, dispute: 'LOST' }), /on top of it/);
  assert.equal(says(paid), says({ ...disputed, dispute: 'WON' }));
  const inPart = { ...disputed, claimedAmount: 64.5 } as const;
  assert.match(
    transactionAnswer(inPart)!.nextStep,
    /only the other 20\.50 EUR can be refunded or reversed/,
  );
  assert.equal(
    transactionAnswer(inPart)!.reason,
    'The payer’s bank claims 64.50 of 120.00 EUR back',
  );
  const respondBy = '2026-12-02T14:13:50.000Z';
  const asked = { ...inPart, claim: { ...inPart.claim!, respondBy } };
  assert.deepEqual(transactionAnswer(asked)!.due, {
    words: 'It is answered on the acquirer’s own pages, not here, by',
    at: respondBy,
  });
  assert.equal(transactionAnswer({ ...asked, dispute: 'WON' })!.due, undefined);
  assert.deepEqual(figures(inPart), [
    'Paid 120',
    'Refunded -35',
    'Claimed back by the payer’s bank -64.5',
    'Left if the dispute is lost 20.5',
  ]);
  const lost = { ...inPart, dispute: 'LOST' } as const;
  assert.match(transactionAnswer(lost)!.reason, /the payer has 64\.50 of 120\.00 EUR back/);
  assert.equal(transactionAnswer(lost)!.nextStep, 'The other 20.50 EUR can still be refunded.');
  assert.deepEqual(figures(lost).slice(-2), ['Lost in the dispute -64.5', 'Left 20.5']);
  const won = { ...inPart, dispute: 'WON', claimedAmount: 0 } as const;
  assert.deepEqual(figures(won), figures(paid));
  const open = { ...disputed, awaitingAcquirer: 'refund', pendingAmount: 10 } as const;
  assert.equal(transactionAnswer(open)!.reason, 'Refund of 10.00 EUR is pending');
  const refund = { ...paid, type: 'REFUND', amount: 35, refundedAmount: 0 } as const;
  assert.deepEqual(figures(refund), ['Refunded -35', 'Stays with the payer 35']);
  const failed = {
    ...paid,
    status: { name: 'FAILED', description: 'Failed' },
    failure: { reason: 'The bank declined', nextStep: 'Ask for another card.' },
  } as const;
  assert.equal(transactionAnswer(failed)!.tone, 'error');
  assert.deepEqual(figures(failed), ['Asked for 120', 'Taken 0']);
});
