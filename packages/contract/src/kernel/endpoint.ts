import * as z from 'zod';
import type { Column, Columns, RowOf } from './columns.ts';
import { CURRENCIES, type Named } from './enumeration.ts';
import { LATE_WORDS } from './late-total.ts';
import { rawQuery, type CsvQuery, type ListQuery } from './list-query.ts';
import type { AnswerType, FileAs, Resource } from './resource.ts';
import { waitingFile, type WaitingRow } from './second-person.ts';
import type { ProvenBy, Sensitive } from './sensitive.ts';
import { AUDIENCE_WORDS, type Permission, type UserRole } from '../permissions.ts';
import type { Access } from './access.ts';

export { asEdit, bodyOf, editOf, namedId } from './body.ts';

/**
 * Over what: merchant, rows of the actor's merchant unless a READ_ANY_ permission opens all;
 * own, rows of the actor's merchant and no others, whatever they may read; self, the actor's own
 * record; all, what belongs to no merchant.
 */
export type Scope = 'merchant' | 'own' | 'self' | 'all';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One row of the table, keyed by 'METHOD path'. There is no default: a row without access does not compile. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> {
  summary: string;
  /** The rows of the specification that it serves. */
  serves: string;
  access: Access;
  /** Narrows the access to these roles (AM-02, AM-82). */
  roles?: readonly UserRole[];
  scope: Scope;
  /** What the audit log calls the record that the path names last, where that is no word of the path. */
  entity?: string;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  takes?: { type: 'text/csv'; mostBytes: number };
  /** Anything but application/json; a PEM file's type says what the key of the JSON answer is saved as. */
  answerType?: AnswerType;
  /** Statuses of its own beside 200 and the refusals that all calls share, and what they mean. */
  alsoAnswers?: Readonly<Record<number, string>>;
  /** Its heading on the reference page, where the first part of the path says too little. */
  tag?: string;
  /**
   * The list or file behind it, for the list engine and the reference page; first and rows have a
   * handler of their own, for the first row under the filters and for what is done to all of them.
   */
  list?: { resource: Resource; as: 'page' | FileAs | 'count' | 'totals' | 'first' | 'rows' };
  /** Reachable while the password is expired (SB-02). */
  whileExpired?: boolean;
  /** Reachable for one who must set up a second factor first. */
  beforeSecondFactor?: boolean;
  /** Which of the sensitive things it does; asks for a second factor of the last five minutes where the person has one. */
  sensitive?: Sensitive;
  /** For a sensitive one that asks no further, because its body proves the person. */
  provenBy?: ProvenBy;
  /** What may wait for a second person, where a threshold is set. */
  secondPerson?: WaitingRow;
  /** How many calls a minute an address may make of all rows with this number together (SB-07). */
  callsAMinute?: number;
  /** How many calls a minute the people of one merchant may make of it together (SB-07). */
  callsAMinuteOfMerchant?: number;
  /** The most bytes of its body, where a file stands in it. */
  bodyLimit?: number;
  /** Pages of any site may read the answer; it says nothing that needs a session. */
  anyOrigin?: boolean;
  /** Takes an Idempotency-Key (AM-102). */
  idempotent?: boolean;
  /** Takes a Shopper-Key: whoever knows the path alone is told nothing of the person (ADR 215). */
  shopperKey?: true;
  /** Its body may be missing altogether: nothing in it has to be said. */
  bodiless?: true;
  /** Answered where the checkout has a host of its own, as nothing else is. */
  onCheckoutHost?: boolean;
}

export type EndpointKey = `${Method} /api/${string}`;
export type EndpointTable = Readonly<Record<EndpointKey, Endpoint>>;

/** Any one of the permissions (RO-07). */
/* @__NO_SIDE_EFFECTS__ */
export function anyOf(...permissions: [Permission, ...Permission[]]): readonly Permission[] {
  return permissions;
}

/** Rows of the endpoint table; a function, so that a browser bundle drops them and zod with them. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoints<const T extends EndpointTable>(make: () => T): T {
  return make();
}

export const uuid = () => z.string().meta({ format: 'uuid' });
export const instant = () => z.iso.datetime().meta({ format: 'date-time' });
export const amount = () => z.number().meta({ format: 'decimal' });
export const currency = () => z.enum(Object.keys(CURRENCIES) as (keyof typeof CURRENCIES)[]);
export const named = <const N extends string>(names: readonly N[]) =>
  z.strictObject({ name: z.enum(names as [N, ...N[]]), description: z.string() });

const SCHEMAS: Partial<Readonly<Record<Column['kind'], () => z.ZodType>>> = {
  id: uuid,
  number: () => z.int(),
  amount,
  boolean: () => z.boolean(),
  dateTime: instant,
  json: () => z.unknown(),
};

function cellSchema(column: Column): z.ZodType {
  const names = column.enumeration ? Object.keys(column.enumeration) : undefined;
  const schema: z.ZodType =
    column.kind === 'status'
      ? named(names ?? [])
      : names
        ? z.enum(names as [string, ...string[]])
        : column.kind === 'group'
          ? rowSchema(column.columns!)
          : (SCHEMAS[column.kind]?.() ?? z.string());
  const one = column.many ? z.array(schema) : schema;
  const titled = (column.nullable ? one.nullable() : one).meta({
    title: column.label,
    ...(column.visibleTo && { description: `${AUDIENCE_WORDS[column.visibleTo]} only.` }),
  });
  return column.visibleTo ? titled.optional() : titled;
}

/** The row of a list answer; what is limited to an audience is optional in it. */
export function rowSchema<C extends Columns>(columns: C): z.ZodType<RowOf<C>> {
  const shape = Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) =>
      column.fileOnly || column.filterOnly ? [] : [[key, cellSchema(column)]],
    ),
  );
  return z.strictObject(shape) as z.ZodType<RowOf<C>>;
}

/** The answer of a list call (GT-21). */
export interface ListAnswer<R> {
  content: R[];
  totalElements: number;
  enumerations: Record<string, Named[]>;
}

/** Of a page whose total is late (ADR 186). */
export type PageAnswer<R> = Omit<ListAnswer<R>, 'totalElements'> & { totalElements: number | null };

function listAnswer<C extends Columns>(columns: C): z.ZodType<ListAnswer<RowOf<C>>> {
  return z.strictObject({
    content: z.array(rowSchema(columns)),
    totalElements: z.int().min(0),
    enumerations: z.record(
      z.string(),
      z.array(z.strictObject({ name: z.string(), description: z.string() })),
    ),
  });
}

export type Plain = Omit<Endpoint, 'params' | 'query' | 'body' | 'answer' | 'list'> & {
  body?: undefined;
  list: { resource: Resource; as: 'page' | FileAs | 'count' | 'totals' };
};

type ListEndpoint<P extends string, C extends Columns, S extends string = string> = Plain & {
  list: { resource: { slug: S }; as: 'page' };
  params?: P extends `${string}{id}${string}` ? z.ZodType<{ id: string }> : undefined;
  query: z.ZodType<ListQuery>;
  answer: z.ZodType<ListAnswer<RowOf<C>>>;
};

type CsvEndpoint = Plain & {
  params?: undefined;
  query: z.ZodType<CsvQuery>;
  answer: z.ZodType<string>;
};

type CountEndpoint = Plain & {
  params?: undefined;
  query: z.ZodType<CsvQuery>;
  answer: z.ZodType<{ totalElements: number; records: number }>;
};

/** The row of the list call; a path with {id} is a list below another record. */
export function listEndpoint<P extends string, C extends Columns, S extends string>(
  resource: Resource<P, C, S>,
): ListEndpoint<P, C, S> {
  return {
    summary: `List: ${resource.title}`,
    serves: resource.serves,
    access: resource.read,
    scope: resource.scope,
    ...(resource.path.includes('{id}') ? { params: z.strictObject({ id: uuid() }) } : {}),
    query: rawQuery<ListQuery>(),
    answer: listAnswer(resource.columns),
    alsoAnswers: { 202: LATE_WORDS },
    list: { resource: resource as unknown as Resource, as: 'page' },
  } as unknown as ListEndpoint<P, C, S>;
}

/** The row of the file of the same rows (SB-06). */
export function csvEndpoint<P extends string, C extends Columns>(
  resource: Resource<P, C>,
): CsvEndpoint {
  return {
    summary: `CSV: ${resource.title}`,
    serves: resource.serves,
    access: resource.read,
    scope: resource.scope,
    query: rawQuery<CsvQuery>(),
    answer: z.string(),
    answerType: 'text/csv',
    ...waitingFile(resource),
    alsoAnswers: {
      202: 'With `Prefer: respond-async, wait=3`: as many seconds have passed, and it waits for other files still. Ask again; the place is kept for ten seconds.',
    },
    list: { resource: resource as unknown as Resource, as: 'csv' },
  };
}

/** What a file waits for that has no turn yet: the body of its 202. */
export const fileWait = () =>
  z.strictObject({
    ahead: z.int().meta({ description: 'Files that are being made or wait before it.' }),
    of: z.enum(['PERSON', 'MERCHANT', 'EVERYBODY']).meta({ description: 'Whose files those are.' }),
  });
export type FileWait = z.output<ReturnType<typeof fileWait>>;

/** The row that says, before a file is asked for, how many records it would hold. */
export function countEndpoint<P extends string, C extends Columns>(
  resource: Resource<P, C>,
): CountEndpoint {
  return {
    summary: `Size of the CSV: ${resource.title}`,
    serves: resource.serves,
    access: resource.read,
    scope: resource.scope,
    query: rawQuery<CsvQuery>(),
    answer: z.strictObject({
      totalElements: z.int().min(0).meta({ description: 'Records under these filters.' }),
      records: z.int().min(0).meta({ description: 'How many of them the file holds.' }),
    }),
    list: { resource: resource as unknown as Resource, as: 'count' },
  };
}

/** All three, keyed by the resource's path. */
export function listEndpoints<P extends `/api/${string}`, C extends Columns, S extends string>(
  resource: Resource<P, C, S>,
) {
  return {
    [`GET ${resource.path}`]: listEndpoint(resource),
    [`GET ${resource.path}.csv`]: csvEndpoint(resource),
    [`GET ${resource.path}.csv/count`]: countEndpoint(resource),
  } as { [K in `GET ${P}`]: ListEndpoint<P, C, S> } & { [K in `GET ${P}.csv`]: CsvEndpoint } & {
    [K in `GET ${P}.csv/count`]: CountEndpoint;
  };
}

type Of<T> = [T] extends [never] ? undefined : T extends z.ZodType ? z.output<T> : undefined;

/** What the browser takes from a row of the table: types alone. */
export interface CallOf<E extends Endpoint> {
  params: Of<Exclude<E['params'], undefined>>;
  query: Of<Exclude<E['query'], undefined>>;
  body: Of<Exclude<E['body'], undefined>>;
  answer: Of<E['answer']>;
}
