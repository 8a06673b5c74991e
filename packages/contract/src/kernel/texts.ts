const SIGNS = String.raw`\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069`;
const LINES = String.raw`\u2028\u2029`;

/**
 * What makes a text read as another one: signs of control, and what turns the order of writing; and half a letter,
 * which no database takes.
 */
export const DECEIVING = new RegExp(`[${SIGNS}]`, 'u');

const OF_NO_LINE = new RegExp(`[${SIGNS}${LINES}]`, 'u');
const GAPS = new RegExp(`[\\s${SIGNS}${LINES}]+`, 'gu');

/** One line, and nothing in it that deceives. */
export const isPlainLine = (text: string): boolean => !OF_NO_LINE.test(text);

/** The same made of any text: for what others say, who can't be asked to type it anew. */
export const plainLine = (text: string): string => text.replaceAll(GAPS, ' ').trim();

/** Its beginning, in whole letters as lengths are counted. */
export function cut(text: string, most: number): string {
  const begin = text.slice(0, most * 2);
  return text.length > most ? [...begin].slice(0, most).join('') : text;
}
