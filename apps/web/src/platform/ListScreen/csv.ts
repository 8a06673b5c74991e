import type { Key } from '@paydesk/contract/index.ts';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { parseFilter, type RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import type { DayRange } from '../../ui/DateRange/days.ts';
import { browserTimeZone } from '../format.ts';
import { notCome } from '../late.tsx';
import { queryOf } from '../query.ts';
import { fileNameOf } from './csvWords.ts';
import { toQuery, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

/** The names under which the filters hold the days that a file is cut by (AM-12). */
const datesOf = ({ csv, created }: AnyResource): string[] =>
  csv?.dateRange === undefined
    ? []
    : [csv.dateRange, ...(csv.dateRange === created ? ['createdDate'] : [])];

const RELATIVE: Record<RelativeDays, (today: string) => DayRange> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last7days: (today) => ({ from: addDays(today, -6), to: today }),
  last30days: (today) => ({ from: addDays(today, -29), to: today }),
  thisMonth: (today) => ({ from: `${today.slice(0, 7)}-01`, to: today }),
};

/** The list's own date filter, as days; today where it has none (AM-123). */
export function startRange(resource: AnyResource, state: ListState, today: string): DayRange {
  const column = resource.columns[resource.csv?.dateRange ?? ''];
  const value = datesOf(resource)
    .map((key) => state.filters[key])
    .find(Boolean);
  const parsed = column && value ? parseFilter(column, value) : null;
  if (!parsed || 'error' in parsed) return { from: today, to: today };
  const { filter } = parsed;
  if (filter.op === 'relative') return RELATIVE[filter.days](today);
  if (filter.op !== 'days') return { from: today, to: today };
  return { from: filter.from ?? null, to: filter.to ?? null };
}

/** What a file is asked for by: the list's filters, its days in place of the date filter (CS-18). */
function fileQuery(resource: AnyResource, state: ListState, range: DayRange | null) {
  const { page: _page, size: _size, ...query } = toQuery(state, browserTimeZone());
  if (range) for (const key of datesOf(resource)) delete query[`f_${key}`];
  return {
    ...query,
    ...(range?.from && { dateFrom: range.from }),
    ...(range?.to && { dateTo: range.to }),
  };
}

/** How many records the file will hold, by the server that would make it. */
export const countQuery = (resource: AnyResource, state: ListState, range: DayRange | null) => {
  const query = fileQuery(resource, state, range);
  const key = `GET ${resource.path}.csv/count` as 'GET /api/transactions.csv/count';
  return { ...queryOf(key, { query }), staleTime: 0 };
};

/** Begins the file of the list under its filters, in the zone of the browser (CS-18). */
export function exportList(
  resource: AnyResource,
  state: ListState,
  records: number | undefined,
  range: DayRange | null = null,
  as: FileAs = 'csv',
): void {
  const ending = as === 'csv' ? 'csv' : 'jsonl';
  const wanted = {
    key: `GET ${resource.path}.${ending}` as Key,
    query: fileQuery(resource, state, range),
    title: resource.title,
    columns: resource.columns,
    fileName: fileNameOf(resource.slug, ending, new Date(), browserTimeZone()),
    as,
    records,
  };
  void import('../exports/store.ts').then(({ startExport }) => startExport(wanted), notCome);
}
