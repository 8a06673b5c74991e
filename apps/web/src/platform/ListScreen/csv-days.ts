import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { parseFilter, type RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import type { DayRange } from '../../ui/DateRange/days.ts';
import { queryOf } from '../query.ts';
import { datesOf, fileQuery } from './csv.ts';
import type { ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

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

/** How many records the file will hold, by the server that would make it. */
export const countQuery = (resource: AnyResource, state: ListState, range: DayRange | null) => {
  const query = fileQuery(resource, state, range);
  const key = `GET ${resource.path}.csv/count` as 'GET /api/transactions.csv/count';
  return { ...queryOf(key, { query }), staleTime: 0 };
};
