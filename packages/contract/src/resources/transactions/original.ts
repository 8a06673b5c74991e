import type { Columns } from '../../kernel/columns.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Answer } from '../../kernel/story.ts';
import { TRANSACTION_STATUSES } from '../../kernel/transaction-statuses.ts';

/** Of a refund: the payment that it gives back of; how much that was and is left, its list has too. */
export const ORIGINAL = {
  originalStatus: {
    label: 'Status of the payment that it gives back of',
    kind: 'choice',
    enumeration: TRANSACTION_STATUSES,
    nullable: true,
  },
} as const satisfies Columns;

interface Refund {
  amount: number;
  currency: string;
  originalAmount?: number | null;
  originalLeft?: number | null;
}

/** '38.16 of 66.95 EUR' */
export const partOfPayment = ({ amount, currency, originalAmount: of }: Refund): string =>
  `${formatAmount(amount)} ${of && of > amount ? `of ${formatAmount(of)} ` : ''}${currency}`;

const PAYMENT = 'the payment';

/** After what is said of the refund: what is left of its payment. */
export function andLeft(
  said: string,
  { originalLeft: left, currency }: Refund,
): Pick<Answer, 'nextStep' | 'leads'> {
  if (left === null || left === undefined) return { nextStep: said };
  const words =
    left > 0
      ? `${formatAmount(left)} ${currency} of ${PAYMENT} can still be refunded.`
      : `Nothing of ${PAYMENT} is left to refund.`;
  return { nextStep: `${said} ${words}`, leads: PAYMENT };
}
