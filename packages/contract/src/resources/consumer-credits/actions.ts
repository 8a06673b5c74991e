import { upTo } from '../../amounts.ts';
import { action } from '../../kernel/action.ts';
import { NO_INSTITUTION } from '../../gateways.ts';
import type { Fields } from '../../kernel/fields.ts';
import { formatAmount, fromCents, less, toCents, typedAmount } from '../../kernel/money.ts';
import { byOwnHandler, recordAction } from '../../kernel/record.ts';
import { CREDIT_REFUND_REASONS } from './refund-words.ts';
import { loanStands, loanAccess, type ConsumerCreditStatus } from '../../kernel/loan-statuses.ts';

/** The part of a loan that its rule looks at: the wire's own fields. */
export interface LoanState {
  status: { name: ConsumerCreditStatus };
  amount: number;
  /** Of all requests that were not rejected, answered or not. */
  totalRequestedRefundsAmount: number;
  currency: string;
  institution: InstitutionAbilities;
  /** Nobody is set up who could ask the institution. */
  institutionMissing: boolean;
}

/** What the loan's institution can do (AM-111, AM-116). Of a loan without one nothing is narrowed. */
export interface InstitutionAbilities {
  /** It decides at once what it is asked, else later. */
  instantDecision: boolean;
  /** The agreement is signed online, else at the merchant's. */
  remoteSigning: boolean;
  /** A part of the money may be asked back, else only all that is left. */
  partialRefund: boolean;
  /** It is asked elsewhere than the installation's others. */
  ownGateway: boolean;
}

/** The abilities in words, for whoever looks at a loan. */
export const abilityWords = (can: InstitutionAbilities): string[] => [
  can.instantDecision ? 'Usually decides at once' : 'Decides later: a request waits for its answer',
  can.remoteSigning
    ? 'The agreement is signed online'
    : 'The agreement is signed at the merchant’s',
  can.partialRefund ? 'Gives back a part or all' : 'Gives back only all that is left',
];

/** What can still be asked to go back (AM-91). */
export function leftToRefund({ amount, totalRequestedRefundsAmount }: LoanState): number {
  return fromCents(toCents(amount)! - toCents(totalRequestedRefundsAmount)!);
}

/** Null or why no refund can be requested (LN-14, SB-39). The role is no matter (LN-15). */
export function canRefundLoan(loan: LoanState): string | null {
  const { name } = loan.status;
  if (name !== 'CONFIRMED' && name !== 'REFUNDED')
    return `Only a confirmed loan can be refunded; ${loanStands(name)}`;
  if (leftToRefund(loan) <= 0) return 'Nothing is left to refund';
  return loan.institutionMissing ? NO_INSTITUTION : null;
}

const wholly = (amount: number, reason: string) => ({
  min: amount,
  max: amount,
  minMessage: reason,
  maxMessage: reason,
});

const MAX_NOTE_LENGTH = 255;

/** LN-16..20 */
const formFields = {
  amount: { label: 'Amount', kind: 'amount', required: true, min: 0.01 },
  reason: { label: 'Reason', kind: 'choice', required: true, enumeration: CREDIT_REFUND_REASONS },
  internalNote: {
    label: 'Internal note',
    kind: 'textarea',
    maxLength: MAX_NOTE_LENGTH,
    hint: 'Read by: the back office; what the merchant’s people write, they read too. With ‘Other’, say here what the reason is.',
  },
  financingInstitutionTargetedNote: {
    label: 'Note to the financing institution',
    kind: 'textarea',
    maxLength: MAX_NOTE_LENGTH,
    hint: 'Read by: the institution, the merchant and the back office.',
  },
} as const satisfies Fields;

// the path carries the id; a body may repeat it and must then agree
const loanRefundFields = {
  consumerCreditId: { label: 'Loan', kind: 'id' },
  ...formFields,
} as const;

export const refundLoan = byOwnHandler(
  recordAction<LoanState, typeof loanRefundFields>({
    label: 'Request refund',
    summary: 'Ask the financing institution for a refund; its answer comes later',
    serves: 'API-51, LN-16..22, LN-36, SB-39',
    audited: 'CREDIT_REFUND',
    sensitive: 'MONEY',
    asks: { anyOf: loanAccess.read, right: 'LOAN_REFUND' },
    whyNot: canRefundLoan,
    secondPerson: { kind: 'REFUND', amount: ({ amount }) => Number(amount) },
    fields: loanRefundFields,
    fieldsOf: (loan, actor) => {
      const max = leftToRefund(loan);
      const left = `${formatAmount(max)} ${loan.currency}`;
      const limits = loan.institution.partialRefund
        ? { max, maxMessage: `At most ${left} is left to refund.` }
        : wholly(max, `The financing institution gives back only all that is left: ${left}.`);
      const own = upTo(actor, 'LOAN_REFUND', limits);
      return { ...formFields, amount: { ...formFields.amount, ...limits, ...own } };
    },
    begins: (loan) => ({ amount: leftToRefund(loan) }),
    dialog: {
      title: 'Request a refund of this loan',
      consequence: ({ institution: { instantDecision, partialRefund } }) =>
        `The financing institution is asked to give the money back, and ${instantDecision ? 'usually decides at once' : 'decides later'}. Once it has agreed, this can’t be undone.${
          partialRefund ? '' : '\nIt gives back only all that is left, not a part of it.'
        }`,
      submit: ({ currency }, typed) =>
        ['Request refund', typedAmount(typed, currency)].filter(Boolean).join(' of '),
    },
    primary: true,
    success: 'Credit refund request has been sent to financing institution',
    did: (after, before) => {
      const asked = less(after.totalRequestedRefundsAmount, before.totalRequestedRefundsAmount);
      const requested = `${formatAmount(asked)} ${after.currency} requested`;
      // what is left is known with the answer, which may be that nothing is given back
      if (after.institution.instantDecision)
        return `${requested}. The answer shows here in a moment.`;
      const left = leftToRefund(after);
      return `${requested}, ${left > 0 ? `${formatAmount(left)} ${after.currency}` : 'nothing'} left. The institution answers later.`;
    },
  }),
  { idempotent: true },
);

/** LN-23, LN-24 */
export const commentFields = {
  comment: { label: 'Comment', kind: 'textarea', maxLength: 511, hint: 'Staff alone read it.' },
} as const satisfies Fields;

export const editComment = action<unknown, typeof commentFields>({
  label: 'Save',
  asks: { anyOf: ['READ_ANY_USER'], right: 'LOANS_CHANGE' },
  whyNot: () => null,
  fields: commentFields,
  success: 'Consumer credit comment successfully modified',
});
