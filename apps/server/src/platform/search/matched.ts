import { plain } from '../plain.ts';
import type { Typed } from './typed.ts';

/** So long is a word that says something of whatever holds it. */
const LEAST = 2;
/** Of an id as much as lists show. */
const SHOWN_OF_ID = 6;
const BEGINNING = 8;

/**
 * By what a hit was found, where what it says does not tell: its name and its value. `shown` is all that stands there
 * anyway, which is not said again.
 */
export function matchedBy(
  also: Readonly<Record<string, string | null>>,
  typed: Typed,
  shown: string,
): string | null {
  const { ID = null, ...others } = also;
  const stands = plain(shown);
  const words = plain(typed.text)
    .split(/[\s,;]+/)
    .filter((word) => word.length >= LEAST && !stands.includes(word));
  for (const [name, value] of Object.entries(others)) {
    if (!value) continue;
    const held = plain(value);
    const digits = value.replace(/\D/g, '');
    if (words.some((word) => held.includes(word)) || (typed.phone && digits.endsWith(typed.phone)))
      return `${name} ${value}`;
  }
  return ID ? shownOf(ID, typed, stands) : null;
}

/** As much of the id as was typed of it: how it begins, or how it ends. */
function shownOf(id: string, typed: Typed, stands: string): string | null {
  const by = typed.shortened.find(
    ({ range, ending = '' }) =>
      (!range || (id >= range.from && id <= range.to)) && id.endsWith(ending),
  );
  if ((id !== typed.id && !by) || stands.includes(by?.ending ?? id)) return null;
  return by && !by.ending ? `ID ${id.slice(0, BEGINNING)}…` : `ID …${id.slice(-SHOWN_OF_ID)}`;
}
