import { withoutCurrency } from '@paydesk/contract/kernel/typed-amounts.ts';
import { formatAmount, parseAmount } from '@paydesk/contract/kernel/money.ts';

/** So long is a word that says something of whatever holds it. */
const LEAST_LETTERS = 2;

/** Letter for letter without case and accents. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, at) =>
    text.charAt(at).normalize('NFD').charAt(0).toLowerCase(),
  ).join('');

/** A word as it was typed, and an amount as it is written here. */
function formsOf(word: string): string[] {
  const amount = /\d/.test(word) ? parseAmount(word.replace(/^[-−+]/, '')) : null;
  return [word, ...(amount === null ? [] : [formatAmount(amount)])];
}

export interface Mark {
  at: number;
  part: string;
  isMarked: boolean;
}

/** A text in parts: those that were typed, and what is between them. */
export function marksOf(text: string, q: string): Mark[] {
  const words = withoutCurrency(q)
    .split(/\s+/)
    .map((word) => word.replace(/^…|[,;]+$/g, ''))
    .flatMap(formsOf)
    .filter((word) => word.length >= LEAST_LETTERS)
    .map(folded);
  const plain = folded(text);
  const marked = Array.from({ length: text.length }, () => false);
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      // two letters are looked for where a word begins
      if (word.length > LEAST_LETTERS || !/[\p{L}\d]/u.test(plain.charAt(at - 1)))
        marked.fill(true, at, at + word.length);
  const parts: Mark[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1);
    if (last?.isMarked === marked[at]) last!.part += text[at];
    else parts.push({ at, part: text[at]!, isMarked: marked[at]! });
  }
  return parts;
}
