import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import { ITEM_PAGE_SIZES } from '@paydesk/contract/kernel/resource.ts';
import { lineTax } from '@paydesk/contract/kernel/tax.ts';
import { orderItems } from '@paydesk/contract/resources/orders.ts';
import { formatCount } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Below, RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { Pager } from '../../platform/ListScreen/Pager.tsx';
import { Button } from '../../ui/Button.tsx';
import { Coming } from '../../ui/Coming.tsx';
import styles from './orders.module.css';

type Item = RowOf<typeof orderItems.columns>;

/** As they are sent, and what each line comes to. */
const COLUMNS = {
  ...orderItems.columns,
  total: { label: 'Line Total', kind: 'amount' },
} as const satisfies Columns;

const rateOf = ({ taxRate }: Item) => `${hundredths(taxRate)} %`;

/** What a phone has no columns for: '2 pcs × 1.21 · 21 % tax'. */
function inBrief(item: Item): string {
  const pieces = [formatCount(item.count), item.unit].filter(Boolean).join(' ');
  const each = item.count === 1 ? '' : ` × ${formatAmount(item.amount)}`;
  return `${pieces}${each} · ${rateOf(item)} tax`;
}
const WIDE_ONLY = ['amount', 'taxRate', 'currency', 'count', 'unit'];

const cells: Readonly<Record<string, (item: Item) => ReactNode>> = {
  label: (item) => (
    <>
      <span className={styles.label}>{item.label}</span>
      <Below>{inBrief(item)}</Below>
    </>
  ),
  taxRate: rateOf,
  total: (item) => `${formatAmount(fromCents(lineOf(item)))} ${item.currency}`,
};

/** What was bought, ten lines at a time or more, with the sums of the lines shown (OR-03, OR-10, GT-26). */
export function OrderItems({ id }: { id: string }): ReactNode {
  const [{ page, size }, setPage] = useState({ page: 0, size: ITEM_PAGE_SIZES[0] as number });
  const { data, error, refetch } = useCall(
    'GET /api/orders/{id}/items',
    { params: { id }, query: { page, size, sort: 'position,ASC' } },
    { placeholderData: keepPreviousData },
  );
  const { title } = orderItems;
  if (error)
    return (
      <DetailCard title={title}>
        <p className={styles.plain} role="alert">
          The items could not be loaded. <Button onClick={() => void refetch()}>Retry</Button>
        </p>
      </DetailCard>
    );
  if (!data) return <Coming />;
  const { content, totalElements } = data;
  if (!totalElements)
    return (
      <DetailCard title={title}>
        <p className={styles.plain}>This order has no items.</p>
      </DetailCard>
    );
  return (
    <DetailCard flush title={title} count={totalElements}>
      <RelatedTable
        caption={title}
        columns={COLUMNS}
        rows={content}
        cells={cells}
        wideOnly={WIDE_ONLY}
        foot={sumsOf(content, totalElements > size)}
      />
      {totalElements > ITEM_PAGE_SIZES[0] ? (
        <Pager
          state={{ page, size }}
          shown={content.length}
          total={totalElements}
          sizes={ITEM_PAGE_SIZES}
          onPage={(next) => setPage({ page: next, size })}
          onSize={(next) => setPage({ page: 0, size: next })}
        />
      ) : null}
    </DetailCard>
  );
}

/** What the lines shown come to, below the columns that they are the sums of. */
function sumsOf(items: readonly Item[], part: boolean): Readonly<Record<string, ReactNode>> {
  let gross = 0n;
  let tax = 0n;
  for (const item of items) {
    const line = lineOf(item);
    gross += line;
    tax += lineTax(line, hundredths(item.taxRate));
  }
  const { currency } = items[0]!;
  return {
    label: (
      <>
        {part ? 'These lines' : 'Total'}
        <span className={styles.tax}>
          {' '}
          · of which tax {formatAmount(fromCents(tax))} {currency}
        </span>
      </>
    ),
    total: (
      <strong className={styles.sum}>
        {formatAmount(fromCents(gross))} {currency}
      </strong>
    ),
  };
}

const lineOf = ({ amount, count }: Item) => cents(amount) * BigInt(count);
const cents = (amount: number) => toCents(amount) ?? 0n;
/** 0.21 → 21n: a rate has two decimals, as an amount does. */
const hundredths = cents;
