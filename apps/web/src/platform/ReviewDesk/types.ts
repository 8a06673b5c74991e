import type { ComponentType, ReactNode } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import { askedOf } from '@paydesk/contract/kernel/fields.ts';
import type { Answer } from '@paydesk/contract/kernel/story.ts';
import type { AnyRecord, RecordOf } from '@paydesk/contract/kernel/record.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import type { Requirement } from '@paydesk/contract/policy.ts';
import type { Taken } from '@paydesk/contract/taking.ts';
import type { AnyActionSpec } from '../ActionButton.tsx';
import { keysOf, specOf } from '../DetailScreen/RecordActions.tsx';

/** One thing that can be said of a case. */
export interface Choice {
  /** The letter that says it, which its button shows. */
  key: string;
  label: string;
  /** What will happen, and what can't be undone. */
  words: string;
  spec: AnyActionSpec;
}

export interface Taking {
  take: AnyActionSpec;
  giveBack: AnyActionSpec;
  assign: AnyActionSpec;
}

/** A row of the queue, in one breath. */
export interface QueueRow {
  title: string;
  value?: string;
  /** What it is, and what makes it urgent beside those of other kinds. */
  why: string;
  note: string;
  since: string;
  /** When it expires undecided, which says more than since when it waits. */
  until?: string | null;
}

/** What is decided first, whatever kind it is, as the queue of all kinds is headed. */
export const URGENCIES = {
  risk: 'High risk',
  held: 'Money waits',
  rest: 'Other cases',
} as const;

interface Urgency {
  level: keyof typeof URGENCIES;
  /** Of one level the smaller is first. */
  by: number;
}

/** What waits for a decision, as data: where it is listed, what is read of one, and what can be said of it. */
export interface ReviewQueue<Row extends { id: string } & Taken, One extends Taken> {
  /** Names a case in the address. */
  slug: string;
  title: string;
  list: Key;
  filters: Readonly<Record<`f_${string}`, string>>;
  /** The column that says since when one waits, where it was made before. */
  since?: string;
  /** By what it is narrowed; a filter by anything else leaves none of these. */
  columns: Columns;
  /** Where something is more urgent than the oldest: the column that says whose turn it is, and how that is said. */
  first?: { by: string; words: string };
  one: Key;
  /** To whom one can be given. */
  colleagues: Key;
  /** Whoever reads it. */
  asks: Requirement;
  urgency: (row: Row) => Urgency;
  /** After how many days it has waited too long; what expires is late so many before. */
  late: (row: Row) => number | null;
  /** The list that says why one waits, which its own does not know: of which row each of it is, and the words. */
  because?: {
    list: Key;
    filters: Readonly<Record<`f_${string}`, string>>;
    of: (one: never) => string;
    words: (one: never) => string;
  };
  row: (row: Row, because?: string) => QueueRow;
  /** Why this one waits for somebody else. */
  notYours?: (row: Row, actor: Actor) => string | null;
  /** Its own screen, and the list of all. */
  open: (id: string) => string;
  all: () => string;
  head: (one: One) => { title: string; chips: ReactNode; answer: Answer | null };
  choices: (one: One) => readonly Choice[];
  /** Taking it in hand, giving it back, and to another. */
  taking: (one: One) => Taking;
  customerOf: (one: One) => string | null | undefined;
  /** What is known that speaks for the one or the other. */
  Evidence: ComponentType<{ one: One }>;
}
export type AnyQueue = ReviewQueue<{ id: string } & Taken, Taken>;

export const reviewQueue = <Row extends { id: string } & Taken, One extends Taken>(
  queue: ReviewQueue<Row, One>,
) => queue as unknown as AnyQueue;

/** Some of a list's columns. */
export const picked = <C extends Columns>(columns: C, keys: readonly (keyof C & string)[]) =>
  Object.fromEntries(keys.map((key) => [key, columns[key]!]));

/** The queues under filters: each by those that it has. One that lacks a filter's column has none of what is looked for. */
export function narrowed(
  queues: readonly AnyQueue[],
  filters: Readonly<Record<string, string>>,
): readonly AnyQueue[] {
  const asked = Object.entries(filters);
  if (!asked.length) return queues;
  return queues
    .filter(({ columns }) => asked.every(([key]) => key in columns))
    .map((queue) => {
      const own = Object.fromEntries(asked.map(([key, value]) => [`f_${key}`, value]));
      return { ...queue, filters: { ...queue.filters, ...own } };
    });
}

/** An action of the contract as one thing to say, in its words but for others; of its fields `as` is said by the choice itself. */
export function choiceOf<D extends AnyRecord>(
  definition: D,
  key: keyof D['actions'] & string,
  one: RecordOf<D>,
  said: Pick<Choice, 'key'> & {
    label?: string;
    words?: string;
    submit: string;
    danger?: boolean;
    as?: Readonly<Record<string, string>>;
  },
): Choice {
  const { submit, danger = false, as = {}, ...choice } = said;
  const spec = specOf(definition, key, one);
  const consequence = definition.actions[key]!.dialog?.consequence;
  const left = Object.entries(askedOf(spec.action.fields)).filter(([name]) => !(name in as));
  return {
    label: spec.action.label,
    words: (typeof consequence === 'function' ? consequence(one as never) : consequence) ?? '',
    ...choice,
    spec: {
      ...spec,
      action: { ...spec.action, fields: Object.fromEntries(left) },
      run: (values, ...rest) => spec.run({ ...as, ...values }, ...rest),
      submitLabel: submit,
      danger,
    },
  };
}

/** The three by the record's own calls; whose it is by this reading goes along. */
export function takingOf<D extends AnyRecord>(definition: D, one: RecordOf<D> & Taken): Taking {
  const [take, giveBack, assign] = ['take', 'give-back', 'assign'].map((name) =>
    specOf(
      definition,
      keysOf(definition).find((key) => key.endsWith(`/${name}`))!,
      one,
    ),
  ) as [AnyActionSpec, AnyActionSpec, AnyActionSpec];
  const from = one.takenUserId ? { from: one.takenUserId } : {};
  return {
    take: {
      ...take,
      action: { ...take.action, fields: {} },
      run: (_values, ...rest) => take.run(from, ...rest),
    },
    giveBack,
    assign,
  };
}
