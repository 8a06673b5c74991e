import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { MONEY_REASONS, type TransactionDetail } from '@paydesk/contract/resources/transactions.ts';
import { toneOf, type Tone } from '../../ui/tone.ts';
import { OUTCOME } from './words.ts';

export interface Event {
  key: string;
  tone: Tone;
  title: string;
  detail: string;
  /** The transaction that the event made. */
  transactionId: string | null;
  at: string | null;
}

const sentence = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** What became of a transaction, the latest first; what is still open stands at the top. */
export function eventsOf(transaction: TransactionDetail): Event[] {
  const { amount, currency, status, reversal } = transaction;
  const money = (value: number) => `${formatAmount(value)} ${currency}`;
  const what = transaction.refundedTransactionId ? 'Refund' : 'Payment';
  // a reversed payment had succeeded before
  const outcome = status.name === 'REVERSED' && reversal ? 'SUCCESS' : status.name;
  const events: Event[] = [
    {
      key: 'created',
      tone: toneOf(outcome),
      title: `${what} of ${money(amount)} ${OUTCOME[outcome]}`,
      detail: sentence(
        transaction.externalErrorDescription,
        transaction.createdBy,
        transaction.externalPaymentId && `reference ${transaction.externalPaymentId}`,
      ),
      transactionId: null,
      at: transaction.date,
    },
  ];
  for (const refund of transaction.refunds) {
    const manual = refund.reasonCode === 'REFUNDED_MANUALLY';
    events.push({
      key: refund.id,
      tone: 'success',
      title: manual
        ? `${money(refund.amount)} marked as refunded`
        : `Refund of ${money(refund.amount)} succeeded`,
      detail: sentence(MONEY_REASONS[refund.reasonCode], refund.reasonNote),
      transactionId: refund.transactionId,
      at: refund.date,
    });
  }
  if (reversal)
    events.push({
      key: 'reversal',
      tone: 'ended',
      title: `Reversal of ${money(reversal.amount)} succeeded`,
      detail: sentence(MONEY_REASONS[reversal.reasonCode], reversal.reasonNote),
      transactionId: null,
      at: reversal.date,
    });
  events.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const pending = pendingWords(transaction);
  if (pending)
    events.unshift({
      key: 'pending',
      tone: 'warning',
      title: pending,
      detail: 'The acquirer has not answered yet',
      transactionId: null,
      at: null,
    });
  return events;
}

/** 'Refund of 12.50 EUR is pending'; null when no answer is awaited. */
export function pendingWords(transaction: TransactionDetail): string | null {
  const { awaitingAcquirer, refundedTransactionId, currency } = transaction;
  if (!awaitingAcquirer) return null;
  const itself = refundedTransactionId !== null && awaitingAcquirer === 'refund';
  const amount = itself ? transaction.amount : transaction.pendingAmount;
  const what = awaitingAcquirer === 'refund' ? 'Refund' : 'Reversal';
  return amount > 0
    ? `${what} of ${formatAmount(amount)} ${currency} is pending`
    : `${what} is pending`;
}
