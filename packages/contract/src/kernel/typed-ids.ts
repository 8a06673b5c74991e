import { endingOf } from './filters.ts';

/** Of an id that was shortened: between which it is, and how it ends. */
export interface Shortened {
  range?: { from: string; to: string };
  ending?: string;
}

const DIGITS = 32;
/** As logs, mails and addresses shorten one. */
const LEAST = 8;

const dashed = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase();

/** The id in what was pasted: an address, quotation marks about it, its dashes lost; null where there is none. */
export function idIn(text: string): string | null {
  const bare = text.replaceAll(/[\s\p{P}]/gu, '');
  if (/^[0-9a-f]{32}$/i.test(bare)) return dashed(bare);
  const ids = text.match(/(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi);
  // of an address with two the innermost
  return ids?.at(-1)?.toLowerCase() ?? null;
}

function rangeOf(text: string): Shortened['range'] {
  const digits = /^[0-9a-f-]+$/i.test(text) ? text.replaceAll('-', '') : '';
  if (digits.length < LEAST || digits.length >= DIGITS) return undefined;
  return { from: dashed(digits.padEnd(DIGITS, '0')), to: dashed(digits.padEnd(DIGITS, 'f')) };
}

/** Each way in which it is a shortened id: '0197c3f2' begins one or ends one, '0197c3f2-8a41…dbc99e' does both. */
export function shortenedIn(text: string): Shortened[] {
  // as a hit says it: 'ID …dbc99e'
  const said = text.replace(/^id[\s:=]+/i, '').replace('...', '…');
  const ending = endingOf(said);
  const [begins] = said.split('…');
  const range = rangeOf(begins!);
  return [
    ...(ending ? [{ ending, ...(range && said.includes('…') && { range }) }] : []),
    ...(range && (!ending || !said.includes('…')) ? [{ range }] : []),
  ];
}
