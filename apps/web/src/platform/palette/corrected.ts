import { SEARCH_DEEDS } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { LISTS } from '../../listed.ts';
import { isOneOff } from './commands.ts';

/** Of fewer letters another word is one letter away. */
const LEAST_LETTERS = 4;

/** The words that search itself reads, what is to be done first: no record is called so. */
const KNOWN: readonly string[] = [
  ...Object.keys(SEARCH_DEEDS),
  'unblock enable refunds payments transactions yesterday today successful',
  ...Object.values(TRANSACTION_STATUSES),
  ...LISTS.flatMap(({ states, rows = '' }) => [
    ...Object.values(states),
    ...rows.split(' ').flatMap((word) => [word, `${word}s`]),
  ]),
]
  .flatMap((words) => words.toLowerCase().split(/[^a-z]+/))
  .flatMap((word) => [word, word.replace(/s$/, '')])
  .filter((word) => word.length >= LEAST_LETTERS);

/** 'refnud 43.99' is 'refund 43.99': each word of ours that is one letter away; null where none is. */
export function corrected(text: string): string | null {
  const said = text.trim().toLowerCase();
  const meant = said
    .split(/\s+/)
    .map((word) =>
      word.length < LEAST_LETTERS || !/^[a-z]+$/.test(word) || KNOWN.includes(word)
        ? word
        : (KNOWN.find((one) => one.length > LEAST_LETTERS && isOneOff(word, one)) ?? word),
    )
    .join(' ');
  return meant === said.replace(/\s+/g, ' ') ? null : meant;
}
