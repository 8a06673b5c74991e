import type * as z from 'zod';
import type { Action } from './action.ts';
import type { Endpoint } from './endpoint.ts';
import type { Fields } from './fields.ts';
import type { Many } from './many.ts';
import type { SecondPerson } from './second-person.ts';
import type { Sensitive } from './sensitive.ts';

/** A sentence of the screen: the same for every record, or by what this one is. A new line begins a paragraph. */
export type Words<R> = string | ((record: R) => string);

/**
 * What is done to one record, as data: from it come the row of the endpoint table, the button with its
 * reason, the dialog and the call; on the server the lock, the rule, the audit row and the answer.
 */
export interface RecordAction<
  R,
  F extends Fields = Fields,
  N extends Nested = Nested,
> extends Action<R, F> {
  /** One sentence for the reference page, and the rows of the specification that it serves. */
  summary: string;
  serves: string;
  /** What the audit log calls it. */
  audited: Audited;
  /**
   * What is asked before: what will happen, and what can't be undone; the button may say what is typed. A
   * question may come first. Without it, it happens at once (AM-99).
   */
  dialog?: {
    title: Words<R>;
    consequence?: Words<R>;
    submit: string | ((record: R, typed: Typed) => string);
    ask?: { title: string; question: string; yes: string };
  };
  /** Words in place of its success, where what it became says otherwise; null: the usual. */
  outcome?: (after: R) => string | null;
  /** Beside its success what was done to what, by what it is now and what it was. */
  did?: (after: R, before: R) => string;
  danger?: boolean;
  /** What is done most, where it can be. */
  primary?: boolean;
  sensitive?: Sensitive;
  /** What of it waits for a second person, where a threshold says so. */
  secondPerson?: SecondPerson<R>;
  /** What its question said, sent along: what was read is done, or refused where it is otherwise by now. */
  seen?: (record: R) => Readonly<Record<string, unknown>>;
  /** What its form begins with, where it is no edit. */
  begins?: Begins | ((record: R) => Begins);
  /** Of an edit that sends the whole record back: what comes along and says nothing. */
  readOnly?: readonly string[];
  /** Offered over many rows of the list too, where `overMany` has said its words. */
  many?: Many;
  /** Done by a handler of the resource's own, where `byOwnHandler` says so. */
  outside?: Outside;
  /** What the body carries that is no field, such as rows below the record: its schema stands with the rows. */
  nested?: readonly (keyof N & string)[];
}
/** The code of an action of a record, whose words come of its name; no text is one by chance. */
export type Audited = string & { readonly [audited]: true };
declare const audited: unique symbol;

export type Nested = Readonly<Record<string, z.ZodType>>;
type Begins = Readonly<Record<string, string | number | boolean>>;
type Typed = Readonly<Record<string, string | boolean>>;

/** What the row of one says that is under a key, or whose answer may stay open. */
export type Outside = Pick<Endpoint, 'idempotent' | 'alsoAnswers'>;

/**
 * An action that is more than one transaction: it reserves, calls with no lock held and settles (ADR 9), or
 * what it does is the domain's. Its handler is the resource's own; all else comes of it as of the others.
 */
/* @__NO_SIDE_EFFECTS__ */
export const byOwnHandler = <R, F extends Fields>(
  action: RecordAction<R, F>,
  outside: Outside = {},
): RecordAction<R, F> & { outside: Outside } => ({ ...action, outside });

/* @__NO_SIDE_EFFECTS__ */
export function recordAction<
  R,
  const F extends Fields = Record<never, never>,
  N extends Nested = Record<never, never>,
>(
  definition: Omit<RecordAction<R, F, N>, 'fields' | 'audited'> & { fields?: F; audited: string },
): RecordAction<R, F, N> {
  const { audited: code, fields = {} as F } = definition;
  return { ...definition, audited: code as Audited, fields };
}

/** AM-74: a sentence that says nothing of what was done, and then that, to what is called so. */
/* @__NO_SIDE_EFFECTS__ */
export const completed = (done: string) => ({
  success: 'Action completed successfully',
  did: (_after: unknown, { name }: { name: string }) => `${name} ${done}.`,
});
