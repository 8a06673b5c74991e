import * as z from 'zod';
import { amount, endpoints, uuid } from '../../kernel/endpoint.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  loanAccess,
  type ConsumerCreditStatus,
} from '../../kernel/loan-statuses.ts';
import { MAX_DAYS, reportDay, reportMerchant, reportZone } from '../../kernel/reports.ts';

/** Loans that were applied for on some days: by status and institution, and how they were decided. */
export interface LoanReport {
  /** Of each status and institution how many, and how much. */
  groups: {
    status: ConsumerCreditStatus;
    institutionId: string | null;
    institution: string | null;
    count: number;
    amount: number;
  }[];
  /** By the day on which they were applied for. */
  days: { date: string; applied: number; confirmed: number; failed: number }[];
  /** Those whose time from the application to the end of it is known; half of them took so many seconds at most. */
  decided: { count: number; medianSeconds: number | null };
}

const APPROVED: readonly ConsumerCreditStatus[] = ['CONFIRMED', 'REFUNDED'];

const countOf = (groups: LoanReport['groups'], names: readonly ConsumerCreditStatus[]): number =>
  groups.reduce((sum, { status, count }) => sum + (names.includes(status) ? count : 0), 0);

/** What an approval rate is of; when some of them were decided may not be known. */
export const decidedLoans = (groups: LoanReport['groups']): number =>
  countOf(groups, [...APPROVED, 'FAILED']);

/** Of those that were decided, in hundredths of a percent; null where none was. What was given back was confirmed before. */
export function approvalRate(groups: LoanReport['groups']): number | null {
  const decided = decidedLoans(groups);
  return decided ? Math.round((countOf(groups, APPROVED) * 10_000) / decided) : null;
}

export const loanReportEndpoints = endpoints(() => {
  const count = z.int().min(0);
  return {
    'GET /api/reports/loans': {
      summary: `Loans by the day on which they were applied for, at most ${MAX_DAYS} days at once: by status and institution, and how fast they were decided`,
      serves: 'FI-01, LN-35, SB-44',
      access: loanAccess.read,
      scope: 'merchant',
      query: z.strictObject({
        from: reportDay('The first day.'),
        to: reportDay('The last day, included.'),
        timeZone: reportZone(),
        f_merchantId: reportMerchant(),
      }),
      answer: z.strictObject({
        groups: z.array(
          z.strictObject({
            status: z.enum(Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[]),
            institutionId: uuid().nullable(),
            institution: z.string().nullable(),
            count,
            amount: amount(),
          }),
        ),
        days: z.array(
          z.strictObject({ date: z.iso.date(), applied: count, confirmed: count, failed: count }),
        ),
        decided: z.strictObject({ count, medianSeconds: z.number().min(0).nullable() }),
      }) satisfies z.ZodType<LoanReport>,
    },
  };
});
