import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsumerCreditStatus } from '../../kernel/loan-statuses.ts';
import { LOAN_ACTIONS } from './loan-actions.ts';
import { burdenOf } from './burden.ts';
import { loanMoney, loanStory, withdrawalEnds } from './story.ts';

const money = (name: ConsumerCreditStatus, refundedAmount = 0, asked = refundedAmount) => {
  const { of, lines, left } = loanMoney({
    status: { name },
    currency: 'EUR',
    amount: 3267,
    refundedAmount,
    totalRequestedRefundsAmount: asked,
  });
  return [of, ...lines, left].map((one) =>
    typeof one === 'number' ? one : `${one.label} ${one.amount}`,
  );
};

test('LN-34, LN-35 a loan’s money is what was lent, what went back and what waits, to the cent', () => {
  assert.deepEqual(money('OFFER_SELECTION'), [3267, 'Asked for 3267', 'Lent 0']);
  assert.deepEqual(money('FAILED'), [3267, 'Asked for 3267', 'Lent 0']);
  assert.deepEqual(money('CONFIRMED'), [3267, 'Lent 3267', 'Left to refund 3267']);
  assert.deepEqual(money('CONFIRMED', 0, 816.75), [
    3267,
    'Lent 3267',
    'Refund waits for the institution -816.75',
    'Left to refund 2450.25',
  ]);
  assert.deepEqual(money('CONFIRMED', 0.1, 0.3), [
    3267,
    'Lent 3267',
    'Refunded -0.1',
    'Refund waits for the institution -0.2',
    'Left to refund 3266.7',
  ]);
  assert.deepEqual(money('REFUNDED', 3267), [
    3267,
    'Lent 3267',
    'Refunded -3267',
    'Left to refund 0',
  ]);
  // a purchase beside it, and no part of what is lent
  const lent = { status: { name: 'CONFIRMED' }, currency: 'EUR', amount: 429, refundedAmount: 0 };
  const down = (downPaymentAmount: number | null) =>
    loanMoney({ ...lent, totalRequestedRefundsAmount: 0, downPaymentAmount } as never).beside;
  assert.deepEqual(down(42.9), [{ label: 'Down payment', amount: 42.9 }]);
  assert.equal(down(null), undefined);
});

const said = (
  refundedAmount: number,
  asked = refundedAmount,
  name = 'CONFIRMED',
  refundUnreachable = false,
  instantDecision = false,
) => {
  const answer = loanStory({
    status: { name },
    currency: 'EUR',
    amount: 3267,
    refundedAmount,
    totalRequestedRefundsAmount: asked,
    arrears: null,
    ended: null,
    refundAskedSince: asked > refundedAmount ? '2025-11-17T09:00:00Z' : null,
    refundUnreachable,
    institution: { instantDecision },
  } as Parameters<typeof loanStory>[0]);
  return `${answer?.reason}. ${answer?.nextStep}`;
};

test('LN-34, LN-35 a loan that is lent says what of it went back and what still can', () => {
  assert.equal(said(0), "The order is paid by this loan. 3'267.00 EUR can still be refunded.");
  assert.equal(
    said(0.1),
    "The order is paid by this loan; 0.10 EUR refunded. 3'266.90 EUR can still be refunded.",
  );
  assert.equal(said(3267, 3267, 'REFUNDED'), 'The whole loan was refunded. Nothing is left to do.');
});

const waits = (sum: string) =>
  `A refund of ${sum} EUR waits for the institution, since 17.11.2025.`;

test('LN-34, SB-39 a refund that waits is the first that is said: how much, since when, and what can be done', () => {
  assert.equal(
    said(0, 710.75),
    `${waits('710.75')} The request can be cancelled until the institution answers. 2'556.25 EUR more can be refunded.`,
  );
  assert.equal(
    said(0.1, 0.3),
    `${waits('0.20')} The request can be cancelled until the institution answers. 0.10 EUR was refunded. 3'266.70 EUR more can be refunded.`,
  );
  assert.equal(
    said(0, 3267, 'CONFIRMED', true),
    `${waits("3'267.00")} The institution could not be reached: send the request again, or cancel it. Nothing more can be refunded.`,
  );
  assert.match(
    said(0, 710.75, 'CONFIRMED', false, true),
    /^The answer to a refund of 710\.75 EUR is overdue: the institution usually decides at once, and this one has waited \d+ days, since 17\.11\.2025\. Ask the institution, or call it; until it answers, the request can be cancelled\. 2'556\.25 EUR more can be refunded\.$/,
  );
});

test('LN-34, SB-39 arrears hide no refund that waits: what can be done is said first', () => {
  const behind = { arrears: 52.72 };
  assert.match(stands(behind), /^52\.72 EUR was not paid in time\. The institution collects it/);
  assert.match(
    stands({ ...behind, totalRequestedRefundsAmount: 40 }),
    /^A refund of 40\.00 EUR waits .* can be cancelled .* 60\.00 EUR more can be refunded\. 52\.72 EUR was not paid in time: the institution collects it\.$/,
  );
});

const stands = (more: object) => {
  const answer = loanStory({
    status: { name: 'CONFIRMED' },
    live: true,
    currency: 'EUR',
    amount: 100,
    refundedAmount: 0,
    totalRequestedRefundsAmount: 0,
    arrears: null,
    ended: null,
    refundAskedSince: null,
    refundUnreachable: false,
    statusUntil: '2026-11-30T09:00:00.000Z',
    institution: { instantDecision: false, remoteSigning: true },
    ...more,
  } as Parameters<typeof loanStory>[0]);
  return `${answer?.reason}. ${answer?.nextStep}`;
};

test('LN-35, AM-80 of a loan that has ended it is said how, and first what of it is still to be given back', () => {
  // as its order has it, and its button
  const left = 'The order stays paid: 100.00 EUR can still be refunded.';
  assert.equal(stands({ ended: 'REPAID' }), `The loan is repaid. ${left}`);
  assert.equal(stands({ ended: 'WITHDRAWN' }), `The customer has withdrawn from the loan. ${left}`);
  for (const ended of ['REPAID', 'WITHDRAWN'])
    assert.match(
      stands({ ended, totalRequestedRefundsAmount: 40 }),
      /^A refund of 40\.00 EUR waits for the institution/,
    );
  assert.match(stands({ endAsked: 'WITHDRAWN' }), /^Withdrawal requested: waiting .* ask again\.$/);
  assert.match(stands({ endAsked: 'REPAID' }), /^Early repayment requested: waiting/);
  const lent = {
    status: { name: 'CONFIRMED' },
    ended: null,
    withdrawUntil: '2026-11-30',
    withdrawable: true,
  } as const;
  assert.equal(withdrawalEnds(lent), '2026-11-30');
  assert.equal(withdrawalEnds({ ...lent, ended: 'REPAID' }), null);
  assert.equal(withdrawalEnds({ ...lent, withdrawable: false }), null);
  assert.equal(withdrawalEnds({ ...lent, status: { name: 'REFUNDED' } }), null);
  const back = { refundedAmount: 100, totalRequestedRefundsAmount: 100 };
  assert.match(
    stands({ ...back, status: { name: 'REFUNDED' }, ended: 'REPAID' }),
    /^The whole loan was refunded/,
  );
});

test('AM-118, LN-35 of what is signed it is said that it is to be let go, and not that it is cancelled; of an order that is over not that it can be paid', () => {
  const waits = { status: { name: 'WAITING_FOR_CONFIRMATION' } };
  assert.match(stands(waits), /^Waiting for the institution’s answer\./);
  assert.match(
    stands({ ...waits, statusUntil: null, letGo: true }),
    /^Waiting for the institution’s answer to the cancellation\. Where it has lent already the loan stands/,
  );
  const { cancel } = LOAN_ACTIONS;
  const said = (name: ConsumerCreditStatus) => cancel.outcome!({ status: { name } } as never);
  assert.equal(said('FAILED'), null, 'as usual');
  assert.match(said('WAITING_FOR_CONFIRMATION')!, /is asked/);
  assert.match(said('CONFIRMED')!, /it stands$/);
  const failed = { status: { name: 'FAILED' }, decidedBy: 'AUTOMATIC', failureReason: null };
  assert.match(stands({ ...failed, failureCode: 'EXPIRED' }), /can be paid another way\.$/);
  assert.match(stands({ ...failed, failureCode: 'ORDER_OVER' }), /Nothing is left to do\.$/);
  for (const [orderStatus, then] of [
    ['PAID', /\. The order was paid another way\.$/],
    ['REJECTED', /\. Its order is rejected: nothing is left to do\.$/],
    ['EXPIRED', /\. Its order has expired: nothing is left to do\.$/],
    ['VERIFIED', /\. The order can be paid another way\.$/],
  ] as const)
    for (const failureCode of ['EXPIRED', 'REFUSED_BY_RULE'])
      assert.match(stands({ ...failed, failureCode, orderStatus, reviewedDate: null }), then);
});

test('LN-34, LN-35 of what waits for somebody it is said what comes of it, and when, where they do nothing', () => {
  const statusUntil = '2026-11-30T09:00:00.000Z';
  const until = (name: ConsumerCreditStatus, more: object = {}) =>
    loanStory({
      status: { name },
      live: true,
      inReview: false,
      arrears: null,
      ended: null,
      okOfferCount: 2,
      statusUntil,
      institution: { instantDecision: false, remoteSigning: false },
      signsAtMerchant: true,
      ...more,
    } as Parameters<typeof loanStory>[0])?.due;
  const due = (words: string) => ({ words, at: statusUntil });
  assert.deepEqual(until('OFFER_SELECTION'), due('The application expires at the latest on'));
  assert.deepEqual(
    until('SIGNING_DOCUMENTS_PREPARED'),
    due('Unless signed, the agreement expires on'),
  );
  assert.deepEqual(until('WAITING_FOR_CONFIRMATION'), due('The institution has until'));
  assert.deepEqual(
    until('CUSTOMER_RISK_EVALUATION_SUCCEEDED', { inReview: true }),
    due('Unless decided, the application expires on'),
  );
  // what goes on by itself, is to be let go, was done elsewhere or is done
  for (const none of [
    until('DRAFT'),
    until('WAITING_FOR_CONFIRMATION', { statusUntil: null, letGo: true }),
    until('OFFER_CHOSEN', { live: false }),
    until('CONFIRMED', { amount: 1, refundedAmount: 0, totalRequestedRefundsAmount: 0 }),
  ])
    assert.equal(none, undefined);
});

test('FI-01, ST-03 what a loan would take of an income, with what is paid already: by the instalment, or at the least', () => {
  const one = { amount: 1200, termMonths: 12, terms: null, monthlyIncome: 1000 };
  assert.equal(burdenOf(one), 10);
  assert.equal(burdenOf({ ...one, monthlyObligations: 250 }), 35);
  assert.equal(burdenOf({ ...one, terms: { monthlyPayment: 111.5 } }), 11);
  assert.equal(burdenOf({ ...one, monthlyIncome: 0 }), null);
  assert.equal(burdenOf({ ...one, monthlyIncome: null }), null);
  assert.equal(burdenOf({ ...one, termMonths: null }), null);
});
