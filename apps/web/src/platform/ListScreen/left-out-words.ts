import type { LeftOut } from './sieve.ts';

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** One sentence a reason, for the line above the list. */
export function leftOutWords({ filters, sort, columns, unreadable, unknown }: LeftOut): string[] {
  const asks = [
    ...(filters.length ? [`filters by ${listed.format(new Set(filters))}`] : []),
    ...(sort === null ? [] : [`sorts by ${sort}`]),
    ...(columns.length ? [`shows ${listed.format(new Set(columns))}`] : []),
  ];
  const said = [
    ...(asks.length ? [`also ${listed.format(asks)}, which you may not see`] : []),
    ...(unknown ? ['asks for something that this list does not have'] : []),
  ];
  return [
    ...(said.length ? [`This link ${said.join(', and ')}.`] : []),
    ...(unreadable.length
      ? [`This link’s filter by ${listed.format(new Set(unreadable))} could not be read.`]
      : []),
    'The list is shown without that.',
  ];
}
