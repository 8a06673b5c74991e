import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURE_REASONS, failureOf } from './declines.ts';
import { FAILURES } from './failures.ts';
import { paidStory } from './kernel/paid.ts';
import { toldTo, type Answer, type MoneyStory } from './kernel/story.ts';
import { ROLE_PERMISSIONS, type Actor, type UserRole } from './permissions.ts';
import { loanStory } from './resources/consumer-credits/story.ts';
import type { Customer } from './resources/customers/endpoints.ts';
import { customerAnswer, customerMoney, riskWords } from './resources/customers/story.ts';
import type { Order } from './resources/orders.ts';
import { orderAnswer } from './resources/orders/story.ts';
import type { PaymentLink } from './resources/payment-links.ts';
import { linkAnswer } from './resources/payment-links/story.ts';
import type { Purchase } from './resources/purchases.ts';
import { purchaseAnswer } from './resources/purchases/story.ts';
import { recurringStory } from './resources/recurring/story.ts';
import { caseAnswer, entryOf } from './resources/screening/story.ts';
import { passTransaction } from './resources/transactions/held-actions.ts';
import { reverseTransaction } from './resources/transactions/actions.ts';
import { transactionMoney } from './resources/transactions/money-story.ts';
import { transactionAnswer } from './resources/transactions/story.ts';

type Payment = Parameters<typeof transactionMoney>[0];

const told = ({ of, lines, left }: MoneyStory) =>
  [
    of,
    ...lines.map(({ label, amount }) => `${label} ${amount}`),
    `${left.label} ${left.amount}`,
  ].join(', ');

const payment = (more: object) =>
  ({
    status: { name: 'SUCCESS' },
    type: 'PAYMENT',
    amount: 0.8,
    currency: 'EUR',
    cardPan: null,
    refundedAmount: 0,
    reversedAmount: 0,
    pendingAmount: 0,
    remainingAmount: 0.8,
    claimedAmount: 0,
    lostAmount: 0,
    ...more,
  }) as Payment;

test('TX-47, SB-50 a payment’s money is told to the cent, however its parts add up in decimals', () => {
  const back = { refundedAmount: 0.7, reversedAmount: 0.1, remainingAmount: 0 };
  assert.equal(
    told(transactionMoney(payment(back))),
    '0.8, Paid 0.8, Refunded -0.7, Reversed -0.1, Left to refund 0',
  );
  assert.equal(transactionAnswer(payment(back))!.reason, 'Paid, and returned in full');
  const part = { refundedAmount: 0.7, remainingAmount: 0.1 };
  assert.equal(transactionAnswer(payment(part))!.reason, 'Paid; 0.70 of 0.80 EUR refunded');
  const refund = { type: 'REFUND', reversedAmount: 0.7 };
  assert.equal(
    told(transactionMoney(payment(refund))),
    '0.8, Refunded -0.8, Withdrawn by a reversal 0.7, Stays with the payer 0.1',
  );
  // which payment it is of, who asked, and what is left of that
  const asked = { ...refund, reversedAmount: 0, createdBy: 'Ella Ozola', originalAmount: 2 };
  assert.deepEqual(transactionAnswer(payment({ ...asked, originalLeft: 1.2 })), {
    tone: 'success',
    reason: '0.80 of 2.00 EUR returned to the payer, requested by Ella Ozola',
    nextStep: 'Banks show it within a few days. 1.20 EUR of the payment can still be refunded.',
    leads: 'the payment',
  });
  assert.match(
    transactionAnswer(payment({ ...asked, originalAmount: 0.8, originalLeft: 0 }))!.nextStep,
    /Nothing of the payment is left to refund\.$/,
  );
  const disputed = transactionAnswer(payment({ ...asked, originalLeft: null }))!;
  assert.deepEqual(
    [disputed.nextStep, disputed.leads],
    ['Banks show it within a few days.', undefined],
  );
  // one word for it, as of the action and in the timeline
  const marked = payment({ ...asked, type: 'MANUAL_REFUND', originalLeft: 1.2 });
  assert.equal(
    transactionAnswer(marked)!.reason,
    '0.80 of 2.00 EUR marked as refunded by Ella Ozola',
  );
  assert.equal(
    told(transactionMoney(marked)),
    '0.8, Marked as refunded -0.8, Stays with the payer 0.8',
  );
  const undone = { ...refund, status: { name: 'REVERSED' } };
  assert.deepEqual(transactionAnswer(payment(undone)), {
    tone: 'ended',
    reason: 'The refund is undone in part: 0.70 of 0.80 EUR was taken from the payer again',
    nextStep:
      'So much is left to refund from the original payment; the other 0.10 EUR stays with the payer.',
  });
  const whole = { ...undone, reversedAmount: 0.8 };
  assert.deepEqual(transactionAnswer(payment(whole)), {
    tone: 'ended',
    reason: 'The refund is undone: its money was taken from the payer again',
    nextStep: 'Its amount is left to refund from the original payment.',
  });
  // what it gave back of was reversed beside it
  for (const one of [undone, whole])
    assert.match(
      transactionAnswer(payment({ ...one, originalStatus: 'REVERSED' }))!.nextStep,
      /^The original payment was reversed: nothing more can be refunded of it\./,
    );
  const [before, after] = [refund, whole].map(
    (one) => ({ ...payment(one), originalStatus: 'REVERSED' }) as never,
  );
  assert.match(reverseTransaction.did!(after!, before!), /^The original payment was reversed/);
  const { consequence } = reverseTransaction.dialog!;
  assert.doesNotMatch((consequence as (one: never) => string)(before!), /left to refund/);
  assert.equal(
    told(transactionMoney(payment({ status: { name: 'DECLINED' }, pendingAmount: 0.2 }))),
    '0.8, Asked for 0.8, Pending 0.2, Taken 0',
  );
});

test('TX-47 what the acquirer keeps and when it pays out stand below what is left, and are no part of it', () => {
  const beside = (more: object) => transactionMoney(payment(more)).beside;
  assert.deepEqual(beside({}), []);
  assert.deepEqual(beside({ acquirerFee: null, paidOutDay: null }), []);
  assert.deepEqual(beside({ acquirerFee: 0.03, paidOutDay: '2026-05-07' }), [
    { label: 'Acquirer’s fee', amount: -0.03 },
    { label: 'Paid out', day: '2026-05-07' },
  ]);
  assert.equal(
    told(transactionMoney(payment({ acquirerFee: 0.03 }))),
    '0.8, Paid 0.8, Left to refund 0.8',
  );
});

test('TX-47, OR-11, SB-50 of a payment that was reversed in part the rest is kept, on its order and purchase too', () => {
  const part = { status: { name: 'REVERSED' }, reversedAmount: 0.3, remainingAmount: 0.5 };
  assert.deepEqual(transactionAnswer(payment(part)), {
    tone: 'ended',
    reason: 'Reversed: 0.30 of 0.80 EUR returned to the payer',
    nextStep: 'The other 0.50 EUR can’t be refunded after a reversal.',
  });
  assert.equal(told(transactionMoney(payment(part))), '0.8, Paid 0.8, Reversed -0.3, Kept 0.5');
  const sums = {
    paidAmount: 0.8,
    refundedAmount: 0,
    reversedAmount: 0.3,
    pendingAmount: 0,
    claimedAmount: 0,
    lostAmount: 0,
  };
  const order = { ...sums, status: { name: 'PAID' }, currency: 'EUR', amount: 0.8 };
  assert.equal(told(paidStory(order)), '0.8, Asked for 0.8, Paid 0.8, Reversed -0.3, Kept 0.5');
  const { nextStep, leads } = orderAnswer(order as Order)!;
  assert.equal(nextStep, 'Its payment was reversed: nothing more can be refunded.');
  assert.equal(leads, undefined);
  assert.equal(
    orderAnswer({ ...order, reversedAmount: 0 } as Order)!.nextStep!,
    '0.80 EUR can still be refunded from its payment.',
  );
  assert.equal(
    told(paidStory({ ...order, reversedAmount: 0, claimedAmount: 0.3, lostAmount: 0.2 })),
    '0.8, Asked for 0.8, Paid 0.8, Lost in disputes -0.2, Claimed in disputes -0.1, Left if the dispute is lost 0.5',
  );
});

test('TX-50, SB-50 what the bank has taken by one dispute is told apart from what it claims by another', () => {
  const one = payment({ dispute: 'OPEN', claimedAmount: 0.7, lostAmount: 0.3 });
  const { reason, nextStep } = transactionAnswer(one)!;
  assert.equal(reason, 'The payer’s bank claims 0.40 of 0.80 EUR back; 0.30 EUR is lost already');
  assert.match(nextStep, /only the other 0\.10 EUR can be refunded or reversed here\.$/);
  assert.equal(
    told(transactionMoney(one)),
    '0.8, Paid 0.8, Lost in the dispute -0.3, Claimed back by the payer’s bank -0.4, Left if the dispute is lost 0.1',
  );
});

test('AM-124 a list says in a few words why a payment failed, each in its own, and its record says the sentence', () => {
  assert.deepEqual(Object.keys(FAILURES).sort(), Object.keys(FAILURE_REASONS).sort());
  const said = Object.values(FAILURES);
  assert.equal(new Set(said).size, said.length, 'a filter has them side by side');
  // two small lines beside the longest chip
  for (const words of said) assert.ok(words.length <= 25, words);
  const name = 'THERE_IS_NOT_ENOUGH_MONEY_ON_THE_CARD';
  assert.equal(FAILURES[name], 'Insufficient funds');
  assert.equal(FAILURE_REASONS[name], 'There is not enough money on the card');
});

test('SB-42, SB-50 what was refused before a bank was asked says so, and no bank is blamed', () => {
  for (const [errorCode, reason] of [
    ['REVIEW_DECLINED', 'Refused after review'],
    ['BLOCKED_BY_RULE', 'A risk rule refused the payment'],
  ] as const) {
    const failure = failureOf({
      status: 'RP_BLOCKED',
      isRefund: false,
      errorType: 'RISK',
      errorCode,
    })!;
    assert.deepEqual(
      [failure.reason, failure.nextStep],
      [reason, 'The bank was not asked. The customer can pay another way.'],
    );
  }
});

test('OR-11, SB-50 an order’s money is the sums of its payments, and what is left of them', () => {
  const sums = {
    paidAmount: 0.8,
    refundedAmount: 0.7,
    reversedAmount: 0.1,
    pendingAmount: 0,
    claimedAmount: 0,
    lostAmount: 0,
  };
  const order = { ...sums, status: { name: 'PAID' }, currency: 'EUR', amount: 0.8 };
  assert.equal(
    told(paidStory(order)),
    '0.8, Asked for 0.8, Paid 0.8, Refunded -0.7, Reversed -0.1, Left to refund 0',
  );
  assert.equal(
    orderAnswer(order as Order)!.reason,
    'Paid, and returned in full',
    'not all refunded',
  );
  assert.equal(
    told(paidStory({ ...order, reversedAmount: 0, pendingAmount: 0.05 })),
    '0.8, Asked for 0.8, Paid 0.8, Refunded -0.7, Pending -0.05, Left to refund 0.05',
  );
});

test('CU-08, SB-50 what a customer paid to all, what went back, and what stays', () => {
  const sums = {
    paidAmount: 100.1,
    refundedAmount: 0.2,
    reversedAmount: 99.6,
    claimedAmount: 0.1,
    lostAmount: 0.1,
    payments: 3,
    averageAmount: 33.37,
    failedPayments: 2,
    failedAmount: 12.5,
  };
  assert.equal(
    told(customerMoney(sums as Customer)),
    '100.1, 3 successful payments 100.1, Refunded -0.2, Reversed -99.6, Lost in disputes -0.1, Kept by merchants 0.2',
  );
  // nobody has decided about it: it is not gone, and its part of the bar says so
  const { lines, left: rest } = customerMoney({ ...sums, lostAmount: 0 } as Customer);
  assert.deepEqual(lines.at(-1), {
    label: 'Claimed in disputes',
    amount: -0.1,
    part: 'pending',
  });
  assert.equal(rest.label, 'Kept if the dispute is lost');
  assert.deepEqual(riskWords({ ...sums, disputes: 2 } as Customer), [
    '2 disputes',
    '2 of 5 payments failed',
    'Under 1 % refunded',
  ]);
  const none = {
    disputes: 0,
    paidAmount: 0,
    refundedAmount: 0,
    reversedAmount: 0,
    claimedAmount: 0,
    lostAmount: 0,
    payments: 0,
    averageAmount: null,
    failedPayments: 0,
    failedAmount: 0,
  };
  assert.equal(told(customerMoney(none as Customer)), '0, Paid 0');
  assert.deepEqual(customerMoney(none as Customer).beside, []);
  const some = { ...none, payments: 2 } as Customer;
  assert.deepEqual(
    [none as Customer, some].map((one) => customerMoney(one).left.rows),
    [undefined, 'paid'],
  );
  assert.deepEqual(riskWords(none as Customer), ['No dispute']);
  assert.deepEqual(customerMoney(sums as Customer).beside, [
    { label: 'Average payment', amount: 33.37 },
    { label: '2 failed payments', amount: 12.5, rows: 'failed' },
  ]);
  const kept = { ...none, paidAmount: 50, payments: 2 };
  assert.equal(told(customerMoney(kept as Customer)), '50, 2 successful payments 50');
});

test('CU-02, CU-08 a customer’s page begins with what was paid last, what failed since, and what screening found', () => {
  const one = {
    status: { name: 'ACTIVE' },
    held: null,
    lastPaid: null,
    failedSince: 0,
    screenings: 0,
    screeningHits: 0,
    screeningAsked: true,
    createdDate: '2025-02-03T10:00:00.000Z',
  };
  const said = (more: object) => customerAnswer({ ...one, ...more } as Customer);
  assert.deepEqual(said({}), {
    tone: 'warning',
    reason: 'Nothing paid yet',
    nextStep: 'Payments go on. Not screened since 03.02.2025: the next hourly run does it.',
  });
  assert.deepEqual(said({ createdDate: new Date().toISOString() }), {
    tone: 'info',
    reason: 'Nothing paid yet',
    nextStep: 'Payments go on. Not screened yet: the next hourly run does it.',
  });
  assert.match(said({ screeningAsked: false })!.nextStep, /no list and no provider to ask/);
  const lastPaid = { date: '2026-11-14T08:00:00.000Z', amount: 1234.5, currency: 'EUR' };
  assert.deepEqual(said({ lastPaid, screenings: 3 }), {
    tone: 'success',
    reason: "Last paid 1'234.50 EUR",
    at: lastPaid.date,
    nextStep: '3 screenings, all clear.',
  });
  assert.deepEqual(said({ lastPaid, failedSince: 2, screenings: 3, screeningHits: 1 }), {
    tone: 'warning',
    reason: "Last paid 1'234.50 EUR",
    at: lastPaid.date,
    nextStep: '2 payments failed since. 1 of 3 screenings found a match.',
    leads: 'a match',
  });
  // the first thing to know of them, whatever they paid since
  const respondBy = '2026-12-01T12:00:00.000Z';
  const dispute = { transactionId: 'a', amount: 64.5, currency: 'EUR', respondBy, count: 2 };
  assert.deepEqual(said({ lastPaid, screenings: 3, dispute }), {
    tone: 'warning',
    reason: 'Their bank claims 64.50 EUR back; 1 more dispute open',
    due: { words: 'Its merchant answers on the acquirer’s own pages by', at: respondBy },
    nextStep: 'What the bank decides shows on that payment. 3 screenings, all clear.',
    leads: 'that payment',
  });
  const blocked = { status: { name: 'BLOCKED' }, statusBy: null, statusReason: null };
  assert.match(
    said({ ...blocked, refusedSince: 0, dispute })!.nextStep,
    / Their bank claims 64\.50 EUR back\.$/,
  );
  const why = { statusBy: 'Elīna Bērziņa', statusReason: 'Stolen card' };
  for (const [status, reason, nextStep] of [
    [
      'BLOCKED',
      'Blocked: can’t pay or borrow until activated',
      'Elīna Bērziņa wrote: “Stolen card”. No payment was refused since.',
    ],
    [
      'CLOSED',
      'Closed for good: can’t pay or borrow any more',
      'Elīna Bērziņa wrote: “Stolen card”. Payments, cards and loans stay on record.',
    ],
  ]) {
    const told = said({ status: { name: status }, ...why, refusedSince: 0, erasedDate: null })!;
    assert.deepEqual([told.reason, told.nextStep], [reason, nextStep]);
  }
});

const as = (userRole: UserRole, answer: Answer | null) =>
  toldTo({ userRole, permissions: ROLE_PERMISSIONS[userRole] } as Actor, answer)!.nextStep;

const loan = (more: object) =>
  loanStory({ live: true, ...more } as Parameters<typeof loanStory>[0]);
const recurring = (more: object) =>
  recurringStory({ status: { name: 'SUSPENDED' }, openDues: 0, ...more } as Parameters<
    typeof recurringStory
  >[0]);

test('AM-105, RO-07 a story tells nobody to do what somebody else may do', () => {
  const held = transactionAnswer(payment({ hold: 'REVIEW' }));
  assert.match(as('BACKOFFICE_ADMIN', held), /: approve or refuse it\.$/);
  for (const role of ['BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const)
    assert.match(as(role, held), /: the back office approves or refuses it\.$/);
  const blocked = transactionAnswer({ ...payment({ hold: 'REVIEW' }), payerRefusal: 'CUSTOMER' });
  assert.match(as('BACKOFFICE_ADMIN', blocked), /nothing can be by now: refuse it\.$/);
  assert.match(as('MERCHANT_ADMIN', blocked), /: the back office refuses it\.$/);
  const authorised = transactionAnswer(payment({ hold: 'AUTHORISED' }));
  assert.match(as('MERCHANT_OPERATOR', authorised), /^Capture it/);
  const stopped = transactionAnswer({
    ...payment({ hold: 'AUTHORISED' }),
    payerRefusal: 'CARD',
  });
  assert.match(as('MERCHANT_OPERATOR', stopped), /can’t be captured: cancel it/);

  const looked = loan({ status: { name: 'DRAFT' }, inReview: true });
  const asked = loan({
    status: { name: 'FAILED' },
    failureCode: 'REFUSED_BY_RULE',
    reviewedDate: null,
    reviewAskedDate: '2026-11-20T12:00:00.000Z',
  });
  for (const answer of [looked, asked]) {
    assert.match(as('BACKOFFICE_ADMIN', answer), /release or refuse it\.$/i);
    assert.match(as('MERCHANT_ADMIN', answer), /the back office releases or refuses it\.$/i);
  }

  const unsigned = loan({
    status: { name: 'SIGNING_DOCUMENTS_PREPARED' },
    signsAtMerchant: true,
  });
  for (const role of ['BACKOFFICE_ADMIN', 'MERCHANT_OPERATOR'] as const)
    assert.match(as(role, unsigned), /: say so once/);
  assert.match(as('BACKOFFICE_TECHNICAL', unsigned), /: the merchant says so once/);

  const order = orderAnswer({ status: { name: 'PENDING' } } as Order);
  assert.equal(as('MERCHANT_ADMIN', order), 'Approve it, or reject it.');
  assert.equal(as('MERCHANT_OPERATOR', order), 'An administrator approves it, or rejects it.');

  const unpaid = recurring({ openDues: 2 });
  assert.match(as('MERCHANT_ADMIN', unpaid), /: charge or skip each day below\.$/);
  assert.match(as('MERCHANT_OPERATOR', unpaid), /: an administrator charges or skips each day/);
  const paused = recurring({ suspendReason: 'PAUSED_BY_MERCHANT' });
  assert.match(as('MERCHANT_ADMIN', paused), /^Resume it/);
  assert.match(as('MERCHANT_OPERATOR', paused), /^An administrator resumes it/);

  const found = caseAnswer({
    status: { name: 'OPEN' },
    riskClass: 'LOW',
    list: 'PEP',
    source: 'PROVIDER',
    score: 66,
  } as Parameters<typeof caseAnswer>[0]);
  assert.match(as('BACKOFFICE_ADMIN', found), /: say whether it is the same person\. Payments/);
  assert.match(as('BACKOFFICE_TECHNICAL', found), /: an administrator says whether/);
});

test('SB-42 a recurring payment whose payer can’t be charged is on hold, and no charge is promised', () => {
  const active = { status: { name: 'ACTIVE' }, amount: 9.9, currency: 'EUR', count: 1 };
  const due = { ...active, nextDueDay: '2026-12-27', suspendReason: null };
  const said = (more: object) => {
    const { reason, nextStep } = recurring({ ...due, ...more });
    return `${reason}. ${nextStep}`;
  };
  assert.equal(said({}), 'Next: 9.90 EUR on 27.12.2026. The last charge was paid.');
  assert.match(said({ count: 0 }), /2026\. Nothing has been charged yet\.$/);
  assert.match(said({ lastPaidHow: 'at the second try' }), /was paid at the second try\.$/);
  // its agreement is over by then
  assert.match(said({ nextChargeAt: null }), /^No charge is planned\. The last/);
  for (const [onHold, reason] of [
    ['CUSTOMER', 'On hold: the customer is blocked or closed'],
    ['CARD', 'On hold: the card is blocked, expired or deleted'],
    ['RECURRING', 'On hold: recurring payments are not open to the merchant'],
    ['MERCHANT', 'On hold: the merchant is disabled'],
    ['AGREED', 'On hold: the amount is more than the customer agreed to'],
  ]) {
    const held = recurring({ ...due, onHold });
    assert.deepEqual([held.tone, held.reason], ['warning', reason]);
    assert.doesNotMatch(`${held.reason} ${held.nextStep}`, /2026/);
    const unpaid = recurring({ ...due, onHold, openDues: 2 });
    assert.equal(unpaid.reason, `${reason}, and 2 days are not paid`);
  }
});

const passed = (name: string, hold: 'AUTHORISED' | null = null) =>
  passTransaction.did!(
    { ...payment({ status: { name } }), hold } as never,
    payment({ hold: 'REVIEW' }) as never,
  );

test('ST-03, SB-50 of a payment that a person let pass it is said whether it was taken, is held or was declined', () => {
  assert.equal(passed('SUCCESS'), '0.80 EUR was taken from the payer.');
  assert.equal(
    passed('PROCESSING', 'AUTHORISED'),
    'The bank holds 0.80 EUR of the payer: it is yet to be captured.',
  );
  assert.equal(passed('DECLINED'), '0.80 EUR was not taken all the same: the payer was declined.');
  assert.equal(passed('CANCELLED'), '0.80 EUR was not taken all the same.');
});

const purchase = (more: object) =>
  purchaseAnswer({ status: { name: 'UNSIGNED' }, ...more } as Purchase)!;

test('AM-48 a cancelled purchase says that the merchant has been told only where somebody told it', () => {
  for (const [name, said] of [
    [null, /^Nothing is left to do\.$/],
    ['OK', /^The merchant has been told\.$/],
    ['ERROR', /did not take the last callback/],
  ] as const)
    assert.match(
      purchase({ status: { name: 'CANCELLED' }, lastCallbackStatus: name && { name } }).nextStep!,
      said,
    );
});

test('AM-48, RO-07 a merchant reads of its own system, and of no review that is the back office’s', () => {
  const ended = { status: { name: 'CANCELLED' } };
  const told = purchase({ ...ended, lastCallbackStatus: { name: 'OK' } });
  const failed = purchase({ ...ended, lastCallbackStatus: { name: 'ERROR' } });
  assert.equal(as('BACKOFFICE_TECHNICAL', told), 'The merchant has been told.');
  assert.equal(as('MERCHANT_ADMIN', told), 'Your system has been told.');
  assert.match(as('MERCHANT_ADMIN', failed), /^Your callback address did not take/);
  const refused = loan({
    status: { name: 'FAILED' },
    failureCode: 'REFUSED_BY_RULE',
    decidedBy: 'AUTOMATIC',
    reviewedDate: null,
    reviewAskedDate: null,
  });
  assert.match(
    as('BACKOFFICE_ADMIN', refused),
    /It can be reviewed\. The order can be paid another way\.$/,
  );
  assert.equal(
    as('MERCHANT_OPERATOR', refused),
    'Decided automatically. The order can be paid another way.',
  );
});

test('OR-13, TX-47 nothing of a sale invites what its order forbids', () => {
  const failed = { status: 'DECLINED', isRefund: false, errorType: 'ISSUER' };
  const next = (errorCode: string | null, paidFor: string | null) =>
    failureOf({ ...failed, errorCode, paidFor })!.nextStep;
  for (const code of ['05', '13', '14', '51', '65', '91', 'N', null]) {
    assert.match(next(code, null), /ask the customer/i);
    assert.match(next(code, 'VERIFIED'), /ask the customer/i);
    for (const status of ['REJECTED', 'EXPIRED', 'CANCELLED'])
      assert.match(next(code, status), /can’t be paid any more; the shopper orders again\.$/);
    for (const status of ['PAID', 'SETTLED'])
      assert.match(next(code, status), /has been paid since: nothing is left to do\.$/);
  }
  // what is to be looked for stays, whatever came of the order
  for (const code of ['03', '68', '94']) assert.equal(next(code, 'REJECTED'), next(code, null));
  const left = { ...failed, status: 'CANCELLED', errorCode: null };
  assert.match(failureOf({ ...left, paidFor: 'EXPIRED' })!.nextStep, /orders again\.$/);
  const refund = { ...left, status: 'DECLINED', isRefund: true, paidFor: 'PAID' };
  assert.match(failureOf(refund)!.nextStep, /^Try again/);

  assert.match(purchase({ orderStatus: null }).nextStep!, /^It is waiting for the shopper/);
  for (const name of ['REJECTED', 'EXPIRED']) {
    const open = purchase({ orderStatus: name });
    assert.match(open.reason, /^Its order .*: it can’t be paid any more$/);
    assert.match(open.nextStep!, /^The shopper orders again/);
    const declined = purchase({ orderStatus: name, status: { name: 'DECLINED' } });
    assert.doesNotMatch(declined.nextStep!, /another card/);
  }
});

const SUMS = {
  currency: 'EUR',
  amount: 500,
  paidAmount: 500,
  refundedAmount: 0,
  reversedAmount: 0,
  pendingAmount: 0,
  claimedAmount: 0,
  lostAmount: 0,
};

test('TX-47, PU-01 money of a purchase that a loan paid goes back by the loan', () => {
  const paid = { status: { name: 'SETTLED' }, cardPan: '520000******2002', ...SUMS };
  const by = (loanStatus: string | null, more: object = {}) => {
    const { reason, nextStep, leads } = purchase({ ...paid, loanStatus, ...more });
    return [reason, nextStep, leads];
  };
  assert.deepEqual(by('CONFIRMED'), [
    'Paid by a loan',
    '500.00 EUR can still be refunded from its loan.',
    'its loan',
  ]);
  // another way paid it after its loan had failed
  assert.equal(by('FAILED')[0], 'Paid by card •• 2002');
  assert.deepEqual(by(null), [
    'Paid by card •• 2002',
    '500.00 EUR can still be refunded from its payment.',
    'its payment',
  ]);
  assert.deepEqual(by(null, { refundedAmount: 50.25, pendingAmount: 10 }), [
    'Paid by card •• 2002; 50.25 of 500.00 EUR refunded',
    '439.75 EUR can still be refunded from its payment.',
    'its payment',
  ]);
  // what is claimed or about to go back is no refund any more
  const open = purchase({ ...paid, loanStatus: null, claimedAmount: 64.5 });
  assert.deepEqual(
    [open.tone, open.nextStep, open.leads],
    [
      'warning',
      'The payer’s bank claims 64.50 EUR back: its payment says until when that is answered.',
      'its payment',
    ],
  );
  assert.deepEqual(by(null, { claimedAmount: 500, lostAmount: 500 }), [
    'Paid by card •• 2002',
    'All there is to know of the rest is on its payment.',
    'its payment',
  ]);
  const gone = { status: { name: 'REFUNDED' }, refundedAmount: 500 };
  assert.equal(by(null, gone)[0], 'Paid, and refunded in full');
});

test('TX-47, OR-04 of an order whose loan failed and that was paid another way no loan is refunded', () => {
  const one = { status: { name: 'PAID' }, paymentMethod: 'CONSUMER_CREDIT', ...SUMS };
  const by = (loanStatus: string) => {
    const { reason, leads } = orderAnswer({ ...one, loanStatus } as Order)!;
    return [reason, leads];
  };
  assert.deepEqual(by('CONFIRMED'), ['Paid by a loan', 'its loan']);
  assert.deepEqual(by('FAILED'), ['Paid', 'its payment']);
});

test('OR-14, AM-108 a link that is good for many says how many paid by it, and the last of them', () => {
  const { reason, due } = linkAnswer({
    status: { name: 'ACTIVE' },
    paidOrders: 2,
    paidBy: 'anna@mail.test',
    paidDate: '2026-11-14T08:00:00.000Z',
    expiresDate: null,
    underWay: 'CARD',
  } as PaymentLink);
  assert.match(reason, /^2 payments so far, the last by anna@mail\.test on 14\.11\.2026/);
  assert.equal(due, undefined);
});

const answerOfLink = (given: object) =>
  linkAnswer({
    status: { name: 'ACTIVE' },
    paidOrders: 0,
    expiresDate: null,
    begunDate: '2026-11-14T08:00:00.000Z',
    underWay: null,
    lastPaymentStatus: null,
    lastPaymentFailure: null,
    ...given,
  } as PaymentLink);

test('OR-14, AM-108 whoever waits for a link to be paid reads that it is being paid, how far that is, and to make no other meanwhile', () => {
  const begun = /^Not paid yet: somebody began it on 14\.11\.2026 \d\d:\d\d, and did not finish$/;
  assert.match(answerOfLink({}).reason, begun);
  assert.equal(answerOfLink({ begunDate: null }).reason, 'Not paid yet');
  for (const [underWay, reason] of [
    ['CARD', /^Somebody is about to pay by it, and has given no card yet$/],
    ['CHALLENGE', /the bank waits for a confirmation$/],
    ['WORKING', /^Somebody is paying by it now$/],
    ['AUTHORISED', /held on a card, and not taken yet$/],
    ['REVIEW', /held for review$/],
    ['LOAN', /applying for a loan/],
  ] as const) {
    // the try before it was declined
    const declined = { lastPaymentStatus: 'DECLINED', lastPaymentFailure: 'THE_CARD_HAS_EXPIRED' };
    const again = answerOfLink({ underWay, ...declined, lastTriedDate: null }).reason;
    assert.match(answerOfLink({ underWay }).reason, reason);
    assert.match(again, underWay === 'CARD' ? /^Not paid yet\. / : reason);
    const waits = underWay !== 'CARD';
    for (const name of ['EXPIRED', 'DISABLED'])
      assert.equal(
        /under way yet/.test(answerOfLink({ status: { name }, underWay }).nextStep),
        waits,
      );
    const many = answerOfLink({ underWay, paidOrders: 2, paidDate: null });
    assert.equal(many.nextStep.startsWith('Another payment is under way.'), waits);
  }
});

const reasonOfOrder = (name: string, paidElsewhere: boolean) =>
  orderAnswer({ status: { name }, paidElsewhere, lastPaymentStatus: null } as Order)!.reason;

test('OR-14, AM-108 an order whose payment link another one paid says that it can’t be paid any more', () => {
  const elsewhere = /its payment link was paid by another order$/;
  for (const name of ['DRAFT', 'VERIFIED', 'EXPIRED']) {
    assert.match(reasonOfOrder(name, true), elsewhere);
    assert.doesNotMatch(reasonOfOrder(name, false), elsewhere);
  }
});

test('OR-11, PU-07 an order that made way for another says so; a purchase whose shopper gave up invites nobody to pay it', () => {
  const order = { status: { name: 'EXPIRED' }, superseded: true, paidElsewhere: false };
  const { reason, nextStep } = orderAnswer(order as Order)!;
  assert.equal(reason, 'Expired: another order was begun under its external id');
  assert.doesNotMatch(nextStep!, /orders again/);
  assert.match(orderAnswer({ ...order, superseded: false } as Order)!.reason, /in time$/);

  const left = purchase({ givenUp: true, lastPaymentStatus: 'DECLINED' });
  assert.equal(left.reason, 'Its payment was cancelled: it can’t be paid any more');
  const declined = purchase({ givenUp: true, status: { name: 'DECLINED' } });
  assert.doesNotMatch(declined.nextStep!, /another card/);
  const held = purchase({ givenUp: true, beingPaid: true, held: 'PAYMENT' });
  assert.match(held.reason, /for review$/);
});

test('AM-64 an order and a purchase say that their loan or payment is held', () => {
  const under = { beingPaid: true, status: { name: 'VERIFIED' } };
  assert.equal(orderAnswer(under as Order)!.reason, 'Its shopper is paying it now');
  for (const [held, what] of [
    ['LOAN', 'loan'],
    ['PAYMENT', 'payment'],
  ]) {
    const words = `A rule holds its ${what} for review`;
    const order = orderAnswer({ ...under, held } as Order)!;
    assert.equal(order.reason, words);
    // the words that lead there stand in what everybody reads
    for (const role of ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL', 'MERCHANT_ADMIN'] as const) {
      assert.match(as(role, order), new RegExp(`or refuses? ${order.leads}[ .]`));
      assert.match(as(role, order), /The order itself needs no approval\.$/);
    }
    const pending = orderAnswer({ ...under, held, status: { name: 'PENDING' } } as Order);
    assert.match(as('MERCHANT_ADMIN', pending), /^The back office .* Approving the order does not/);
    assert.equal(purchase({ beingPaid: true, held }).reason, words);
  }
});

test('CU-08 whoever is asked outside names no entry of a list', () => {
  assert.equal(entryOf({ source: 'PROVIDER', entry: 'ADVERSE_MEDIA' }), null);
  assert.equal(entryOf({ source: 'OFAC', entry: '12345' }), '12345');
});
