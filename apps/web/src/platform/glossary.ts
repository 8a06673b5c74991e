import { piecesOf, type Line } from './changelog.ts';

/** What the glossary says of a word, or of several that mean one thing. */
export interface Entry {
  /** In small letters, as they are looked for. */
  words: readonly string[];
  /** As it is written. */
  title: string;
  meaning: Line;
}

/** From here on it is about the code, which nobody meets on a screen. */
const OF_THE_CODE = '\n## How it is built';

/** The words of docs/glossary.md that people meet on screens, in its order. */
export function entriesOf(markdown: string): Entry[] {
  const [said = ''] = markdown.split(OF_THE_CODE);
  return [...said.matchAll(/^\| \*\*(.+?)\*\* +\| (.+?) +\|/gm)].map(([, title, meaning]) => ({
    words: title!.toLowerCase().split(', '),
    title: title!,
    meaning: piecesOf(meaning!),
  }));
}

/** As the words of a field are looked for. */
export const wordOf = (label: string): string => label.toLowerCase();
