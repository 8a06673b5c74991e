import { createContext, useContext, useEffect, useState } from 'react';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { errorsOf, leftAs, startTexts, valuesOf, type Initial, type Texts } from './values.ts';

type Asks = () => Record<string, string>;

/** What a form and the rows that stand in it tell each other: what is wrong there, and that it is to be said now. */
export const RowsOfForm = createContext<{ asks: Set<Asks>; refusals: number }>({
  asks: new Set(),
  refusals: 0,
});

/** A row as it is typed. */
export interface Line {
  /** It keeps its inputs, wherever it stands. */
  id: number;
  texts: Texts;
  /** The cells that somebody has left: what is wrong with them is said. Null: all of them. */
  left: ReadonlySet<string> | null;
}

let made = 0;

const lineOf = (fields: Fields, row: object): Line => ({
  id: ++made,
  texts: startTexts(fields, row as Initial<Fields>),
  left: new Set(),
});

/**
 * The rows of a form as they are typed. Who holds them is told at each key and gets them as a body would have
 * them, what is wrong among them too: the form is not sent with it.
 */
export function useLines<F extends Fields>(
  fields: F,
  rows: readonly ValuesOf<F>[],
  onChange: ((rows: ValuesOf<F>[]) => void) | undefined,
) {
  const { asks, refusals } = useContext(RowsOfForm);
  const begin = () => rows.map((row) => lineOf(fields, row));
  const [held, setHeld] = useState(() => ({ rows, refusals, lines: begin() }));
  let now = held;
  // they come from elsewhere: read anew, or taken from somebody else
  if (now.rows !== rows) now = { ...now, rows, lines: begin() };
  if (now.refusals !== refusals)
    now = { ...now, refusals, lines: now.lines.map((line) => ({ ...line, left: null })) };
  if (now !== held) setHeld(now);
  const { lines } = now;
  const wrong = lines.map(({ texts }) => errorsOf(fields, texts));

  useEffect(() => {
    if (!onChange) return undefined;
    const ask = () =>
      Object.fromEntries(
        wrong.flatMap((of, at) =>
          Object.entries(of).map(([key, message]) => [`[${at}].${key}`, message]),
        ),
      );
    asks.add(ask);
    return () => void asks.delete(ask);
  });

  const put = (next: readonly Line[]) => {
    const values = next.map(({ texts }) => valuesOf(fields, texts) as ValuesOf<F>);
    setHeld({ ...now, rows: values, lines: [...next] });
    onChange?.(values);
  };
  return {
    lines,
    /** Every refused cell of each, whether it is said yet or not. */
    wrong,
    refusals,
    put,
    add: (initial: object) => put([...lines, lineOf(fields, initial)]),
    type: (at: number, key: string, text: string) =>
      put(lines.with(at, { ...lines[at]!, texts: { ...lines[at]!.texts, [key]: text } })),
    leave: (at: number, key: string) => {
      const line = lines[at]!;
      const typed = String(line.texts[key] ?? '');
      const text = leftAs(fields[key]!, typed);
      const left = line.left && new Set([...line.left, key]);
      const next = lines.with(at, { ...line, left, texts: { ...line.texts, [key]: text } });
      if (text !== typed) put(next);
      else if (left && !line.left!.has(key)) setHeld({ ...now, lines: next });
    },
  };
}
