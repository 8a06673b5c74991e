import type { ReactNode } from 'react';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import type { totalsOf } from '@paydesk/contract/resources/widgets/widget.ts';
import { dash } from '../../ui/values.tsx';
import styles from './widgets.module.css';

/** What the widget comes to, as the server will reckon it (AM-71). */
export function Totals({
  sums,
  ofItems,
}: {
  sums: ReturnType<typeof totalsOf>;
  ofItems: boolean;
}): ReactNode {
  const lines: [string, bigint | undefined][] = [
    ['Amount without tax', sums?.amountCents],
    ['Tax', sums?.taxCents],
    [ofItems ? 'Total of the items' : 'Total', sums?.totalCents],
  ];
  return (
    <dl className={styles.totals} aria-label="Totals">
      {lines.map(([label, cents]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{cents === undefined ? dash : `${formatAmount(fromCents(cents))} EUR`}</dd>
        </div>
      ))}
    </dl>
  );
}
