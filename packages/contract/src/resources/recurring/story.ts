import type { ChargeHold } from '../../charging.ts';
import { formatIsoDay } from '../../kernel/dates.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Answer } from '../../kernel/story.ts';
import { SUSPEND_REASONS, type SuspendReason } from '../recurring.ts';
import { recurringAsks as asks, type RecurringState } from './actions.ts';

interface Told extends RecurringState {
  openDues: number;
  count: number;
  retryAt: string | null;
  lastPaidHow: string | null;
  nextChargeAt: string | null;
}

const SUSPENDED_NEXT: Readonly<Record<SuspendReason, string>> = {
  PAUSED_BY_MERCHANT: 'Resume it, and it is charged from its next day on.',
  PAUSED_BY_CUSTOMER: 'The customer resumes it by the link in every receipt.',
  DECLINED: 'The customer is asked for another card; then it can be resumed.',
};

/** While nothing can be charged it stays active, and each day passes as it comes (SB-42, AM-116); `brief` beside a chip. */
export const ON_HOLD: Readonly<
  Record<ChargeHold, { reason: string; brief: string; nextStep: string }>
> = {
  CUSTOMER: {
    reason: 'On hold: the customer is blocked or closed',
    brief: 'On hold: customer',
    nextStep:
      'Nothing is charged, and each due day is skipped. Once the customer is active again, it is charged from its next day on.',
  },
  CARD: {
    reason: 'On hold: the card is blocked, expired or deleted',
    brief: 'On hold: card',
    nextStep:
      'Nothing is charged, and each due day is skipped, until the card can be used again or the customer gives another.',
  },
  RECURRING: {
    reason: 'On hold: recurring payments are not open to the merchant',
    brief: 'On hold: closed',
    nextStep:
      'Nothing is charged, and each due day is skipped. Once they are open again, it is charged from its next day on.',
  },
  MERCHANT: {
    reason: 'On hold: the merchant is disabled',
    brief: 'On hold: merchant',
    nextStep:
      'Nothing is charged. Once the merchant is active again, it is charged from its next day on, and the days that have passed wait for a decision.',
  },
  AGREED: {
    reason: 'On hold: the amount is more than the customer agreed to',
    brief: 'On hold: amount',
    nextStep:
      'Nothing is charged, and each due day is skipped. Once the amount is changed to the agreed maximum or less, it is charged from its next day on.',
  },
};

const RESUMED = 'An administrator resumes it, and it is charged from its next day on.';

/** What happens to a recurring payment, why, and what can be done now, as its screen says it first. */
export function recurringStory(one: Told): Answer {
  const { status, suspendReason, openDues, onHold } = one;
  const unpaid = `${openDues} ${openDues === 1 ? 'day is' : 'days are'} not paid`;
  if (openDues && (status.name === 'CANCELLED' || status.name === 'EXPIRED'))
    return {
      reason: status.name === 'CANCELLED' ? 'It was cancelled' : 'It has ended',
      nextStep: `${unpaid}, and nobody is charged for ${openDues === 1 ? 'it' : 'them'} any more.`,
    };
  if (openDues && suspendReason === 'PAUSED_BY_CUSTOMER')
    return {
      tone: 'warning',
      reason: `${SUSPEND_REASONS[suspendReason]}, and ${unpaid}`,
      nextStep:
        'Nothing can be charged until the customer resumes it by the link in every receipt.',
    };
  if (onHold) {
    const { reason, nextStep } = ON_HOLD[onHold];
    return { tone: 'warning', reason: openDues ? `${reason}, and ${unpaid}` : reason, nextStep };
  }
  const byItself = `Nothing of ${openDues === 1 ? 'it' : 'them'} is charged automatically`;
  const day = openDues === 1 ? 'the day' : 'each day';
  if (openDues)
    return {
      tone: 'warning',
      reason: unpaid,
      nextStep: `${byItself}: charge or skip ${day} below.`,
      for: { asks, others: `${byItself}: an administrator charges or skips ${day} below.` },
    };
  switch (status.name) {
    case 'SUSPENDED':
      return suspendReason
        ? {
            tone: suspendReason === 'DECLINED' ? 'warning' : 'ended',
            reason: SUSPEND_REASONS[suspendReason],
            nextStep: SUSPENDED_NEXT[suspendReason],
            ...(suspendReason === 'PAUSED_BY_MERCHANT' && { for: { asks, others: RESUMED } }),
          }
        : {
            reason: 'Nobody is charged',
            nextStep: 'Resume it, or cancel it.',
            for: { asks, others: 'An administrator resumes it, or cancels it.' },
          };
    case 'CANCELLED':
      return { reason: 'It was cancelled', nextStep: 'The customer would have to agree again.' };
    case 'EXPIRED':
      return { reason: 'It has ended', nextStep: 'The customer would have to agree again.' };
    case 'ACTIVE':
      return active(one);
  }
}

function active({ nextDueDay, nextChargeAt, ...one }: Told): Answer {
  if (one.beingCharged)
    return { reason: 'It is being charged now', nextStep: 'The outcome will show here.' };
  if (one.retryAt)
    return {
      tone: 'warning',
      reason: 'The last charge was declined',
      nextStep: 'It is retried automatically, as the retry plan says.',
    };
  return {
    tone: 'success',
    // the agreement may be over before that day
    reason:
      nextDueDay && nextChargeAt !== null
        ? `Next: ${formatAmount(one.amount)} ${one.currency} on ${formatIsoDay(nextDueDay)}`
        : 'No charge is planned',
    nextStep: one.lastPaidHow
      ? `The last charge was paid ${one.lastPaidHow}.`
      : one.count
        ? 'The last charge was paid.'
        : 'Nothing has been charged yet.',
  };
}
