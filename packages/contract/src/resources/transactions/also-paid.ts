import type { Columns, RowOf } from '../../kernel/columns.ts';
import type { Enumeration } from '../../kernel/enumeration.ts';
import type { Fields } from '../../kernel/fields.ts';
import { formatAmount } from '../../kernel/money.ts';
import type { Beware } from '../../kernel/second-person.ts';
import type { Answer } from '../../kernel/story.ts';

/** What else pays what a payment pays: its order, its purchase, or the day of its recurring payment (AM-113). */

const PAYERS = { PAYMENT: 'Payment', LOAN: 'Loan' } as const satisfies Enumeration;

export const alsoPaidBy = {
  kind: { label: 'Kind', kind: 'choice', enumeration: PAYERS },
  id: { label: 'ID', kind: 'id' },
  amount: { label: 'Amount', kind: 'amount' },
  // the acquirer has not said what becomes of it
  underWay: { label: 'Under way', kind: 'boolean' },
} as const satisfies Columns;

export type AlsoPaidBy = RowOf<typeof alsoPaidBy>;

export interface AlsoPaid {
  currency: string;
  alsoPaidBy: AlsoPaidBy | null;
}

/** 'another payment, of 42.00 EUR,' */
const otherWords = ({ kind, amount }: AlsoPaidBy, currency: string): string =>
  `${kind === 'LOAN' ? 'a loan' : 'another payment'}, of ${formatAmount(amount)} ${currency},`;

/** What is to be known before it counts as paid once more; null where nothing else pays it. */
export function alsoPaidWords({ alsoPaidBy: other, currency }: AlsoPaid): string | null {
  if (!other) return null;
  const words = otherWords(other, currency);
  const It = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return other.underWay
    ? `${It} for the same is under way. If it succeeds, the same has been paid twice: wait for it.`
    : `${It} has paid for the same already. With this one it counts as paid twice.`;
}

/** The same to whoever agrees that it counts. */
export const bewareOfOther = (one: AlsoPaid): Beware | null =>
  one.alsoPaidBy && {
    what: 'Also paid',
    words: alsoPaidWords(one)!,
    short: `a payment beside ${otherWords(one.alsoPaidBy, one.currency).slice(0, -1)}`,
    entityType: one.alsoPaidBy.kind === 'LOAN' ? 'CONSUMER_CREDIT' : 'TRANSACTION',
    entityId: one.alsoPaidBy.id,
  };

export const seenPaymentFields = {
  seenPaymentId: {
    label: 'Other payment as it was read',
    kind: 'id',
    asked: false,
    seen: true,
  },
} as const satisfies Fields;

/** Refused with another one's id, or none where there is one: who counts money twice has read that they do. A system may leave it out. */
export const whyUnread = (one: AlsoPaid, seen: string | null | undefined): Record<string, string> =>
  seen !== undefined && one.alsoPaidBy && one.alsoPaidBy.id !== seen?.toLowerCase()
    ? {
        seenPaymentId: `${alsoPaidWords(one)} Look at it (${one.alsoPaidBy.id}) before you decide.`,
      }
    : {};

/** Somebody's money is there twice, until one of them is given back. */
export function paidTwice(
  one: AlsoPaid & { markedByHand: boolean; status: { name: string }; remainingAmount: number },
): Answer | null {
  const { alsoPaidBy: other, markedByHand, status, currency } = one;
  if (!other || other.underWay || status.name !== 'SUCCESS' || one.remainingAmount <= 0)
    return null;
  const leads = other.kind === 'LOAN' ? 'that loan' : 'that payment';
  return {
    tone: 'warning',
    reason: `Paid twice: ${otherWords(other, currency)} has paid for the same`,
    nextStep: markedByHand
      ? `Look at ${leads}: return its money, or mark this one as refunded.`
      : `Look at ${leads}, and return the money of one of them.`,
    leads,
  };
}
