import type { Key } from '@paydesk/contract/index.ts';
import { startExport } from '../exports/store.ts';
import { browserTimeZone } from '../format.ts';
import { csvFileName } from './csvWords.ts';
import { toQuery, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

export interface DayRange {
  dateFrom: string;
  dateTo: string;
}

/** Begins the file of the list under its filters, in the zone of the browser (CS-18). */
export function exportList(
  resource: AnyResource,
  state: ListState,
  records: number | undefined,
  range?: DayRange,
): void {
  const zone = browserTimeZone();
  const { page: _page, size: _size, ...query } = toQuery(state, zone);
  void startExport({
    key: `GET ${resource.path}.csv` as Key,
    query: { ...query, ...range },
    title: resource.title,
    fileName: csvFileName(resource.slug, new Date(), zone),
    records,
  });
}
