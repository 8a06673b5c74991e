import { useState } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import type { TotalsAnswer } from '@paydesk/contract/kernel/totals.ts';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import type { DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { browserTimeZone, formatCount, isoDay } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';

type Totals = TotalsAnswer['totals'];
/** What a payment is held against. */
interface Beside {
  field: DetailField;
  coming: boolean;
}

/** Their number and what they come to, without adding floats. */
const sumOf = (totals: Totals) => ({
  count: totals.reduce((all, { count }) => all + count, 0),
  cents: totals.reduce((all, { sum }) => all + (toCents(sum) ?? 0n), 0n),
});

const useTotals = (filters: Readonly<Record<`f_${string}`, string>> | null) =>
  useCall(
    'GET /api/transactions/totals',
    { query: { ...filters, timeZone: browserTimeZone() } },
    { enabled: filters !== null },
  );

function besideOf(
  label: string,
  { data, isLoading: coming }: ReturnType<typeof useTotals>,
  valueOf: (totals: Totals) => DetailField['value'],
): Beside {
  const value = data ? valueOf(data.totals) : coming ? '…' : 'Could not be loaded';
  return { field: { label, value }, coming };
}

const USUAL_DAYS = { f_type: 'PAYMENT', f_status: 'SUCCESS', f_date: 'last30days' } as const;

/** How it stands to what the merchant's payments come to on average: sums that are kept by day, however many they are. */
export function useUsual(one: TransactionDetail): Beside {
  const filters = { ...USUAL_DAYS, f_merchantId: one.merchantId ?? '' };
  return besideOf('Merchant’s average', useTotals(one.merchantId ? filters : null), (totals) => {
    const { count, cents } = sumOf(totals);
    const average = count ? fromCents(cents / BigInt(count)) : 0;
    if (!average) return 'No payment in 30 days';
    return (
      <AppLink
        href={paths.transactions(filters)}
        title={`The average of ${formatCount(count)} successful payments of the last 30 days`}
      >
        {(one.amount / average).toFixed(1)} times the usual {formatAmount(average)} {one.currency}
      </AppLink>
    );
  });
}

/** What else the same person tried on its day. */
export function useSameDay(one: TransactionDetail): Beside {
  const day = isoDay(new Date(one.date));
  const filters = {
    f_type: 'PAYMENT',
    f_date: formatIsoDay(day),
    f_customerId: one.customerId ?? '',
  };
  const [today] = useState(() => isoDay(new Date()));
  const label = day === today ? 'Others today' : 'Others that day';
  return besideOf(label, useTotals(one.customerId ? filters : null), (totals) => {
    const all = sumOf(totals);
    const count = all.count - 1;
    if (count < 1) return 'None';
    const cents = all.cents - (toCents(one.amount) ?? 0n);
    const taken = sumOf(totals.filter(({ by }) => by['status'] === 'SUCCESS')).count;
    const paid = one.status.name === 'SUCCESS' ? taken - 1 : taken;
    return (
      <AppLink href={paths.transactions(filters)}>
        {formatCount(count)}, {formatAmount(fromCents(cents))} {one.currency} in all,{' '}
        {paid ? `${formatCount(paid)} paid` : 'none paid'}
      </AppLink>
    );
  });
}
