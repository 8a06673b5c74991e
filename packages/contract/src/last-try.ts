import { FAILURE_REASONS, FAILURE_STEPS } from './declines.ts';
import { FAILURES } from './failures.ts';
import type { Columns } from './kernel/columns.ts';
import type { Answer } from './kernel/story.ts';
import { TRANSACTION_STATUSES, type TransactionStatus } from './kernel/transaction-statuses.ts';

/** How the last try to pay an order or a purchase stands, and why it came to nothing. */
export const LAST_TRY = {
  lastPaymentStatus: {
    label: 'Last payment',
    kind: 'choice',
    enumeration: TRANSACTION_STATUSES,
    nullable: true,
  },
  lastPaymentFailure: {
    label: 'Why it failed',
    kind: 'choice',
    enumeration: FAILURES,
    nullable: true,
  },
} as const satisfies Columns;

interface LastTry {
  lastPaymentStatus: TransactionStatus | null;
  lastPaymentFailure: string | null;
}

const ENDED: Readonly<Record<string, string>> = {
  DECLINED: 'The payment was declined',
  RP_BLOCKED: 'The payment was refused',
  FAILED: 'The payment failed',
};

/** The status in words, unless the reason says as much. */
function inWords(status: string, failure: string): string {
  const reason = FAILURE_REASONS[failure]!;
  const ended = ENDED[status];
  return ended && !/declined|refused|failed|stopped|blocked/i.test(reason)
    ? `${ended}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
    : reason;
}

/** What there is to say of what is not paid: that it was tried in vain, or is under way; null: nobody has tried. */
export function lastTryAnswer(one: LastTry): Answer | null {
  const { lastPaymentStatus: status, lastPaymentFailure: failure } = one;
  if (status === 'PROCESSING')
    return {
      tone: 'info',
      reason: 'The payment is being processed',
      nextStep: 'Open the payment to see what it waits for.',
      leads: 'the payment',
    };
  if (!status || !failure) return null;
  const leads = 'its payment';
  return {
    tone: status === 'CANCELLED' ? 'warning' : 'error',
    reason: inWords(status, failure),
    nextStep: `${FAILURE_STEPS[failure]} All there is to know of it is on ${leads}.`,
    leads,
  };
}
