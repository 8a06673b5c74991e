import * as z from 'zod';
import { amount, endpoints } from '../kernel/endpoint.ts';
import { MAX_DAYS, reportDay, reportMerchant } from '../kernel/reports.ts';
import { ROUTE_SETS } from '../permissions.ts';

/**
 * The four series of a business day, in the order of the charts (BD-10, AM-23), with what the totals beside
 * them call the same: debit is what payers
 * were charged, credit what went back to them; a reversal counts on the day of the reversal.
 */
export const SERIES = {
  debitTransactions: 'Debit (sales)',
  debitReversals: 'Debit reversals',
  creditTransactions: 'Credit (refunds)',
  creditReversals: 'Credit reversals',
} as const;

export type Series = keyof typeof SERIES;

/** One day: how many, and how much in EUR (BD-13, BD-14). */
export type BusinessDay = { date: string } & Record<Series | `${Series}Amount`, number>;

const day = (description: string) => reportDay(description).optional();

export function businessDayAnswer() {
  const count = z.int().min(0);
  return z.strictObject({
    date: z.iso.date(),
    debitTransactions: count,
    debitReversals: count,
    creditTransactions: count,
    creditReversals: count,
    debitTransactionsAmount: amount(),
    debitReversalsAmount: amount(),
    creditTransactionsAmount: amount(),
    creditReversalsAmount: amount(),
  }) satisfies z.ZodType<BusinessDay>;
}

export const businessDayEndpoints = endpoints(() => ({
  'GET /api/reports/business-days': {
    summary: `Business days: what each brought, at most ${MAX_DAYS} at once`,
    serves: 'API-141, BD-13, BD-14, SB-44, AM-23, AM-24, AM-63',
    access: ROUTE_SETS.TRANSACTION_DASHBOARD,
    scope: 'merchant',
    query: z.strictObject({
      from: day('The first day; a month before the last one where it is left out.'),
      to: day('The last day, included; today where it is left out.'),
      fromDate: day('Another name of `from`.'),
      toDate: day('Another name of `to`.'),
      f_merchantId: reportMerchant(),
    }),
    answer: z.array(businessDayAnswer()),
  },
}));
