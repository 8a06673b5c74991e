import { PAYMENT_SCHEMES, schemeCalled } from '@paydesk/contract/kernel/cards.ts';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { namedValues, type Named } from '@paydesk/contract/kernel/enumeration.ts';
import { WHOLE } from '@paydesk/contract/kernel/filters.ts';
import {
  DEFAULT_PAGE_SIZE,
  PAGE_SIZES,
  type Direction,
  type Resource,
} from '@paydesk/contract/kernel/resource.ts';
import { settled } from '@paydesk/contract/kernel/settled.ts';
import { isoDay } from '../format.ts';

/** What a list shows. It stands in the URL under the names of the list call, defaults left out. */
export interface ListState {
  /** Zero-based, as the call counts (GT-27). */
  page: number;
  size: number;
  /** 'field,ASC' or 'field,DESC': always exactly one (GT-11, GT-29). */
  sort: string;
  /** Column key → value as typed, trimmed (GT-08, GT-30). */
  filters: Readonly<Record<string, string>>;
  /** The keys of the columns, in their order; null: as the list comes. */
  columns: readonly string[] | null;
  /** Whose days its filters name, where a link brings its calendar along; else the browser's. */
  zone?: string;
}

export const DEFAULT_SORT = 'createdDate,DESC';

/** As a list comes: its own order, or the newest first. */
export const orderOf = ({ order }: Pick<Resource, 'order'>): string =>
  order ? `${order.key},${order.direction}` : DEFAULT_SORT;

type Search = Readonly<Record<string, unknown>>;

/** Reads the URL; `rows` are a page where it names none. A filter nobody knows is kept: the server refuses it by name. */
export function readState(
  search: Search,
  rows: number = DEFAULT_PAGE_SIZE,
  order = DEFAULT_SORT,
): ListState {
  const filters: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    const text = key.startsWith('f_') ? textOf(value).trim() : '';
    if (text) filters[key.slice(2)] = text;
  }
  const page = Number(textOf(search.page));
  const size = Number(textOf(search.size));
  const columns = textOf(search.c).split(',').filter(Boolean);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 0,
    size: PAGE_SIZES.includes(size as never) ? size : rows,
    sort: textOf(search.sort) || order,
    filters,
    columns: columns.length ? columns : null,
    ...zoneOf(textOf(search.timeZone)),
  };
}

/** A zone that nobody knows is none. */
function zoneOf(name: string): Pick<ListState, 'zone'> {
  try {
    return name && new Intl.DateTimeFormat('en', { timeZone: name }) ? { zone: name } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** The search parameters of a view; what is not the list's own is left as it was. */
export function writeState(
  state: ListState,
  search: Search = {},
  rows: number = DEFAULT_PAGE_SIZE,
  order = DEFAULT_SORT,
): Record<string, string> {
  const written: Record<string, string> = {};
  for (const [key, value] of Object.entries(search))
    if (!OWN.has(key) && !key.startsWith('f_')) written[key] = textOf(value);
  if (state.page > 0) written.page = String(state.page);
  if (state.size !== rows) written.size = String(state.size);
  if (state.sort !== order) written.sort = state.sort;
  for (const [key, value] of Object.entries(state.filters)) if (value) written[`f_${key}`] = value;
  if (state.zone) written.timeZone = state.zone;
  if (state.columns) written.c = state.columns.join(',');
  return written;
}

const OWN = new Set(['page', 'size', 'sort', 'c']);

/** True for the list as it comes: nothing of it stands in the address. */
export const isUntouched = (search: Search) =>
  !Object.keys(search).some((key) => OWN.has(key) || key.startsWith('f_'));

export interface ListCall {
  page: number;
  size: number;
  sort: string;
  timeZone: string;
  [filter: `f_${string}`]: string;
}

/** The query of the list call: page, size, sort, filters and the zone that days are read in (AM-13). */
export function toQuery(state: ListState, timeZone: string): ListCall {
  const query: ListCall = {
    page: state.page,
    size: state.size,
    sort: state.sort,
    timeZone: state.zone ?? timeZone,
  };
  for (const [key, value] of Object.entries(state.filters)) query[`f_${key}`] = value;
  return query;
}

/**
 * Another filter starts again at the first page; an empty value takes the filter off. What is searched within
 * messages is searched in the last days, and says so, where nothing else bounds it.
 */
export function withFilter(
  state: ListState,
  key: string,
  value: string,
  { columns, created }: Pick<Resource, 'columns' | 'created'>,
): ListState {
  const filters = { ...state.filters };
  const text = value.trim();
  if (text) filters[key] = text;
  else delete filters[key];
  const within = text && columns[key]?.within;
  if (within && ![created, ...within.or].some((one) => filters[one]))
    filters[created] = 'last7days';
  return { ...state, page: 0, filters };
}

/** The sort in force on a column; `createdDate` stands for the resource's own (AM-12). */
export function sortOf(
  state: ListState,
  resource: Pick<Resource, 'created'>,
  key: string,
): Direction | null {
  const [field, direction] = state.sort.split(',');
  const sorted = field === 'createdDate' ? resource.created : field;
  if (sorted !== key) return null;
  return direction === 'ASC' ? 'ASC' : 'DESC';
}

/** A click on a header: the same column turns round, another one starts; never none (GT-10, GT-11). */
export function withSort(
  state: ListState,
  resource: Pick<Resource, 'created' | 'columns'>,
  key: string,
): ListState {
  const now = sortOf(state, resource, key);
  const kind = resource.columns[key]?.kind;
  const first: Direction =
    kind === 'dateTime' || kind === 'amount' || kind === 'number' ? 'DESC' : 'ASC';
  const direction = now === null ? first : now === 'ASC' ? 'DESC' : 'ASC';
  const sort = key === resource.created ? `createdDate,${direction}` : `${key},${direction}`;
  return { ...state, page: 0, sort };
}

/** Codes by their words, each found whole. */
export const codesOf = ({ words }: Column): Named[] | undefined =>
  words && namedValues(words).map((one) => ({ ...one, name: WHOLE + one.name }));

/** Four digits of a card are its last; so are those of a whole number, which stands in no address. A scheme has its name. */
function cardValue(text: string): string {
  const scheme = schemeCalled(text.trim());
  if (scheme) return PAYMENT_SCHEMES[scheme];
  const [, last] = /^(?:\d{9,15})?(\d{4})$/.exec(text.replaceAll(/[\s-]/g, '')) ?? [];
  return last ? `•• ${last}` : text;
}

/** The value that typed text means: 'last 7 days' is last7days, and '4242' of a card '•• 4242'. */
export const filterValue = (column: Column, text: string): string =>
  settled(column, column.card === 'alone' ? cardValue(text) : text, isoDay(new Date()));

/** The rows that the page shows: '51–100 of 20'412'. */
export function pageRange(state: Pick<ListState, 'page' | 'size'>, shown: number) {
  const from = state.page * state.size + 1;
  return shown > 0 ? { from, to: from + shown - 1 } : null;
}

/** The columns of one actor's table: those that they chose, else those that the list comes with. */
export function columnsOf(
  visible: readonly [string, Column][],
  chosen: ListState['columns'],
): [string, Column][] {
  const mine = (chosen ?? []).flatMap((key) => visible.filter(([name]) => name === key));
  return mine.length ? mine : visible.filter(([, column]) => !column.hidden && !column.fileOnly);
}

/** '27.10. – 27.11.' of days of one year, which have room where they are not being typed. */
export const shortDays = (text: string) =>
  text.replace(/^(\d\d\.\d\d\.)(\d{4}) – (\d\d\.\d\d\.)\2$/, '$1 – $3');
