import { formatDate } from '../../kernel/instants.ts';
import { counted } from '../../kernel/many.ts';
import { formatAmount, less, toCents } from '../../kernel/money.ts';
import { claimLines, HELD, openClaim } from '../../kernel/paid.ts';
import { moneyLines, type Answer, type MoneyStory } from '../../kernel/story.ts';
import { whyWords } from '../../reasons.ts';
import { REVIEWS_HELD } from '../../reviewing.ts';
import type { Customer } from './endpoints.ts';

/** What a customer may do, and what a block stops, as their screen begins. */
export function customerAnswer(one: Customer): Answer | null {
  switch (one.status.name) {
    case 'BLOCKED':
      return {
        tone: 'error',
        reason: 'Blocked: can’t pay or borrow until activated',
        nextStep: `${whyWords(one)}${refused(one.refusedSince)}${claimed(one)}`,
      };
    case 'CLOSED':
      if (one.erasedDate !== null)
        return {
          tone: 'ended',
          reason: 'Erased: no personal data is left',
          nextStep: 'Payments and loans stay on record, and name nobody.',
        };
      return {
        tone: 'ended',
        reason: 'Closed for good: can’t pay or borrow any more',
        nextStep: `${whyWords(one)}Payments, cards and loans stay on record.${claimed(one)}`,
      };
    case 'REGISTERED':
      return (
        elsewhereAnswer(one) ??
        heldAnswer(one) ??
        disputedAnswer(one) ?? {
          tone: 'info',
          reason: 'Registered, and not active yet',
          nextStep: 'Activate them, or wait for their first payment.',
        }
      );
    case 'ACTIVE':
      return elsewhereAnswer(one) ?? heldAnswer(one) ?? disputedAnswer(one) ?? standingAnswer(one);
  }
}

/** The block of one customer stops whoever has their email address. */
function elsewhereAnswer(one: Customer): Answer | null {
  if (!one.blockedAs) return null;
  return {
    tone: 'error',
    reason: 'Can’t pay or borrow: another customer with their email address is blocked',
    nextStep: `Both can again once ${ELSEWHERE} is activated.${claimed(one)}`,
    leads: ELSEWHERE,
  };
}

const ELSEWHERE = 'that customer';

/** After what goes before it. */
const claimed = ({ dispute }: Customer) =>
  dispute ? ` Their bank claims ${formatAmount(dispute.amount)} ${dispute.currency} back.` : '';

/** Their bank has a payment of theirs back before long, unless its merchant answers. */
function disputedAnswer(one: Customer): Answer | null {
  const { dispute } = one;
  if (!dispute) return null;
  const { amount, currency, respondBy, count } = dispute;
  const others = count > 1 ? `; ${counted(count - 1, 'more dispute')} open` : '';
  return {
    tone: 'warning',
    reason: `Their bank claims ${formatAmount(amount)} ${currency} back${others}`,
    ...(respondBy && {
      due: { words: 'Its merchant answers on the acquirer’s own pages by', at: respondBy },
    }),
    nextStep: `What the bank decides shows on ${DISPUTED}. ${screenedWords(one)}`,
    leads: DISPUTED,
  };
}

const DISPUTED = 'that payment';

/** What a caller is about, as a rule: whether they pay, what has not gone through lately, and how risky they are. */
function standingAnswer(one: Customer): Answer {
  const { lastPaid, failedSince, screeningHits } = one;
  const failed =
    failedSince === 0
      ? ''
      : `${counted(failedSince, 'payment')} failed${lastPaid ? ' since' : ''}. `;
  return {
    tone:
      failedSince || screeningHits || isUnscreened(one) ? 'warning' : lastPaid ? 'success' : 'info',
    ...(lastPaid
      ? {
          reason: `Last paid ${formatAmount(lastPaid.amount)} ${lastPaid.currency}`,
          at: lastPaid.date,
        }
      : { reason: 'Nothing paid yet' }),
    nextStep: `${failed}${screenedWords(one)}`,
    ...(screeningHits > 0 && { leads: A_MATCH }),
  };
}

const screenedWords = (one: Customer) =>
  one.screenings ? screened(one.screenings, one.screeningHits) : unscreened(one);

/** Leads to the case, or to the screenings where there are several. */
const A_MATCH = 'a match';

const screened = (count: number, hits: number) =>
  hits > 0
    ? `${hits} of ${counted(count, 'screening')} found ${A_MATCH}.`
    : `${counted(count, 'screening')}, ${count === 1 ? 'clear' : 'all clear'}.`;

const DAY_MS = 86_400_000;

/** Somebody could have been asked about them for a day, and was not. */
const isUnscreened = ({ screenings, screeningAsked, createdDate }: Customer) =>
  !screenings && screeningAsked && Date.now() - Date.parse(createdDate) > DAY_MS;

/** What follows, and that nothing of theirs waits for it. */
const unscreened = (one: Customer) =>
  one.screeningAsked
    ? `Payments go on. Not screened ${isUnscreened(one) ? `since ${formatDate(one.createdDate)}` : 'yet'}: the next hourly run does it.`
    : 'Payments go on without screening: there is no list and no provider to ask.';

/** Their money or loan waits for a person, before anything else is said of them. */
function heldAnswer({ held }: Customer): Answer | null {
  if (!held) return null;
  const { kind, amount, currency, count } = held;
  const leads = `that ${HELD[kind].toLowerCase()}`;
  const others = count > 1 ? `; ${count - 1} more of theirs ${count > 2 ? 'wait' : 'waits'}` : '';
  return {
    tone: 'warning',
    reason: `A ${HELD[kind].toLowerCase()} of ${formatAmount(amount)} ${currency} is held for review${others}`,
    nextStep: `Approve or refuse ${leads}: nothing goes on until then.`,
    leads,
    for: {
      asks: REVIEWS_HELD[kind],
      others: `An administrator decides about ${leads}: nothing goes on until then.`,
    },
  };
}

const refused = (count: number) =>
  count === 0
    ? 'No payment was refused since.'
    : count === 1
      ? 'One of their payments has failed since.'
      : `${count} of their payments have failed since.`;

const paidWords = (count: number) => (count ? counted(count, 'successful payment') : 'Paid');

/** What speaks against them as a payer, the gravest first, and nothing that there is none of: disputes, what failed, what went back. */
export function riskWords(one: Customer): string[] {
  const { disputes, payments, failedPayments, paidAmount, refundedAmount } = one;
  const back = Math.round((100 * Number(toCents(refundedAmount))) / Number(toCents(paidAmount)));
  return [
    disputes ? counted(disputes, 'dispute') : 'No dispute',
    ...(failedPayments
      ? [`${failedPayments} of ${counted(payments + failedPayments, 'payment')} failed`]
      : []),
    ...(refundedAmount > 0 ? [`${back || 'Under 1'} % refunded`] : []),
  ];
}

/** What they paid to all merchants, and what of it went back; where nothing did, that is said once. */
export function customerMoney(one: Customer): MoneyStory {
  const back = moneyLines([
    { label: 'Refunded', amount: -one.refundedAmount, part: 'back' },
    { label: 'Reversed', amount: -one.reversedAmount, part: 'back' },
    ...claimLines(one),
  ]);
  const paid = {
    label: paidWords(one.payments),
    amount: one.paidAmount,
    // of no payment there is no list to read
    ...(one.payments > 0 && { rows: 'paid' }),
  };
  const beside = [
    // of one payment it would say the same again
    ...(one.payments > 1 ? [{ label: 'Average payment', amount: one.averageAmount! }] : []),
    ...(one.failedPayments > 0
      ? [
          {
            label: counted(one.failedPayments, 'failed payment'),
            amount: one.failedAmount,
            rows: 'failed',
          },
        ]
      : []),
  ];
  if (!back.length) return { currency: 'EUR', of: one.paidAmount, lines: [], left: paid, beside };
  return {
    currency: 'EUR',
    of: one.paidAmount,
    lines: [paid, ...back],
    left: {
      label: openClaim(one) > 0 ? 'Kept if the dispute is lost' : 'Kept by merchants',
      amount: Math.max(
        0,
        less(one.paidAmount, one.refundedAmount, one.reversedAmount, one.claimedAmount),
      ),
    },
    beside,
  };
}
