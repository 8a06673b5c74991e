import * as z from 'zod';
import { addDays, countDays, formatIsoDay, monthBefore, parseIsoDay } from '../../kernel/dates.ts';
import { amount, endpoints, uuid } from '../../kernel/endpoint.ts';
import {
  CAME_TO_NOTHING,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '../../kernel/transaction-statuses.ts';
import { MAX_DAYS, reportDay, reportMerchant } from '../../kernel/reports.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import { WAITS, type WaitKey, type Waiting } from '../../waits.ts';
import { businessDayAnswer, type BusinessDay, type Series } from '../business-days.ts';

/** How many, and how much in EUR. */
export interface Figure {
  count: number;
  amount: number;
}

/** Days of the business calendar, both included; the last one up to a time, where it is not to be whole. */
export interface Period {
  from: string;
  to: string;
  until: string | null;
}

/** What some days brought: what moved by its business day, and the payments made on them by how they ended. */
export interface Figures extends Record<Series, Figure> {
  statuses: { status: TransactionStatus; count: number }[];
}

/** Why payments came to nothing, the most frequent first. */
export interface Decline extends Figure {
  status: TransactionStatus;
  /** By its name, as the list of transactions filters it. */
  failure: string;
}

export interface FigureReport {
  timeZone: string;
  today: string;
  /** `largest`: of one day the largest sale; null where it has none, or they are several days. */
  now: Period & Figures & { declines: Decline[]; largest: { id: string; amount: number } | null };
  /** Day by day too, as they are drawn beside the others: the last one cut where the period is. */
  before: Period & Figures & { days: BusinessDay[] };
}

/** What the days are held against. */
export const COMPARISONS = {
  weekday: 'the same weekdays before',
  before: 'the days right before',
  year: 'the year before',
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** Days by a name that stays true tomorrow: it stands in the address in place of the days. */
export const PRESETS = {
  today: { label: 'Today', days: (today: string) => ({ from: today, to: today }) },
  yesterday: {
    label: 'Yesterday',
    days: (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  },
  '7days': { label: '7 days', days: (today: string) => ({ from: addDays(today, -6), to: today }) },
  '30days': {
    label: '30 days',
    days: (today: string) => ({ from: addDays(today, -29), to: today }),
  },
  month: {
    label: 'This month',
    days: (today: string) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
  },
} as const;
export type Preset = keyof typeof PRESETS;

/** Back by so many whole weeks that no day is counted on both sides; so a Monday meets Mondays. */
const weeksBack = (day: string, days: number) => addDays(day, -7 * Math.ceil(days / 7));

function yearBack(day: string): string {
  let earlier = day;
  for (let months = 0; months < 12; months++) earlier = monthBefore(earlier);
  // the 31st goes through shorter months
  return parseIsoDay(`${earlier.slice(0, 8)}${day.slice(8)}`) ?? earlier;
}

/**
 * The days that a range is fairly held against. Where it reaches today, only as much of them counts as
 * of today is over: nobody is 'down 87 %' at nine in the morning.
 */
export function comparedWith(
  { from, to }: Pick<Period, 'from' | 'to'>,
  comparison: Comparison,
  now: { day: string; time: string },
): Period {
  const days = countDays(from, to);
  const back = (day: string) =>
    comparison === 'weekday'
      ? weeksBack(day, days)
      : comparison === 'before'
        ? addDays(day, -days)
        : yearBack(day);
  // what is still to come has nothing to be held against
  const last = to > now.day && from <= now.day ? now.day : to;
  return { from: back(from), to: back(last), until: last === now.day ? now.time : null };
}

/** The filter of a list by the days of a period: '16.11.2026', or up to a time of the last. */
export function periodFilter({ from, to, until }: Period): string {
  const end = until === null ? formatIsoDay(to) : `${formatIsoDay(to)} ${until}`;
  return from === to && until === null ? end : `${formatIsoDay(from)}..${end}`;
}

const WENT_THROUGH: readonly TransactionStatus[] = ['SUCCESS', 'REVERSED'];
const DECIDED: readonly TransactionStatus[] = [...WENT_THROUGH, ...CAME_TO_NOTHING];

const BY_SERIES: Readonly<Record<Series, { booked: string; day: 'bookedDate' | 'reversedDate' }>> =
  {
    debitTransactions: { booked: 'SALE', day: 'bookedDate' },
    creditTransactions: { booked: 'REFUND', day: 'bookedDate' },
    debitReversals: { booked: 'SALE', day: 'reversedDate' },
    creditReversals: { booked: 'REFUND', day: 'reversedDate' },
  };

/** The filters of the list of transactions that has exactly the rows of a figure. */
export const rowsOf = {
  series: (series: Series, period: Period) => {
    const { booked, day } = BY_SERIES[series];
    return { f_booked: booked, [`f_${day}`]: periodFilter(period) };
  },
  /** Payments that began in the period: all of them, or those that stand so now. */
  begun: (period: Period, statuses?: readonly TransactionStatus[]) => ({
    f_type: 'PAYMENT',
    ...(statuses && { f_status: statuses.join() }),
    f_date: periodFilter(period),
  }),
  decline: ({ status, failure }: Pick<Decline, 'status' | 'failure'>, period: Period) => ({
    f_type: 'PAYMENT',
    f_status: status,
    f_failure: failure,
    f_date: periodFilter(period),
  }),
};

/** What became of payments that began, in words: each status stands once, so that the parts come to all of them. */
export const BECAME: readonly (readonly [words: string, of: readonly TransactionStatus[]])[] = [
  ['paid', WENT_THROUGH],
  ['failed', CAME_TO_NOTHING],
  ['cancelled', ['CANCELLED']],
  ['open', ['PROCESSING']],
];

export const countOf = (
  statuses: Figures['statuses'],
  names: readonly TransactionStatus[],
): number =>
  statuses.reduce((sum, { status, count }) => sum + (names.includes(status) ? count : 0), 0);

/** Payments that went through or failed: what a rate is of. Who is still at it, or went away, is neither. */
export const decidedCount = (statuses: Figures['statuses']): number => countOf(statuses, DECIDED);

export const isDecided = (status: TransactionStatus): boolean => DECIDED.includes(status);

/** Those of them that went through. */
export const throughCount = (statuses: Figures['statuses']): number =>
  countOf(statuses, WENT_THROUGH);

/** What became of payments that are decided: those that went through, in tenths of a percent. */
export function successRate(statuses: Figures['statuses']): number | null {
  const decided = decidedCount(statuses);
  return decided ? Math.round((throughCount(statuses) * 1000) / decided) : null;
}

const status = () => z.enum(Object.keys(TRANSACTION_STATUSES) as TransactionStatus[]);

export const figureEndpoints = endpoints(() => {
  const count = z.int().min(0);
  const figure = () => z.strictObject({ count, amount: amount() });
  const figures = {
    from: z.iso.date(),
    to: z.iso.date(),
    until: z.string().nullable().meta({ description: 'Up to this time of the last day.' }),
    debitTransactions: figure(),
    debitReversals: figure(),
    creditTransactions: figure(),
    creditReversals: figure(),
    statuses: z.array(z.strictObject({ status: status(), count })),
  };
  return {
    'GET /api/reports/figures': {
      summary: `What days brought and what they are held against, at most ${MAX_DAYS} at once: by business day what moved, by the day they were made how payments ended and why`,
      serves: 'AM-23, AM-63, SB-44, BD-13, BD-14',
      access: ROUTE_SETS.TRANSACTION_DASHBOARD,
      scope: 'merchant',
      query: z.strictObject({
        from: reportDay('The first day of the business calendar.'),
        to: reportDay('The last day, included.'),
        compare: z
          .enum(Object.keys(COMPARISONS) as Comparison[])
          .meta({
            description: 'What they are held against; the same weekdays where it is left out.',
          })
          .optional(),
        f_merchantId: reportMerchant(),
      }),
      answer: z.strictObject({
        timeZone: z.string(),
        today: z.iso.date(),
        now: z.strictObject({
          ...figures,
          declines: z.array(
            z.strictObject({ status: status(), failure: z.string(), count, amount: amount() }),
          ),
          largest: z
            .strictObject({ id: uuid(), amount: amount() })
            .nullable()
            .meta({ description: 'Of one day its largest sale.' }),
        }),
        before: z.strictObject({ ...figures, days: z.array(businessDayAnswer()) }),
      }) satisfies z.ZodType<FigureReport>,
    },
    'GET /api/reports/waiting': {
      summary:
        'What waits for whoever asks: of each kind how many, since when, and the filters of its list',
      serves: 'beyond the rows',
      access: 'authenticated',
      scope: 'merchant',
      query: z.strictObject({ f_merchantId: reportMerchant() }),
      answer: z.strictObject({
        timeZone: z.string(),
        waits: z.array(
          z.strictObject({
            name: z.enum(Object.keys(WAITS) as WaitKey[]),
            count,
            said: count.meta({
              description:
                'Those of them in which they have had their say: another person decides.',
            }),
            oldest: z.iso.datetime().nullable(),
            due: z.iso.datetime().nullable(),
            filters: z.record(z.string(), z.string()),
          }),
        ),
      }) satisfies z.ZodType<{ timeZone: string; waits: Waiting[] }>,
    },
  };
});
