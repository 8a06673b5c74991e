import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { filterWords, isUuid } from '@paydesk/contract/kernel/filters.ts';
import { shortId } from '../format.ts';
import type { ListState } from './state.ts';

/** Their values say by themselves what they are of. */
const SPEAK: readonly Column['kind'][] = ['choice', 'status', 'dateTime'];

/** 'Declined, last 7 days, by amount': what a list's filters and order come to; empty for all in its own order. */
export function viewWords(
  { filters, sort }: Pick<ListState, 'filters' | 'sort'>,
  visible: readonly [string, Column][],
  sorted: boolean,
): string {
  const columnOf = (key: string) => visible.find(([name]) => name === key)?.[1];
  const said = Object.entries(filters).map(([key, value]) => {
    const column = columnOf(key);
    if (!column) return `${key}: ${value}`;
    const words =
      column.kind === 'id' && isUuid(value) ? shortId(value) : filterWords(column, value);
    return SPEAK.includes(column.kind) ? words : `${column.label}: ${words}`;
  });
  const by = sorted ? columnOf(sort.split(',')[0]!) : undefined;
  return [...said, ...(by ? [`by ${by.label.toLowerCase()}`] : [])].join(', ');
}

/** So many letters of a tab's title are for what a list is narrowed to. */
const SHORT = 48;

/** As a tab has room for it: cut behind the last word that fits. */
export const shortWords = (words: string): string =>
  words.length <= SHORT ? words : `${words.slice(0, SHORT).replace(/[\s,]+\S*$/, '')}…`;
