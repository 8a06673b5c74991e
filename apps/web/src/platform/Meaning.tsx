import type { ReactNode } from 'react';
import { ENTRIES } from 'virtual:glossary';
import { Words } from './Words.tsx';

/** What docs/glossary.md says of a word; it comes when somebody asks. */
export default function Meaning({ word }: { word: string }): ReactNode {
  return ENTRIES.filter(({ words }) => words.includes(word)).map(({ title, meaning }) => (
    <p key={title}>
      <strong>{title[0]!.toUpperCase() + title.slice(1)}</strong>
      <Words line={meaning} />
    </p>
  ));
}
