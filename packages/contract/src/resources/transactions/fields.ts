import { upTo } from '../../amounts.ts';
import { CURRENCIES, type Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Actor } from '../../permissions.ts';
import { leftBeside, type TransactionState } from './rules.ts';

/** What is asked of whoever gives money back. */

export const REVERSAL_REASONS = {
  WRONG_AMOUNT: 'Wrong amount',
  DUPLICATE: 'Duplicate',
  OTHER_REVERSAL: 'Other',
} as const satisfies Enumeration;

export const REFUND_REASONS = {
  PRODUCT_OUT_OF_STOCK: 'Product out of stock',
  RETURNED_PRODUCT: 'Returned product',
  CANCELLED_SERVICE: 'Cancelled service',
  PRICE_ADJUSTMENT: 'Price adjustment',
  OTHER_REFUND: 'Other',
} as const satisfies Enumeration;

export const MANUAL_REFUND_REASONS = {
  REFUNDED_MANUALLY: 'Refunded manually',
} as const satisfies Enumeration;

const READ = 'The merchant and the back office both read it.';
// optional by the specification (TX-65), so it is asked for and not required
const note = {
  label: 'Note',
  kind: 'textarea',
  maxLength: 255,
  hint: `${READ} With ‘Other’, say here what the reason is.`,
} as const;
const moneyFields = {
  // the path has it; a body may repeat it and must then agree (SB-15)
  transactionId: { label: 'Transaction id', kind: 'id' },
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01 },
  currency: { label: 'Currency', kind: 'choice', required: true, enumeration: CURRENCIES },
} as const satisfies Fields;

export const reason = <const E extends Enumeration>(enumeration: E) =>
  ({ label: 'Reason', kind: 'choice', required: true, enumeration }) as const;

export const reversalFields = {
  ...moneyFields,
  reasonCode: reason(REVERSAL_REASONS),
  reasonNote: note,
} as const satisfies Fields;

export const refundFields = {
  ...moneyFields,
  refundReason: reason({ ...REFUND_REASONS, ...MANUAL_REFUND_REASONS }),
  refundNote: note,
} as const satisfies Fields;

/** Of what was given back another way. */
export const markFields: Fields = {
  ...refundFields,
  refundReason: reason(MANUAL_REFUND_REASONS),
  refundNote: { ...note, hint: READ },
};

/** What the form begins with: all that is left. */
export const begun =
  (left = leftBeside) =>
  (transaction: TransactionState) => ({
    amount: left(transaction),
    currency: transaction.currency,
  });

/** The form's fields with what is left of this transaction, or what the role gives back, as their limit (TX-61, TX-63, TX-68, TX-69, AM-18). */
export function limited(fields: Fields, right: 'REFUND' | 'REVERSE', left = leftBeside) {
  const { transactionId: _, ...asked } = fields;
  return (transaction: TransactionState, actor: Actor): Fields => {
    const { currency } = transaction;
    const max = left(transaction);
    return {
      ...asked,
      amount: {
        ...moneyFields.amount,
        ...upTo(actor, right, {
          max,
          maxMessage: `At most ${formatAmount(max)} ${currency} is left to ${right.toLowerCase()}.`,
        }),
      },
      currency: { ...moneyFields.currency, enumeration: { [currency]: currency } },
    };
  };
}
