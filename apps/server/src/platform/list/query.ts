import { isFilterable, visibleColumns, type Column } from '@paydesk/contract/kernel/columns.ts';
import { countDays, parseIsoDay } from '@paydesk/contract/kernel/dates.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { parseFilter, type Filter, type RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  type Direction,
  type Resource,
} from '@paydesk/contract/kernel/resource.ts';
import { settled } from '@paydesk/contract/kernel/settled.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { canonicalTimeZone } from '../config.ts';
import { Refusal } from '../errors.ts';
import { todayIn } from './days.ts';

/** '•• 8921', '5200 00•• •••• 8921': a card as it stands in print. */
const PRINTED_CARD = /^[\d•*\s-]*[\d•*][\d•*\s-]*$/;

/** Cards lie without gaps, and with stars. */
export const asKept = (card: string): string =>
  PRINTED_CARD.test(card) ? card.replaceAll('•', '*').replaceAll(/[\s-]/g, '') : card;

export interface ListRequest {
  page: number;
  size: number;
  sort: { key: string; direction: Direction };
  filters: { key: string; filter: Filter }[];
  timeZone: string;
  /** Days, both included, of the resource's csv.dateRange. */
  dateFrom?: string;
  dateTo?: string;
}

/**
 * Reads `page`, `size`, `sort`, `timeZone` and `f_…` (SB-05, SB-06). A column that the actor may not
 * see is as unknown as one that does not exist (SB-04). Throws one error a field.
 */
export function readListQuery(
  resource: Resource,
  actor: Actor,
  query: Readonly<Record<string, unknown>>,
  as: 'page' | 'csv' | 'totals' | 'first' | 'rows',
): ListRequest {
  const columns = new Map<string, Column>(visibleColumns(resource.columns, actor));
  // `createdDate` stands for the creation time on every list (AM-12)
  const resolve = (name: string) => (name === 'createdDate' ? resource.created : name);
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string) => void errors.push({ field, message });
  const request: ListRequest = {
    page: 0,
    size: DEFAULT_PAGE_SIZE,
    sort: resource.order ?? { key: resource.created, direction: 'DESC' },
    filters: [],
    timeZone: 'UTC',
  };

  const wholeNumber = (field: string, text: string, min: number, max: number): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    refuse(field, messages.between(String(min), String(max)));
    return min;
  };
  const day = (field: string, text: string): string | undefined => {
    const parsed = parseIsoDay(text);
    if (!parsed) refuse(field, messages.isoDate);
    return parsed ?? undefined;
  };

  const readers: Record<string, (text: string) => void> = {
    page: (text) => (request.page = wholeNumber('page', text, 0, 999_999_999)),
    size: (text) => (request.size = wholeNumber('size', text, 1, MAX_PAGE_SIZE)),
    sort: (text) => {
      const [name = '', direction = '', ...rest] = text.split(',');
      const key = resolve(name);
      const known = columns.get(key)?.sort && (direction === 'ASC' || direction === 'DESC');
      if (known && rest.length === 0) request.sort = { key, direction: direction as Direction };
      else refuse('sort', messages.unknownSort);
    },
    timeZone: (text) => {
      const zone = canonicalTimeZone(text);
      if (zone) request.timeZone = zone;
      else refuse('timeZone', messages.timeZone);
    },
  };
  if (as === 'totals') delete readers.sort;
  if (as === 'rows' || as === 'totals') {
    // all of them, or none
    delete readers.page;
    delete readers.size;
  }
  if (as === 'csv' && resource.csv?.dateRange) {
    readers.dateFrom = (text) => (request.dateFrom = day('dateFrom', text) ?? '');
    readers.dateTo = (text) => (request.dateTo = day('dateTo', text) ?? '');
  }

  // the zone first: a day without its year is the latest one there
  const given = Object.entries(query).toSorted(
    ([a], [b]) => Number(b === 'timeZone') - Number(a === 'timeZone'),
  );
  for (const [name, value] of given) {
    if (typeof value !== 'string') refuse(name, messages.repeated);
    else if (Object.hasOwn(readers, name)) readers[name]!(value);
    else if (name.startsWith('f_')) {
      const key = resolve(name.slice(2));
      const column = columns.get(key);
      if (!column || !isFilterable(column)) refuse(name, messages.unknownFilter);
      else if (value.trim()) {
        const typed = column.card ? asKept(value) : value;
        const parsed = parseFilter(column, settled(column, typed, todayIn(request.timeZone)));
        if ('error' in parsed) refuse(name, parsed.error);
        // the one value there is: every row has it, and counting them by it would read them all
        else if (!isOnlyValue(column)) request.filters.push({ key, filter: parsed.filter });
      }
    } else refuse(name, messages.unknownQuery);
  }
  for (const { key } of request.filters) {
    const { within } = columns.get(key)!;
    if (within && !isNarrow(resource, request, within))
      refuse(`f_${key}`, tooWide(resource, within));
  }
  if (request.dateFrom && request.dateTo && request.dateFrom > request.dateTo)
    refuse('dateFrom', messages.dateOrder);
  if (errors.length) throw new Refusal('VALIDATION_FAILURE', errors);
  return request;
}

const MOST_DAYS: Partial<Record<RelativeDays, number>> = { today: 1, yesterday: 1, last7days: 7 };

/** Few enough to read each message: of one record, or of a few days. */
function isNarrow(
  { created }: Resource,
  { filters }: ListRequest,
  { days, or }: NonNullable<Column['within']>,
): boolean {
  return filters.some(({ key, filter }) => {
    if (or.includes(key)) return filter.op === 'equals';
    if (key !== created) return false;
    if (filter.op === 'relative') return days >= (MOST_DAYS[filter.days] ?? Infinity);
    if (filter.op !== 'days') return false;
    const { from, to } = filter;
    return from !== undefined && to !== undefined && countDays(from, to) <= days;
  });
}

const tooWide = (
  { columns, created }: Resource,
  { days, or }: NonNullable<Column['within']>,
): string => {
  const records = or.map((key) => columns[key]!.label.replace(/ id$/, '').toLowerCase());
  return `To search within messages, filter by ${columns[created]!.label} first: at most ${days} days, or one ${records.join(' or ')}`;
};

/** The one value there is. */
export const isOnlyValue = ({ enumeration, nullable }: Column) =>
  enumeration !== undefined && !nullable && Object.keys(enumeration).length === 1;
