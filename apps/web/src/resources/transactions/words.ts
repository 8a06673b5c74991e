import { formatAmount } from '@paydesk/contract/kernel/money.ts';

/** An open one asks for somebody, a lost one cost money. */
export const DISPUTE_TONES = { OPEN: 'warning', WON: 'success', LOST: 'error' } as const;

/** '520000******9241' with dots: the hidden digits step back. */
export function maskedCard(pan: string): string {
  return pan.replaceAll('*', '•');
}

/** '−13.99': money that goes back bears its sign on every screen (AM-125). */
export function signedWords({ type, amount }: { type: string; amount: number }): string {
  return `${type === 'PAYMENT' ? '' : '−'}${formatAmount(amount)}`;
}

/** What its date is of: money moved then, or was to. */
export const datedBy = ({ status, type }: { status: { name: string }; type: string }): string =>
  status.name !== 'SUCCESS' && status.name !== 'REVERSED'
    ? 'Started'
    : type === 'PAYMENT'
      ? 'Paid'
      : 'Refunded';
