import type { Selectable } from 'kysely';

/** A table's row as the seed writes it. */

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

type Instant = 'date' | 'valid_from' | 'valid_to' | `${string}_date` | `${string}_at`;

type Row<T> = {
  [K in keyof Selectable<T> & string as Camel<K>]: K extends Instant
    ? Date | Extract<Selectable<T>[K], null>
    : Selectable<T>[K];
};

/** A table's row with its instants as dates; `Known` says more of a column than its type does. */
export type Seeded<T, Known = unknown> = Omit<Row<T>, keyof Known> & Known;

/** What only what repeats says. */
export type Repeats = 'recurring_unit' | 'recurring_every' | 'recurring_most_cents';
