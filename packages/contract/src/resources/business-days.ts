import * as z from 'zod';
import { countDays, parseIsoDay } from '../kernel/dates.ts';
import { amount, endpoints } from '../kernel/endpoint.ts';
import { isUuid } from '../kernel/filters.ts';
import { messages } from '../kernel/messages.ts';
import { ROUTE_SETS } from '../permissions.ts';

/** The most days of one report (SB-44). */
export const MAX_DAYS = 366;

/**
 * The four series of a business day, in the order of the charts (BD-10, AM-23): debit is what payers
 * were charged, credit what went back to them; a reversal counts on the day of the reversal.
 */
export const SERIES = {
  debitTransactions: 'Debit',
  debitReversals: 'Debit reversals',
  creditTransactions: 'Credit',
  creditReversals: 'Credit reversals',
} as const;

export type Series = keyof typeof SERIES;

/** One day: how many, and how much in EUR (BD-13, BD-14). */
export type BusinessDay = { date: string } & Record<Series | `${Series}Amount`, number>;

/** Null, or which end of a range is refused and why (BD-03, SB-44). */
export function checkRange(from: string, to: string): { field: 'from'; message: string } | null {
  if (from > to) return { field: 'from', message: messages.dateOrder };
  if (countDays(from, to) > MAX_DAYS)
    return { field: 'from', message: `At most ${MAX_DAYS} days at once` };
  return null;
}

const day = (description: string) =>
  z
    .string()
    .refine((text) => parseIsoDay(text) !== null, messages.isoDate)
    .meta({ format: 'date', description })
    .optional();

export const businessDayEndpoints = endpoints(() => {
  const count = z.int().min(0);
  return {
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
        f_merchantId: z
          .string()
          .refine(isUuid, messages.id)
          .meta({ format: 'uuid', description: 'One merchant alone. Staff only.' })
          .optional(),
      }),
      answer: z.array(
        z.strictObject({
          date: z.iso.date(),
          debitTransactions: count,
          debitReversals: count,
          creditTransactions: count,
          creditReversals: count,
          debitTransactionsAmount: amount(),
          debitReversalsAmount: amount(),
          creditTransactionsAmount: amount(),
          creditReversalsAmount: amount(),
        }),
      ) satisfies z.ZodType<BusinessDay[]>,
    },
  };
});
