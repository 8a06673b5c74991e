import type { ReactNode } from 'react';
import { store, useStore } from './store.ts';

export interface WordMarkProps {
  label: string;
  of: 'heading' | 'field';
  /** The label says so too, and the mark stands behind all of it. */
  optional?: boolean;
}

type Draw = (props: WordMarkProps) => ReactNode;

const held = store<Draw | null>(null);

const ask = () => {
  if (!held.get())
    void import('./WordMark.tsx').then(
      ({ wordMark }) => held.set(wordMark),
      () => undefined,
    );
};

/** The mark behind a word of a heading or a form; null until somebody has come near one (ADR 146). */
export const useWordMark = (): Draw | null => useStore(held);

/** What a heading or a field is given, so that it is there when it is looked for: no first screen waits for it. */
export const nearWords = { onPointerEnter: ask, onFocus: ask };
/** Of a form, whose first field has the focus from the start. */
export const nearFields = { onPointerEnter: ask, onKeyDown: ask };
