import type { Key } from '@paydesk/contract/index.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import type { DayRange } from '../../ui/DateRange/days.ts';
import { browserTimeZone } from '../format.ts';
import { notCome } from '../late.tsx';
import { fileNameOf } from './csvWords.ts';
import { toQuery, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

/** The names under which the filters hold the days that a file is cut by (AM-12). */
export const datesOf = ({ csv, created }: AnyResource): string[] =>
  csv?.dateRange === undefined
    ? []
    : [csv.dateRange, ...(csv.dateRange === created ? ['createdDate'] : [])];

/** What a file is asked for by: the list's filters, its days in place of the date filter (CS-18). */
export function fileQuery(resource: AnyResource, state: ListState, range: DayRange | null) {
  const { page: _page, size: _size, ...query } = toQuery(state, browserTimeZone());
  if (range) for (const key of datesOf(resource)) delete query[`f_${key}`];
  return {
    ...query,
    ...(range?.from && { dateFrom: range.from }),
    ...(range?.to && { dateTo: range.to }),
  };
}

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
