import * as z from 'zod';
import { bodyOf, editOf, type Edit } from './body.ts';
import type { Columns, RowOf } from './columns.ts';
import type { Access, Machines } from './access.ts';
import { listEndpoint, rowSchema, uuid, type Endpoint } from './endpoint.ts';
import type { Field, ValuesOf } from './fields.ts';
import { historyOf, type History } from './history.ts';
import {
  manyEndpoints,
  type Many,
  type ManyCheckRow,
  type ManyPath,
  type ManyRow,
} from './many.ts';
import type { Nested, Outside, RecordAction } from './record-action.ts';
import { isCreation, isDeletion, isEditing, namesIn } from './record-keys.ts';
import type { Edits, NamesOf } from './record-keys.ts';
import type { Resource } from './resource.ts';
import type { WaitingRow } from './second-person.ts';
import type { Requirement } from '../policy.ts';

export {
  byOwnHandler,
  completed,
  recordAction,
  type RecordAction,
  type Words,
} from './record-action.ts';

/** The keys of those that the engine does by itself. */
export type EngineKeys<D extends AnyRecord> = {
  [K in keyof D['actions'] & string]: D['actions'][K] extends { outside: Outside } ? never : K;
}[keyof D['actions'] & string];

/** Fields and what is nested beside them, as an action is given them. */
export type ValuesOfAction<A> =
  A extends RecordAction<never, infer F, infer N>
    ? ValuesOf<F> & { [K in keyof N]: z.output<N[K]> }
    : never;

/**
 * By the key of its call. It says what the call is too: `PUT` to the record's own path, or to a part of
 * it, edits it, so that the fields come with what they were read as (ADR 68); after `DELETE` of the record
 * itself there is nothing to answer; `POST` to a path that names none, or to the one that its own stands below,
 * makes a new one, whose rule is asked of nothing. A path with two names has the record above it first.
 */
export type RecordActions<R> = Readonly<
  Record<`${'POST' | 'PUT' | 'DELETE'} /api/${string}`, AnyAction<R>>
>;
// the fields of each action are its own, and are what the types of its body come from
// oxlint-disable-next-line typescript/no-explicit-any
type AnyAction<R> = RecordAction<R, any, any>;

type Readers = Exclude<Access, 'public' | Machines>;

/** Reading one; a record that is only ever a row of its list has none of it. */
interface One {
  path: `/api/${string}`;
  summary: string;
  serves: string;
  /** Who reads it, where not only who reads its list does. */
  read?: Readers;
  /** The rows that its history serves, where it has one: who did what to it, below its own path. */
  history?: string;
}

/** One of the rows of a list, as data: what is on it beside the list's columns, and what can be done. */
export interface RecordDefinition<
  L extends Columns = Columns,
  C extends Columns = Columns,
  A extends RecordActions<never> = RecordActions<never>,
  O extends One | undefined = One | undefined,
  W extends keyof L = keyof L,
> {
  of: Resource<string, L>;
  /** Its name in the reference. */
  name: string;
  /** And in the audit log. */
  entity: string;
  one?: O;
  /** The column that names the record above it, where its own path does. */
  below?: keyof L | keyof C;
  /** Its heading on the reference page, where its actions' paths begin otherwise than its list's. */
  tag?: string;
  /** What is on it beside the columns of the list; those of the same name stand in their place. */
  fields: C;
  /** Columns of the list that are not on it, where a part of it says the same. */
  without?: readonly W[];
  /** Of its fields the secret that stands in the answer that makes it, and in no other. */
  once?: keyof C;
  /** What its viewer shows, in that order and by these names (AM-95). */
  shown: Partial<Readonly<Record<keyof L | keyof C, string>>>;
  actions: A;
}
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRecord = RecordDefinition<any, any, any, any, any>;

/** The record as an answer has it; what is limited to an audience may be missing. */
export type RecordOf<D extends AnyRecord> =
  D extends RecordDefinition<infer L, infer C, infer _, infer _O, infer W>
    ? RowOf<Both<L, C, W>>
    : never;
/** As it is read: what its list has, and what it has beside that. */
export type ReadOf<D extends AnyRecord> =
  D extends RecordDefinition<infer L, infer C, infer _, infer _O, infer _W>
    ? RowOf<L> & Omit<RowOf<C>, keyof L>
    : never;
type Both<L extends Columns, C extends Columns, W extends keyof L> = Omit<L, keyof C | W> & C;

/* @__NO_SIDE_EFFECTS__ */
export function record<
  const L extends Columns,
  const C extends Columns,
  const A extends RecordActions<RowOf<Both<L, C, W>>>,
  const O extends One | undefined = undefined,
  const W extends keyof L = never,
>(definition: RecordDefinition<L, C, A, O, W>): RecordDefinition<L, C, A, O, W> {
  return definition;
}

/** All columns of a record: its list's, and its own. */
export const columnsOf = ({
  of,
  fields,
  without = [],
}: Pick<AnyRecord, 'of' | 'fields' | 'without'>): Columns => ({
  ...Object.fromEntries(
    Object.entries(of.columns as Columns).filter(([key]) => !without.includes(key)),
  ),
  ...fields,
});

/** What a call answers that reads or makes one. */
export const recordSchema = <D extends AnyRecord>(definition: D): z.ZodType<RecordOf<D>> =>
  rowSchema(columnsOf(definition)).meta({ id: definition.name }) as z.ZodType<RecordOf<D>>;

/** Who did what to one, as the list below it. */
/* @__NO_SIDE_EFFECTS__ */
export const historyFor = <D extends AnyRecord>({ of, one, entity }: D): History =>
  historyOf({
    slug: `${entity.toLowerCase().replaceAll('_', '-')}-history`,
    path: `${one.path as `/api/${string}/{id}`}/history`,
    read: Array.isArray(one.read) ? one.read : of.read,
    scope: of.scope,
    serves: one.history,
  });

type OneOf<D extends AnyRecord> = Extract<D['one'], One>;
type PathOf<D extends AnyRecord> = OneOf<D>['path'];
type Row<Path extends string> = Omit<
  Endpoint,
  'params' | 'query' | 'body' | 'answer' | 'list' | 'access'
> & {
  access: Readers;
  params: Path extends `${string}{${string}`
    ? z.ZodType<{ [K in NamesOf<Path>]: string }>
    : undefined;
  query?: undefined;
};
type Body<A extends AnyAction<never>, Edits> = keyof A['fields'] extends never
  ? { body?: undefined }
  : { body: z.ZodType<Edits extends true ? Edit<ValuesOfAction<A>> : ValuesOfAction<A>> };
type ActionRow<D extends AnyRecord, K extends keyof D['actions'] & string> = Row<K> &
  Body<D['actions'][K], Edits<PathOf<D>, K>> & {
    answer: z.ZodType<K extends `DELETE ${string}}` ? object : RecordOf<D>>;
  };

/** The rows of the endpoint table that a record brings: reading it and its history, and each of its actions. */
export type RecordEndpoints<D extends AnyRecord> = {
  [P in PathOf<D> as `GET ${P}`]: Row<P> & { body?: undefined; answer: z.ZodType<RecordOf<D>> };
} & {
  [
    P in PathOf<D> as OneOf<D> extends { history: string } ? `GET ${P}/history` : never
  ]: HistoryEndpoint;
} & { [K in keyof D['actions'] & string]: ActionRow<D, K> } & {
  [K in keyof D['actions'] as `GET ${ManyPath<OverMany<D, K>>}`]: ManyCheckRow;
} & {
  [K in keyof D['actions'] as `POST ${ManyPath<OverMany<D, K>>}`]: ManyRow<
    D['actions'][K]['fields']
  >;
};
type OverMany<D extends AnyRecord, K extends keyof D['actions']> = D['actions'][K] extends {
  many: Many;
}
  ? K
  : never;
type HistoryEndpoint = ReturnType<
  typeof listEndpoint<`/api/${string}/{id}/history`, History['columns'], string>
>;

/** Which record it is about, and whose rule it is, for who keeps the call until a second person has agreed. */
function waitingRow({ entity, one }: AnyRecord, key: string, action: AnyAction<never>): WaitingRow {
  if (action.many) throw new Error(`${key}: what waits for a second person is done one by one`);
  const [, path = ''] = key.split(' ');
  const below = one && (path === one.path || path.startsWith(`${one.path}/`));
  return { ...action.secondPerson!, entity, action, ...(below && { reads: `GET ${one.path}` }) };
}

const STALE = {
  409: '`STALE`: what is sent as it was read is otherwise by now. Nothing has been done.',
};

/** The rows of a record; `schemas` are of what its actions have nested, by name. */
export function recordEndpoints<D extends AnyRecord>(
  definition: D,
  schemas: Nested = {},
): RecordEndpoints<D> {
  const { of, one, tag, actions } = definition;
  const answer = recordSchema(definition);
  const shared = { scope: of.scope, ...(tag && { tag }) };
  const rowOf = (path: string) => {
    const params = namesIn(path).map((name) => [name, uuid()] as const);
    return {
      ...shared,
      ...(params.length && { params: z.strictObject(Object.fromEntries(params)) }),
    };
  };
  const pick = (name: string) => [name, schemas[name]!] as const;
  const rows = Object.entries(actions as RecordActions<never>).flatMap(([key, action]) => {
    const { summary, serves, sensitive, fields, readOnly } = action;
    const nested = Object.fromEntries((action.nested ?? []).map(pick));
    const asked: readonly Requirement[] = [action.asks].flat();
    const roles = asked.map((one) => one.roles);
    const one = {
      ...rowOf(key),
      summary,
      serves,
      // who meets one of several requirements is told apart under the record's lock
      access: asked.flatMap(({ anyOf }) => anyOf ?? of.read),
      ...(roles.every((some) => some !== undefined) && { roles: roles.flat() }),
      ...(sensitive && { sensitive }),
      ...(action.secondPerson && { secondPerson: waitingRow(definition, key, action) }),
      // a new one is made under the record that the path names
      ...(isCreation(definition, key) ? { idempotent: true } : { entity: definition.entity }),
      ...(Object.values<Field>(fields).some(({ seen }) => seen) && { alsoAnswers: STALE }),
      ...action.outside,
      ...(Object.keys(fields).length > 0 && {
        body: isEditing(definition, key)
          ? editOf(fields, readOnly, nested)
          : bodyOf(fields, readOnly, nested),
        ...(Object.values<Field>(fields).every(({ asked }) => asked !== undefined) && {
          bodiless: true as const,
        }),
      }),
      answer: isDeletion(key) ? z.strictObject({}) : answer,
    };
    return [[key, one], ...(action.many ? Object.entries(manyEndpoints(key, action, one)) : [])];
  });
  return {
    ...(one && {
      [`GET ${one.path}`]: {
        ...rowOf(one.path),
        summary: one.summary,
        serves: one.serves,
        access: one.read ?? of.read,
        answer,
      },
    }),
    ...(one?.history && { [`GET ${one.path}/history`]: listEndpoint(historyFor(definition)) }),
    ...Object.fromEntries(rows),
  } as RecordEndpoints<D>;
}
