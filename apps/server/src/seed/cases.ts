import { confirm, markSuccessful, taken } from './marks.ts';
import { refund, reverse, type MoneyOut } from './money-out.ts';
import { emitPayment, makePayment } from './payments.ts';
import { daysBefore, type Shop } from './people.ts';
import type { TransactionRow, UserRow } from './tables.ts';
import { HOUR_MS, later, type Payment, type World } from './world.ts';

/**
 * One transaction for everything that can be the matter with one (SB-53), for each of the two named
 * merchants. `caseDescription` finds it again: Order AO-10007, fully refunded.
 */
export const CASES = [
  ['processing', 'still processing'],
  ['success', 'untouched'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled by the customer'],
  ['declined', 'declined'],
  ['recurringBlocked', 'recurring payment blocked'],
  ['reversed', 'reversed in full'],
  ['reversedInPart', 'reversed in part'],
  ['reversedAfterRefund', 'refunded in part, the rest reversed'],
  ['reversalDeclined', 'reversal declined'],
  ['refunded', 'refunded in full'],
  ['refundedInPart', 'refunded in part'],
  ['refundedTwice', 'two refunds'],
  ['refundedThrice', 'three refunds, nothing left'],
  ['refundedManually', 'marked as refunded'],
  ['refundedBothWays', 'refunded by card and by hand'],
  ['refundDeclined', 'refund declined'],
  ['refundReversed', 'refund reversed'],
  ['refundReversedInPart', 'refund reversed in part'],
  ['refundUnknownFirst', 'refund answered late'],
  ['markedSuccessful', 'marked as successful'],
  ['days359', '359 days old'],
  ['days360', '360 days old'],
  ['bare', 'no customer, purchase or order'],
  ['oneCent', 'one cent left to refund'],
  ['awkwardText', 'with "quotes"; a comma, <b>tags</b> & a tab\tin it'],
  ['formula', '=SUM(1+1)*cmd|calc'],
  ['failedAndTaken', 'failed here, taken by the acquirer'],
  ['markedAndTaken', 'marked as successful, then found at the acquirer'],
] as const;

export type Case = (typeof CASES)[number][0];

const FIRST_NUMBER = 10_001;

export function caseDescription(initials: 'AO' | 'BB', name: Case): string {
  const index = CASES.findIndex(([key]) => key === name);
  const words = CASES[index]![1];
  // what a spreadsheet would take for a formula has to stand first
  return words.startsWith('=')
    ? `${words} ${initials}`
    : `Order ${initials}-${FIRST_NUMBER + index}, ${words}`;
}

const DECLINED = 'The acquirer declined the amount';
const NO_ANSWER = {
  externalErrorType: 'ACQUIRER',
  externalErrorCode: '68',
  externalErrorDescription: 'No response in time',
};

type Wanted = Partial<TransactionRow> & {
  links?: 'all' | 'none';
  daysAgo?: number;
  recurring?: 'new';
};

const at = (payment: Payment, hours: number) => later(payment.transaction.date, hours * HOUR_MS);

/** Gives how many transactions there are. */
export function namedCases(world: World, shop: Shop): number {
  const [owner, operator] = shop.staff as [UserRow, UserRow];
  const initials = shop.initials as 'AO' | 'BB';
  let made = 0;
  let daysAgo = 60;

  /** Makes the payment, lets happen what happens to it, and emits it. */
  function add(name: Case, given: Wanted, happens?: (payment: Payment) => void): void {
    const { daysAgo: days = (daysAgo -= 2), ...rest } = given;
    const payment = makePayment(world, shop, {
      date: later(daysBefore(world.clock, days), days > 300 ? 0 : -HOUR_MS),
      status: 'SUCCESS',
      amountCents: 120_00n,
      description: caseDescription(initials, name),
      recurring: null,
      createdBy: 'Payment page',
      links: 'all',
      ...rest,
    });
    happens?.(payment);
    emitPayment(world, payment);
    made++;
  }

  const out = (payment: Payment, hours: number, cents: bigint, reasonCode: string): MoneyOut => ({
    amountCents: cents,
    date: at(payment, hours),
    user: reasonCode === 'RETURNED_PRODUCT' ? operator : owner,
    reasonCode,
    reasonNote: 'As agreed by phone',
  });
  /** A refund that nothing more happens to. */
  function give(payment: Payment, hours: number, cents: bigint, reason: string, more = {}): void {
    emitPayment(world, refund(world, payment, { ...out(payment, hours, cents, reason), ...more }));
    made++;
  }
  /** A refund of everything that is reversed, whole or in part, the day after. */
  function giveAndTake(payment: Payment, cents: bigint): void {
    const refunded = refund(world, payment, out(payment, 2, 120_00n, 'RETURNED_PRODUCT'));
    reverse(world, refunded, out(payment, 26, cents, 'WRONG_AMOUNT'), payment);
    emitPayment(world, refunded);
    made++;
  }

  add('processing', { status: 'PROCESSING', daysAgo: 0 });
  add('success', {});
  add('failed', { status: 'FAILED' });
  add('cancelled', { status: 'CANCELLED' });
  add('declined', { status: 'DECLINED' });
  add('recurringBlocked', { status: 'RP_BLOCKED', recurring: 'new', createdBy: 'Recurring' });
  add('reversed', {}, (payment) => reverse(world, payment, out(payment, 2, 120_00n, 'DUPLICATE')));
  add('reversedInPart', {}, (payment) =>
    reverse(world, payment, out(payment, 2, 45_50n, 'WRONG_AMOUNT')),
  );
  add('reversedAfterRefund', {}, (payment) => {
    give(payment, 2, 20_00n, 'PRICE_ADJUSTMENT');
    reverse(world, payment, out(payment, 5, 100_00n, 'OTHER_REVERSAL'));
  });
  add('reversalDeclined', {}, (payment) =>
    reverse(world, payment, { ...out(payment, 2, 120_00n, 'DUPLICATE'), declined: DECLINED }),
  );
  add('refunded', {}, (payment) => give(payment, 2, 120_00n, 'RETURNED_PRODUCT'));
  add('refundedInPart', {}, (payment) => give(payment, 2, 35_00n, 'PRICE_ADJUSTMENT'));
  add('refundedTwice', {}, (payment) => {
    give(payment, 2, 35_00n, 'PRICE_ADJUSTMENT');
    give(payment, 30, 15_25n, 'RETURNED_PRODUCT');
  });
  add('refundedThrice', {}, (payment) => {
    give(payment, 2, 40_00n, 'RETURNED_PRODUCT');
    give(payment, 8, 40_01n, 'PRODUCT_OUT_OF_STOCK');
    give(payment, 20, 39_99n, 'OTHER_REFUND');
  });
  add('refundedManually', {}, (payment) => give(payment, 2, 120_00n, 'REFUNDED_MANUALLY'));
  add('refundedBothWays', {}, (payment) => {
    give(payment, 2, 50_00n, 'CANCELLED_SERVICE');
    give(payment, 4, 30_00n, 'REFUNDED_MANUALLY');
  });
  add('refundDeclined', {}, (payment) =>
    give(payment, 2, 120_00n, 'RETURNED_PRODUCT', { declined: DECLINED }),
  );
  add('refundReversed', {}, (payment) => giveAndTake(payment, 120_00n));
  add('refundReversedInPart', {}, (payment) => giveAndTake(payment, 70_00n));
  add('refundUnknownFirst', {}, (payment) =>
    give(payment, 2, 60_00n, 'OTHER_REFUND', { unknownFirst: true }),
  );
  add('markedSuccessful', { status: 'FAILED' }, (payment) => {
    markSuccessful(world, payment, owner, at(payment, 3));
  });
  add('days359', { daysAgo: 359 });
  add('days360', { daysAgo: 360 });
  add('bare', { links: 'none' });
  add('oneCent', {}, (payment) => give(payment, 2, 119_99n, 'OTHER_REFUND'));
  add('awkwardText', {});
  add('formula', {});
  add(
    'failedAndTaken',
    { status: 'FAILED', ...NO_ANSWER },
    (payment) => void taken(world, payment),
  );
  add('markedAndTaken', { status: 'FAILED', ...NO_ANSWER }, (payment) => {
    markSuccessful(world, payment, owner, at(payment, 3));
    confirm(world, payment, owner, at(payment, 5));
    give(payment, 5, 20_00n, 'PRICE_ADJUSTMENT');
  });
  return made;
}

/**
 * One payment that all amounts fit into at which the sandbox misbehaves (AM-103), for every merchant.
 * Gives how many transactions there are.
 */
export function largePayment(world: World, shop: Shop): number {
  const payment = makePayment(world, shop, {
    date: later(daysBefore(world.clock, 2), -HOUR_MS),
    status: 'SUCCESS',
    amountCents: 20_000_00n,
    description: `Order ${shop.initials}-${shop.nextOrder++}, for a whole office`,
    recurring: null,
    createdBy: 'Payment page',
    links: 'all',
  });
  emitPayment(world, payment);
  return 1;
}
