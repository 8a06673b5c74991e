/** Scripts that are written from right to left. */
const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam'];
const LETTER = String.raw`[[${SCRIPTS.map((name) => String.raw`\p{Script=${name}}`).join('')}]&&\p{L}]`;
/** Letters of these, and what stands between two of them that is no letter of another script. */
const RUN = new RegExp(String.raw`${LETTER}(?:[^\p{L}\n]*${LETTER})*\p{M}*`, 'gv');
/** What turns the order of all that follows, and has no place in a text of ours. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

const [BEGINS, ENDS] = ['\u2068', '\u2069'];

/**
 * A line in which what is read from right to left turns nothing beside it: an amount after a name in Arabic or Hebrew
 * stays where it was written, and the line begins at its left.
 */
export const isolated = (line: string): string =>
  line.replaceAll(TURNS, '').replaceAll(RUN, `${BEGINS}$&${ENDS}`);

/** The same for HTML, out of a line that is escaped by then. */
export const asElements = (line: string): string =>
  line.replaceAll(BEGINS, '<bdi>').replaceAll(ENDS, '</bdi>');
