import { formatAmount, less, parseAmount } from '@paydesk/contract/kernel/money.ts';
import type { AnyActionSpec } from '../ActionButton.tsx';
import styles from '../action.module.css';
import { Bar } from './blocks.tsx';

interface MoneyLeft {
  left: number;
  of: number;
  currency: string;
  /** What became of the rest, a few words each. */
  gone: readonly string[];
}

/** What gives money back says before how much is left, and what stays of that by what is typed. */
export const withLeft = (spec: AnyActionSpec, { left, of, currency, gone }: MoneyLeft) => ({
  ...spec,
  intro: (
    <>
      {spec.intro}
      <Bar rest share={of > 0 ? (of - left) / of : 0} />
      <p className={styles.left}>
        {gone.map((words) => `${words} · `).join('')}
        <strong>
          {formatAmount(left)} {currency} left
        </strong>{' '}
        of {formatAmount(of)}
      </p>
    </>
  ),
  follows: ({ amount }: Readonly<Record<string, unknown>>) => {
    const typed = parseAmount(String(amount ?? ''));
    // its line is kept, also where what is typed can't be sent
    const after = typed === null ? -1 : less(left, typed);
    return `Left after this: ${after < 0 ? '—' : `${formatAmount(after)} ${currency}`}`;
  },
});
