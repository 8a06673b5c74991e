import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestFirst } from './order.ts';
import { eventOf, type EventRow } from './words.ts';

const row = (id: string, kind: EventRow['kind'], facts: EventRow['facts']): EventRow => ({
  kind,
  id,
  at: '2026-11-02T10:00:00.000Z',
  status: kind === 'PAYMENT' ? 'DECLINED' : 'SUCCESS',
  amount_cents: kind === 'PAYMENT' ? 2490n : null,
  currency: kind === 'PAYMENT' ? 'EUR' : null,
  who: null,
  facts,
  link_of: 'transaction',
  link_id: id,
});

const ids = (rows: EventRow[]) => latestFirst(rows).map(({ id }) => id);

const changes = '{"changes":{"stage":{"before":"CARD","after":"AUTHORISING"}}}';
const STEP = row('3', 'CHANGE', { action: 'CONTINUE_PAYMENT', changes });
const EDIT = row('2', 'CHANGE', { action: 'PRICE_ADJUSTMENT', changes: '{"amount":1}' });
const PAYMENT = row('1', 'PAYMENT', {});

test('SB-46 what a shopper did stands before the payment that it led to, though both are of one instant; what people change after it', () => {
  assert.deepEqual(ids([STEP, EDIT, PAYMENT]), ['2', '1', '3']);
  assert.deepEqual(ids([PAYMENT, EDIT, STEP]), ['2', '1', '3']);
});

const atMs = (ms: string, one: EventRow): EventRow => ({
  ...one,
  at: `2026-11-02T10:00:00.${ms}Z`,
});

test('SB-46 of one second an order is paid after the loan is confirmed that pays it, and a later status is told to the merchant after an earlier one', () => {
  const told = (id: string, status: string) =>
    row(id, 'MESSAGE', { type: 'PURCHCOMPLREQ', told: status });
  const rows = [
    atMs('222', row('5', 'CHANGE', { action: 'PAY_ORDER' })),
    atMs('226', row('4', 'LOAN', { event: 'MOVED', to: 'CONFIRMED' })),
    atMs('181', row('3', 'LOAN', { event: 'MOVED', to: 'WAITING_FOR_CONFIRMATION' })),
    atMs('691', told('8', 'SIGNED')),
    atMs('696', told('7', 'PENDING')),
    atMs('696', told('6', 'UNSIGNED')),
  ];
  const story = ['8', '6', '7', '5', '4', '3'];
  assert.deepEqual(ids(rows), story);
  assert.deepEqual(ids(rows.toReversed()), story);
  // of one instant too
  assert.deepEqual(ids([told('1', 'PENDING'), told('0', 'SIGNED')]), ['0', '1']);
  // a loan that was confirmed long after does not hold up an order that was paid otherwise
  const later = { ...rows[1]!, at: '2026-11-02T10:00:02.000Z' };
  assert.deepEqual(ids([rows[0]!, later]), ['4', '5']);
});

test('SB-46 a shopper’s step is told in words, as theirs and without the stages of the house; a change with what was changed', () => {
  const step = eventOf({ ...STEP, who: 'Paydesk' }, '9');
  assert.equal(step.who, null);
  assert.equal(eventOf({ ...EDIT, who: 'Paydesk' }, '9').who, 'Paydesk');
  assert.equal(step.title, 'The shopper went on with the payment');
  assert.equal(step.changes, null);
  assert.equal(eventOf(EDIT, '9').title, 'Price adjustment');
  assert.equal(eventOf(EDIT, '9').changes, '{"amount":1}');
});

test('SB-46 what was done to a record is told as something that happened, and how it ended where it did not', () => {
  assert.equal(
    eventOf(row('4', 'CHANGE', { action: 'OPEN_CHECKOUT' }), '9').title,
    'Checkout opened',
  );
  const failed = { ...row('5', 'CHANGE', { action: 'RESEND_CALLBACK' }), status: 'FAILED' };
  assert.equal(eventOf(failed, '9').title, 'Callback sent again: failed');
});

const told = (
  status: string,
  action = 'CREDIT_REFUND',
  asked: { only?: boolean; answered?: boolean; refused?: string } = {},
) => {
  const facts = {
    action,
    asked: { amount: 710.75, only: null, answered: false, refused: null, ...asked },
    changes: '{}',
  };
  const event = { ...row('6', 'CHANGE', facts), status, who: 'Anna Ozola' };
  const { title, who, detail, changes } = eventOf(event, '9');
  assert.equal(changes, null, 'the amount is told once');
  return [title, who, ...(detail ? [detail] : [])];
};

test('SB-46, LN-36 of a loan’s refund the request and the institution’s answer are told apart, and by whom it was', () => {
  assert.deepEqual(told('PENDING'), ['Loan refund of 710.75 EUR requested', 'Anna Ozola']);
  assert.deepEqual(told('SUCCESS'), [
    'The institution confirmed the loan refund of 710.75 EUR',
    null,
  ]);
  assert.deepEqual(told('FAILED', 'CREDIT_REFUND', { refused: 'Too late' }), [
    'The institution declined the loan refund of 710.75 EUR',
    null,
    'Too late',
  ]);
  const cancel = 'CANCEL_CREDIT_REFUND';
  assert.deepEqual(told('SUCCESS', cancel, { only: true }), [
    'Cancellation of the loan refund of 710.75 EUR asked for',
    'Anna Ozola',
  ]);
  const cancelled = 'Request for a loan refund of 710.75 EUR cancelled';
  assert.deepEqual(told('SUCCESS', cancel), [cancelled, 'Anna Ozola']);
  assert.deepEqual(told('SUCCESS', cancel, { answered: true }), [cancelled, 'Institution']);
});

const byMethod = (event: string) => {
  const { title, detail } = eventOf(row('1', 'LOAN', { event, note: 'SMART_ID' }), '9');
  return [title, detail];
};

test('LN-32, LN-35 by what a shopper proves who they are, and signs, is said in words', () => {
  assert.deepEqual(['AUTHENTICATION_BEGUN', 'SIGNING_BEGUN'].map(byMethod), [
    ['The shopper began to prove who they are', 'Smart-ID'],
    ['The shopper began to sign', 'Smart-ID'],
  ]);
});
