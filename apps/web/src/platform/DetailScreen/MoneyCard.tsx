import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { MoneyStory } from '@paydesk/contract/kernel/story.ts';
import { AppLink } from '../AppLink.tsx';
import { DetailCard } from './blocks.tsx';
import styles from './money.module.css';

const signed = (amount: number) => `${amount < 0 ? '−' : ''}${formatAmount(Math.abs(amount))}`;

/** By the names of what figures are the sums of: the lists that have exactly those rows. */
export type MoneyRows = Readonly<Record<string, string>>;

/** From what came in to what is left, in one column of figures, with one bar of the parts; a line that the next says again is left out, and what is left where nothing went. */
export function MoneyCard({
  of: { currency, of, lines, left, beside },
  rows: lists = {},
}: {
  of: MoneyStory;
  rows?: MoneyRows | undefined;
}) {
  const named = ({ label, rows }: { label: string; rows?: string }) => {
    const href = rows && lists[rows];
    return href ? <AppLink href={href}>{label}</AppLink> : label;
  };
  const figure = (amount: number) => (
    <dd>
      {signed(amount)} <span className={styles.currency}>{currency}</span>
    </dd>
  );
  const told = lines.filter(({ part, amount }, at) => part || amount !== lines[at + 1]?.amount);
  const last = told.at(-1);
  const whole = last && !last.part && last.amount === left.amount ? told.pop()! : left;
  const parts = lines.filter(({ part }) => part);
  const width = (amount: number) => `${Math.min(100, (Math.abs(amount) / (of || 1)) * 100)}%`;
  return (
    <DetailCard title="Money">
      {parts.length ? (
        <div className={styles.bar} aria-hidden>
          {parts.map(({ label, amount, part }) => (
            <span key={label} data-part={part} style={{ width: width(amount) }} />
          ))}
        </div>
      ) : null}
      <dl className={styles.lines}>
        {told.map((one) => (
          <div key={one.label} data-part={one.part}>
            <dt>{named(one)}</dt>
            {figure(one.amount)}
          </div>
        ))}
        <div className={styles.left}>
          <dt>{named(whole)}</dt>
          {figure(whole.amount)}
        </div>
        {beside?.map((one) => (
          <div key={one.label}>
            <dt>{named(one)}</dt>
            {'amount' in one ? figure(one.amount) : <dd>{formatIsoDay(one.day)}</dd>}
          </div>
        ))}
      </dl>
    </DetailCard>
  );
}
