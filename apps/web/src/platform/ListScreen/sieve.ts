import { isFilterable, visibleColumns, type Column } from '@paydesk/contract/kernel/columns.ts';
import { filterHint } from '@paydesk/contract/kernel/filters.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { DEFAULT_SORT, filterValue, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

/** What an address asks for and this person does not get, by the names of the columns. */
export interface LeftOut {
  /** Of columns that the person may not see. */
  filters: readonly string[];
  sort: string | null;
  columns: readonly string[];
  /** Filters whose value says nothing to their column. */
  unreadable: readonly string[];
  /** Names that the list does not have: said without repeating them. */
  unknown: boolean;
}

export interface Sieved {
  state: ListState;
  leftOut: LeftOut | null;
}

const shows = (column: Column | undefined) =>
  column !== undefined && !column.fileOnly && !column.filterOnly;

/**
 * The view of an address as far as this person may see it: a colleague's link, a shared view and one
 * typed by hand work, but for what the server would refuse (SB-04).
 */
export function sieve(resource: AnyResource, actor: Actor, asked: ListState): Sieved {
  const seen = new Map<string, Column>(visibleColumns(resource.columns, actor));
  const all = new Map<string, Column>(Object.entries(resource.columns));
  const resolve = (key: string) => (key === 'createdDate' ? resource.created : key);
  let unknown = false;
  /** The name of a column that is there for others. */
  const named = (key: string, fits: (column: Column) => boolean): string[] => {
    const column = all.get(key);
    if (column && !seen.has(key) && fits(column)) return [column.label];
    unknown = true;
    return [];
  };

  const filters: Record<string, string> = {};
  const unseen: string[] = [];
  const unreadable: string[] = [];
  for (const [name, value] of Object.entries(asked.filters)) {
    const column = seen.get(resolve(name));
    if (!column || !isFilterable(column)) unseen.push(...named(resolve(name), isFilterable));
    else if (filterHint(column, filterValue(column, value)) !== null) unreadable.push(column.label);
    // an address may be typed as a field is
    else filters[name] = filterValue(column, value);
  }

  let { sort } = asked;
  const unsorted: string[] = [];
  if (sort !== DEFAULT_SORT) {
    const [name = '', direction, ...rest] = sort.split(',');
    const whole = (direction === 'ASC' || direction === 'DESC') && !rest.length;
    if (!whole || !seen.get(resolve(name))?.sort) {
      unsorted.push(...named(resolve(name), (column) => whole && column.sort === true));
      sort = DEFAULT_SORT;
    }
  }

  const kept = asked.columns?.filter((key) => shows(seen.get(key))) ?? [];
  const unshown = (asked.columns ?? [])
    .filter((key) => !kept.includes(key))
    .flatMap((key) => named(key, shows));

  const columns = kept.length ? kept : null;
  const leftOut = {
    filters: unseen,
    sort: unsorted[0] ?? null,
    columns: unshown,
    unreadable,
    unknown,
  };
  const something = unknown || [unseen, unsorted, unshown, unreadable].some(({ length }) => length);
  const typed = Object.keys(filters).some((name) => filters[name] !== asked.filters[name]);
  const state = something || typed ? { ...asked, filters, sort, columns } : asked;
  return { state, leftOut: something ? leftOut : null };
}
