import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { paths } from './paths.ts';
import { shortId } from './platform/format.ts';
import { leavesOf } from './platform/LogScreen/read.ts';

/** The records that a message names by their ids, each with its screen. */
const NAMED = [
  ['orderId', 'Order', paths.order],
  ['purchaseId', 'Purchase', paths.purchase],
  ['transactionId', 'Transaction', paths.transaction],
  ['loanId', 'Loan', paths.consumerCredit],
  ['consumerCreditId', 'Loan', paths.consumerCredit],
  ['recurringPaymentId', 'Recurring payment', paths.recurringPayment],
] as const;

/** What a message is about, by the ids in it; `said` are those that stand beside it already. */
export const namedIn = (text: string, said: readonly (string | null)[] = []) => {
  const leaves = new Map(leavesOf(text).map(({ name, value }) => [name, value]));
  return NAMED.flatMap(([key, label, pathOf]) => {
    const id = leaves.get(key);
    return id && isUuid(id) && !said.includes(id)
      ? [{ label: `${label} ${shortId(id)}`, href: pathOf(id) }]
      : [];
  });
};

/** Of a next attempt: one whose time has come leaves as soon as those before it have; null: it has its time. */
export const nextWords = (nextAttempt: string | null): string | null =>
  nextAttempt && Date.parse(nextAttempt) < Date.now() ? 'In the queue' : null;
