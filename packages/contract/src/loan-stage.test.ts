import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSUMER_CREDIT_STATUSES, type ConsumerCreditStatus } from './kernel/loan-statuses.ts';
import { LOAN_WAITS } from './lending.ts';
import { stageOf, waitsFor } from './loan-stage.ts';
import type { Order } from './resources/orders.ts';
import { loanStory } from './resources/consumer-credits/story.ts';
import { orderAnswer } from './resources/orders/story.ts';
import type { Purchase } from './resources/purchases.ts';
import { purchaseAnswer } from './resources/purchases/story.ts';

const asked = (askedCount: number, unansweredCount: number, okOfferCount = 0) => ({
  okOfferCount,
  askedCount,
  unansweredCount,
});

test('LN-35, FI-05 what a loan waits for stands beside its status in a few words, with how many have offered and have not answered', () => {
  assert.equal(stageOf('APPLICATION_CREATED', asked(3, 2)), 'Awaiting 2 of 3 offers');
  assert.equal(stageOf('APPLICATION_CREATED', asked(1, 1)), 'Awaiting an offer');
  // whom others asked is not theirs to know
  assert.equal(stageOf('APPLICATION_CREATED', { okOfferCount: 0 }), 'Awaiting offers');
  assert.equal(stageOf('OFFER_SELECTION', asked(3, 1, 2)), '2 offers, 1 awaited');
  assert.equal(stageOf('OFFER_SELECTION', asked(2, 0, 1)), '1 offer');
  assert.equal(stageOf('OFFER_SELECTION', asked(2, 0)), 'No offer left');
  assert.equal(stageOf('CONFIRMED', asked(2, 0, 2)), null);
  // in lists they stand in one line, and each record says the rest
  for (const name of Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[])
    assert.ok((stageOf(name, asked(12, 11, 1)) ?? '').length <= 25, name);
  assert.equal(
    waitsFor('OFFER_SELECTION', asked(3, 1, 2)),
    'Waiting for the shopper: 2 offers to choose from; 1 of 3 institutions has not answered',
  );
  assert.equal(
    waitsFor('APPLICATION_CREATED', asked(3, 2)),
    'Waiting for the institutions’ offers: 2 of 3 institutions have not answered',
  );
  assert.equal(
    waitsFor('OFFER_SELECTION', asked(2, 0, 2)),
    'Waiting for the shopper: 2 offers to choose from',
  );
  assert.equal(waitsFor('OFFER_CHOSEN', asked(2, 0, 2)), LOAN_WAITS.OFFER_CHOSEN);
});

test('AM-116, AM-118, LN-35 a loan, its order, its purchase and lists say alike where it is signed, and that it is being cancelled', () => {
  for (const [loanStatus, more, short, words, next] of [
    [
      'SIGNING_DOCUMENTS_PREPARED',
      { signsAtMerchant: true },
      'To sign at the merchant’s',
      'waiting for the agreement to be signed at the merchant’s',
      /^Once the customer has signed .* on its loan\.$/,
    ],
    [
      'SIGNING_DOCUMENTS_PREPARED',
      {},
      'Awaiting signature',
      'waiting for the shopper to sign the agreement',
      /^The outcome will show/,
    ],
    [
      'WAITING_FOR_CONFIRMATION',
      { letGo: true },
      'Cancellation requested',
      'waiting for the institution’s answer to the cancellation',
      /^The outcome will show/,
    ],
  ] as const) {
    const one = { okOfferCount: 1, ...more };
    assert.equal(stageOf(loanStatus, one), short);
    assert.ok(short.length <= 25);
    const loan = { status: { name: loanStatus }, live: true, statusUntil: null, ...one };
    assert.equal(loanStory(loan as never)!.reason, `W${words.slice(1)}`);
    for (const { reason, nextStep, leads } of [
      ofPurchase({ beingPaid: true, loanStatus, ...one }),
      orderAnswer({ status: { name: 'VERIFIED' }, beingPaid: true, loanStatus, ...one } as never)!,
    ]) {
      assert.equal(reason, `Its loan is ${words}`);
      assert.match(nextStep, next);
      assert.equal(leads, 'its loan');
    }
  }
});

const ofOrder = (more: object) => {
  const one = { paymentMethod: 'CONSUMER_CREDIT', paymentUrl: null, ...more };
  const { reason, nextStep } = orderAnswer(one as Order)!;
  return `${reason}. ${nextStep}`;
};

test('FI-05, LN-35 the page of a credit order begins with how far its loan has come', () => {
  const loan = { loanStatus: 'OFFER_SELECTION', okOfferCount: 2 };
  const status = { name: 'PENDING' };
  assert.equal(
    ofOrder({ ...loan, status, beingPaid: true }),
    'Its loan is waiting for the shopper: 2 offers to choose from. The outcome will show here; all there is to know of it is on its loan.',
  );
  assert.match(
    ofOrder({ ...loan, status }),
    /\. Its loan is waiting .* Approve it, or reject it\.$/,
  );
  const failed = { loanStatus: 'FAILED', loanFailure: 'Every institution declined' };
  assert.match(
    ofOrder({ ...failed, status }),
    /\. Its loan failed: every institution declined\. App/,
  );
  for (const name of ['DRAFT', 'VERIFIED', 'PENDING'])
    assert.match(ofOrder({ status: { name } }), /\. Nobody has applied for its loan yet\. /);
  assert.doesNotMatch(ofOrder({ status, paymentMethod: 'CARD' }), /loan/);
});

const ofPurchase = (more: object) =>
  purchaseAnswer({ status: { name: 'UNSIGNED' }, lastPaymentStatus: null, ...more } as Purchase)!;

test('PU-01 a purchase that waits for its loan says for what, in its order’s words', () => {
  const waits = ofPurchase({ beingPaid: true, loanStatus: 'WAITING_FOR_CONFIRMATION' });
  assert.equal(waits.reason, 'Its loan is waiting for the institution’s answer');
  assert.match(waits.nextStep, /is on its loan\.$/);
  assert.equal(waits.leads, 'its loan');
  assert.equal(ofPurchase({ beingPaid: true }).reason, 'Its shopper is paying it now');
  const loanFailure = 'Every institution declined';
  assert.equal(
    ofPurchase({ loanStatus: 'FAILED', loanFailure }).reason,
    'Its loan failed: every institution declined',
  );
});
