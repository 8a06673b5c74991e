import * as z from 'zod';
import { amount, currency, endpoints } from '../../kernel/endpoint.ts';
import type { CURRENCIES } from '../../kernel/enumeration.ts';
import { MAX_DAYS, reportDay, reportMerchant, reportZone } from '../../kernel/reports.ts';
import { recurring } from '../recurring.ts';

/** How many, and what they come to. */
export interface Figure {
  count: number;
  amount: number;
}

/** Recurring payments as they stand, and what became of them and of their days in a time. */
export interface RecurringReport {
  /** Active at this moment; what all of them take in a month on the average. */
  active: { currency: keyof typeof CURRENCIES; count: number; monthly: number }[];
  /** Those that went on when the time began, suspended ones too. */
  before: number;
  begun: number;
  /** Cancelled, or at their end; also those that began only in this time. */
  ended: number;
  /** Of those before, the ones that ended in this time. */
  left: number;
  /** Days that came: at last unpaid, tried again, paid after a decline, missed. */
  failed: Figure;
  retrying: Figure;
  recovered: Figure;
  missed: Figure;
}

/**
 * Of those that went on when the time began, how many ended in it, in hundredths of a percent; null where none did. What
 * began and ended within it was never among them.
 */
export const churnOf = ({ before, left }: Pick<RecurringReport, 'before' | 'left'>) =>
  before ? Math.round((left * 10_000) / before) : null;

export const recurringReportEndpoints = endpoints(() => {
  const count = z.int().min(0);
  const figure = z.strictObject({ count, amount: amount() });
  return {
    'GET /api/reports/recurring': {
      summary: `Recurring payments: how many are active and what they take in a month, what began and ended, and the days that failed or were paid after a decline; at most ${MAX_DAYS} days at once`,
      serves: 'AM-14, AM-122, SB-44',
      access: recurring.read,
      scope: 'merchant',
      query: z.strictObject({
        from: reportDay('The first day.'),
        to: reportDay('The last day, included.'),
        timeZone: reportZone(),
        f_merchantId: reportMerchant(),
      }),
      answer: z.strictObject({
        active: z.array(z.strictObject({ currency: currency(), count, monthly: amount() })),
        before: count,
        begun: count,
        ended: count,
        left: count.meta({
          description: 'Of those that went on before, the ones that ended: the churn.',
        }),
        failed: figure,
        retrying: figure,
        recovered: figure,
        missed: figure,
      }) satisfies z.ZodType<RecurringReport>,
    },
  };
});
