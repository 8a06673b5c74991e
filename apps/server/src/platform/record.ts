import type { AuditAction } from '@paydesk/contract/audited.ts';
import {
  columnsOf,
  historyFor,
  type AnyRecord,
  type EngineKeys,
  type ReadOf,
  type RecordOf,
  type ValuesOfAction,
} from '@paydesk/contract/kernel/record.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import {
  sql,
  type InsertQueryBuilder,
  type InsertResult,
  type Selectable,
  type Updateable,
} from 'kysely';
import { audit, changes, type AuditEntry } from './audit.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Db, Tx } from './db/database.ts';
import { holdRow, isHeldHere } from './db/rows.ts';
import type { Tables } from './db/schema.ts';
import { notFound } from './errors.ts';
import { defineList, type Group, type ListDefinition } from './list/definition.ts';
import { historyList } from './list/history.ts';
import { scopeOf } from './list/scope.ts';
import { lockMerchant } from './own-merchant.ts';
import { openedRow, sealing, withoutSealed, type SealedFields } from './record/sealed.ts';
import { oneStatement } from './list/sql.ts';
import type { Services } from './services.ts';

export type Table = keyof Tables;
export type RowOf<T extends Table> = Selectable<Tables[T]>;
type By = Parameters<typeof audit>[1];

/** What a new one is made of, its fields checked. */
interface Making<T extends Table, V> {
  tx: Tx;
  services: Services;
  actor: SignedIn;
  /** Its own id, of a new one too: for the rows that go with it. */
  id: string;
  /** Texts without the blanks around them, an empty one as none. */
  values: V;
  /** The values as the table keeps them; what was left out is not among them. */
  stored: Partial<RowOf<T>>;
}

/** What an action works with, under the lock of the row, its rule asked too. */
export interface Work<T extends Table, R, V> extends Making<T, V> {
  /** As it is stored. */
  row: RowOf<T>;
  /** As its screen shows it. */
  before: R;
}

/** What it comes to. */
interface Done<T extends Table> {
  /**
   * Columns that change; the audit row tells of them, as they were and as they are. Of a new record what
   * stands in it beside its id, merchant, day and author; told is what was given.
   */
  set?: Partial<RowOf<T>>;
  /** What the audit row says in place of that. */
  details?: Record<string, unknown>;
  /** It is only asked for: whoever is asked answers later, with a row of its own. */
  pending?: boolean;
  /** Of a new one: its id, where it stands already, its audit row too, made by what makes it elsewhere as well. */
  made?: string;
  /** Of a new record: the rows that go with it, once it stands. */
  besides?: () => Promise<void>;
}

interface Given<D extends AnyRecord, T extends Table> {
  record: D;
  list: ListDefinition;
  table: T;
  /** What of it lies sealed, by the name of its field. */
  sealed?: SealedFields;
  /** Where a call that makes a new one writes it. */
  into?: (tx: Tx) => InsertQueryBuilder<Tables, T, InsertResult>;
  /** Which SQL each of its own fields is, or how it is reckoned of the others when it is answered. */
  columns: { readonly [K in keyof D['fields']]: string | Group | Reckoned<D, K> };
  joins?: Readonly<Record<string, string>>;
  /** Which one a call is about, where its path has no `{id}`. */
  named?: (context: { actor: SignedIn; body?: object }) => string;
  /** Which ones a person sees, where the merchant alone does not say it. */
  sees?: ListDefinition['sees'];
  /** How it is locked, where more is held than its own row: what its rules look at beside it, and who acts. */
  lock?: (tx: Tx, actor: SignedIn, id: string) => Promise<{ row: RowOf<T>; actor: SignedIn }>;
  /** What the audit rows are about, where it is not the record itself but the one above it. */
  about?: (row: RowOf<T>) => Pick<AuditEntry, 'entityType' | 'entityId' | 'merchantId'>;
  /** Who is told of a change, by whomever it is, in its transaction. */
  tell?: (tx: Tx, services: Services, row: RowOf<T>) => Promise<void>;
  actions: {
    readonly [K in EngineKeys<D>]: (
      work: WorkOf<D, T, K, ValuesOfAction<D['actions'][K]>>,
    ) => Done<T> | Promise<Done<T>>;
  };
}

export type Reckoned<D extends AnyRecord, K> = (
  one: ReadOf<D>,
  services: Services,
  tx: Tx,
  actor: Actor,
) => RecordOf<D>[K & keyof RecordOf<D>] | Promise<RecordOf<D>[K & keyof RecordOf<D>]>;

type WorkOf<D extends AnyRecord, T extends Table, K extends string, V> = K extends `POST ${infer P}`
  ? P extends `${string}{${string}`
    ? StandsBelow<D['one'], P> extends true
      ? Making<T, V>
      : Work<T, RecordOf<D>, V>
    : Making<T, V>
  : Work<T, RecordOf<D>, V>;

/** True for the path that a record's own stands below by its name alone. */
type StandsBelow<O, P extends string> = O extends { path: `${P}/{${infer Name}}` }
  ? Name extends `${string}/${string}`
    ? false
    : true
  : false;

/** A record of the contract with where it is stored and what its actions do. */
export interface Stored<D extends AnyRecord, T extends Table> extends Given<D, T> {
  /** The list of one, as it were: all columns of the record. */
  whole: ListDefinition;
  /** The lists that it brings: its history. */
  lists: ListDefinition[];
}

/** A row of a merchant's says so in its column; what belongs to none has none. */
export const merchantOf = (row: object) =>
  (row as { merchant_id?: string | null }).merchant_id ?? null;
export const idOf = (row: object) => (row as { id: string }).id;

const sqlOf = (columns: object) =>
  Object.fromEntries(
    Object.entries(columns).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

const groupsOf = (columns: object) =>
  Object.fromEntries(
    Object.entries(columns).filter(
      (entry): entry is [string, Group] => typeof entry[1] === 'object',
    ),
  );

/** Checks at start what the types can't say, as for lists. */
export function defineRecord<const D extends AnyRecord, T extends Table>(
  given: Given<D, T>,
): Stored<D, T> {
  const { record, list } = given;
  const { parent: _, counters: _counters, owners: _owners, ...of } = list;
  const { from, id, tenant } = list;
  const columns = { ...list.columns, ...sqlOf(given.columns) };
  const groups = groupsOf(given.columns);
  const read = Object.entries(columnsOf(record)).filter(([key]) => key in columns || key in groups);
  return {
    ...given,
    whole: defineList({
      ...of,
      // found by its id alone, wherever its list stands
      resource: { ...list.resource, path: '/api', columns: Object.fromEntries(read) },
      joins: { ...list.joins, ...given.joins },
      columns,
      groups,
      ...(given.sees && { sees: given.sees }),
    }),
    lists: record.one?.history
      ? [historyList(historyFor(record), { from, id, ...(tenant && { tenant }) })]
      : [],
  };
}

/** The record as this person sees it; a 404 where it is not theirs, as where there is none. */
export async function readRecord<D extends AnyRecord, T extends Table>(
  db: Db,
  { whole }: Stored<D, T>,
  actor: Actor,
  id: string,
): Promise<RecordOf<D>> {
  const [row] = (await oneStatement(whole, actor, id).execute(db)).rows;
  if (!row) throw notFound();
  return JSON.parse(row.answer) as RecordOf<D>;
}

/** Holds the record above until the transaction ends: what is written below it can't lose it. */
export async function holdParent(
  tx: Tx,
  { resource, parent }: ListDefinition,
  actor: SignedIn,
  id: string,
): Promise<void> {
  const { from, id: key, tenant } = parent!;
  const [table, alias] = from.split(' ') as [string, string];
  const here = isHeldHere(table);
  if (here) await holdRow(tx, table, id);
  const { rows } = await sql`select from ${sql.raw(from)}
    where ${sql.raw(key)} = ${id}::uuid and ${scopeOf(resource, tenant, actor)}
    ${here ? sql`` : sql`for key share of ${sql.raw(alias)}`}`.execute(tx);
  if (!rows.length) throw notFound();
}

/** The row as it is stored, until the transaction ends; who deletes it keeps away what would refer to it. */
export async function lock<T extends Table>(
  tx: Tx,
  { list, table }: Pick<Stored<AnyRecord, T>, 'list' | 'table'>,
  actor: SignedIn,
  id: string,
  deletes: boolean,
): Promise<RowOf<T>> {
  const alias = list.from.split(' ')[1]!;
  const from = sql`from ${sql.table(table)} as ${sql.ref(alias)}
    where ${sql.raw(list.id)} = ${id}::uuid and ${scopeOf(list.resource, list.tenant, actor)}`;
  let its = sql``;
  // of whose statements the scope names the merchant
  if (list.tenant && !actor.merchantId) {
    const tenant = sql.raw(list.tenant);
    const found = await sql<{ merchant: string }>`select ${tenant} as merchant ${from}`.execute(tx);
    if (!found.rows[0]) throw notFound();
    const { merchant } = found.rows[0];
    // a merchant itself: its people and its tasks hold no row of it
    if (list.tenant === list.id) await lockMerchant(tx, merchant, 'changed');
    its = sql`and ${tenant} = ${merchant}`;
  }
  const { rows } = await sql<RowOf<T>>`
    select ${sql.ref(alias)}.* ${from} ${its}
    ${sql.raw(deletes ? 'for update' : 'for no key update')}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** Writes what an action comes to, by whomever: the change, its audit row, and who is to be told. */
export async function writeDone<D extends AnyRecord, T extends Table>(
  tx: Tx,
  services: Services,
  stored: Stored<D, T>,
  by: By,
  row: RowOf<T>,
  audited: AuditAction,
  { set, details, pending = false }: Done<T>,
): Promise<void> {
  const { table, record, about, tell } = stored;
  const [id, merchantId] = [idOf(row), merchantOf(row)];
  if (set) {
    const columns = {
      ...sealing(services, stored, id, set),
      updated_date: sql`now()`,
      updated_by: by.userName,
    };
    await tx
      .updateTable(table as 'purchases')
      .set(columns as unknown as Updateable<Tables['purchases']>)
      .where('id', '=', id)
      .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId!))
      .execute();
  }
  await audit(tx, by, {
    ...(about?.(row) ?? { entityType: record.entity, entityId: id, merchantId }),
    action: audited,
    result: pending ? 'PENDING' : 'SUCCESS',
    details: withoutSealed(
      stored,
      details ?? {
        changes: set ? changes<Partial<RowOf<T>>>(openedRow(services, stored, row), set) : {},
      },
    ),
  });
  await tell?.(tx, services, row);
}
