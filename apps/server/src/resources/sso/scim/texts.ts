import { isPlainLine } from '@paydesk/contract/kernel/texts.ts';
import { wrong, type Kind } from './problem.ts';

/** No line ends and the like: it is shown, mailed and logged. */
export function text(
  name: string,
  value: unknown,
  most: number,
  kind: Kind = 'invalidValue',
): string {
  if (typeof value !== 'string' || !isPlainLine(value) || value.length > most)
    throw wrong(kind, `${name} is a text of at most ${most} signs`);
  return value.trim();
}

const MOST_OF_A_FILTER = 500;

/** What a filter looks for: a text in quotes as JSON has them. */
export function quotedText(quoted: string, otherwise: string): string {
  let value: unknown;
  try {
    value = JSON.parse(quoted);
  } catch {
    // no such filter
  }
  if (typeof value !== 'string') throw wrong('invalidFilter', otherwise);
  text('What is looked for', value, MOST_OF_A_FILTER, 'invalidFilter');
  return value;
}
