import { formatAmount } from '@paydesk/contract/kernel/money.ts';

/** '520000******9241' with dots: the hidden digits step back. */
export function maskedCard(pan: string): string {
  return pan.replaceAll('*', '•');
}

/** '−13.99': money that goes back bears its sign on every screen (AM-125). */
export function signedWords({ type, amount }: { type: string; amount: number }): string {
  return `${type === 'PAYMENT' ? '' : '−'}${formatAmount(amount)}`;
}

interface Dated {
  status: { name: string };
  type: string;
  date: string;
  capturedDate: string | null;
}

/** When money moved, or was to: what a bank held for days before is paid once it is captured. */
export const datedBy = ({ status: { name }, type, date, capturedDate }: Dated) =>
  name !== 'SUCCESS' && name !== 'REVERSED'
    ? { dated: 'Started', date }
    : { dated: type === 'PAYMENT' ? 'Paid' : 'Refunded', date: capturedDate ?? date };

interface Refund {
  type: string;
  status: { name: string };
  amount: number;
  currency: string;
  originalAmount: number | null;
  originalLeft: number | null;
  requestedBy: string | null;
}

/** 'Of 66.95, 28.79 left' beside a refund that went through, and whole, with who asked for it, where there is room. */
export function partWords(row: Refund, brief?: 'brief'): string | null {
  const { type, status, amount, originalAmount: of, originalLeft: left, requestedBy: by } = row;
  if (type === 'PAYMENT' || status.name !== 'SUCCESS' || of === null) return null;
  const money = (cents: number) => `${formatAmount(cents)}${brief ? '' : ` ${row.currency}`}`;
  const rest = left === null ? '' : left > 0 ? `, ${money(left)} left` : ', none left';
  const part = of > amount ? `Of ${money(of)}${rest}` : 'In full';
  return brief || !by ? part : `${part}; requested by ${by}`;
}
