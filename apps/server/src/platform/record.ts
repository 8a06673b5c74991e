import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { manyPath } from '@paydesk/contract/kernel/many.ts';
import {
  columnsOf,
  historyFor,
  isDeletion,
  isEditing,
  startOf,
  type AnyRecord,
  type RecordAction,
  type RecordActions,
  type RecordEndpoints,
  type RecordOf,
} from '@paydesk/contract/kernel/record.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type Selectable, type Updateable } from 'kysely';
import { audit, changes, gone, type AuditEntry } from './audit.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Db, Tx } from './db/database.ts';
import type { Tables } from './db/schema.ts';
import { merged } from './edits.ts';
import { notFound } from './errors.ts';
import type { HandledKey, Handlers } from './http/handlers.ts';
import { insist, insistState, refuseFields } from './insist.ts';
import { defineList, type ListDefinition } from './list/definition.ts';
import { historyList } from './list/history.ts';
import { scopeOf } from './list/scope.ts';
import { oneStatement } from './list/sql.ts';
import { checkMany, performMany } from './many.ts';
import { changeAs } from './own-merchant.ts';
import { asStored, columnNames, refuseTaken, trimmed } from './record-values.ts';
import type { Services } from './services.ts';

type Table = keyof Tables;
type RowOf<T extends Table> = Selectable<Tables[T]>;
type By = Parameters<typeof audit>[1];

/** What an action works with, under the lock of the row, its rule asked and its fields checked. */
interface Work<T extends Table, R, V> {
  tx: Tx;
  services: Services;
  actor: SignedIn;
  /** As it is stored. */
  row: RowOf<T>;
  /** As its screen shows it. */
  before: R;
  /** Texts without the blanks around them, an empty one as none. */
  values: V;
  /** The values as the table keeps them; what was left out is not among them. */
  stored: Partial<RowOf<T>>;
}

/** What it comes to. */
interface Done<T extends Table> {
  /** Columns that change; the audit row tells of them, as they were and as they are. */
  set?: Partial<RowOf<T>>;
  /** What the audit row says in place of that. */
  details?: Record<string, unknown>;
}

interface Given<D extends AnyRecord, T extends Table> {
  record: D;
  list: ListDefinition;
  table: T;
  /** Which SQL each of its own fields is. */
  columns: { readonly [K in keyof D['fields']]: string };
  joins?: Readonly<Record<string, string>>;
  /** What the audit rows are about, where it is not the record itself but the one above it. */
  about?: (row: RowOf<T>) => Pick<AuditEntry, 'entityType' | 'entityId' | 'merchantId'>;
  /** Who is told of a change, by whomever it is, in its transaction. */
  tell?: (tx: Tx, services: Services, row: RowOf<T>) => Promise<void>;
  actions: {
    readonly [K in keyof D['actions']]: (
      work: Work<T, RecordOf<D>, ValuesOf<D['actions'][K]['fields']>>,
    ) => Done<T> | Promise<Done<T>>;
  };
}

/** A record of the contract with where it is stored and what its actions do. */
export interface Stored<D extends AnyRecord, T extends Table> extends Given<D, T> {
  /** The list of one, as it were: all columns of the record. */
  whole: ListDefinition;
  /** The lists that it brings: its history. */
  lists: ListDefinition[];
}

/** A row of a merchant's says so in its column; what belongs to none has none. */
const merchantOf = (row: object) => (row as { merchant_id?: string | null }).merchant_id ?? null;
const idOf = (row: object) => (row as { id: string }).id;

/** Checks at start what the types can't say, as for lists. */
export function defineRecord<const D extends AnyRecord, T extends Table>(
  given: Given<D, T>,
): Stored<D, T> {
  const { record, list } = given;
  const { parent: _, counters: _counters, orders: _orders, ...of } = list;
  const { from, id, tenant } = list;
  return {
    ...given,
    whole: defineList({
      ...of,
      // found by its id alone, wherever its list stands
      resource: { ...list.resource, path: '/api', columns: columnsOf(record) },
      joins: { ...list.joins, ...given.joins },
      columns: { ...list.columns, ...given.columns },
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
  const { rows } = await oneStatement(whole, actor, id).execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return JSON.parse(row.answer) as RecordOf<D>;
}

/** The row as it is stored, until the transaction ends; who deletes it keeps away what would refer to it. */
async function lock<T extends Table>(
  tx: Tx,
  { list, table }: Pick<Stored<AnyRecord, T>, 'list' | 'table'>,
  actor: SignedIn,
  id: string,
  deletes: boolean,
): Promise<RowOf<T>> {
  const alias = list.from.split(' ')[1]!;
  const { rows } = await sql<RowOf<T>>`
    select ${sql.ref(alias)}.* from ${sql.table(table)} as ${sql.ref(alias)}
    where ${sql.raw(list.id)} = ${id}::uuid and ${scopeOf(list.resource, list.tenant, actor)}
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
  audited: string,
  { set, details }: Done<T>,
): Promise<void> {
  const { table, record, about, tell } = stored;
  const [id, merchantId] = [idOf(row), merchantOf(row)];
  if (set) {
    const columns = { ...set, updated_date: sql`now()`, updated_by: by.userName };
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
    result: 'SUCCESS',
    details: details ?? { changes: set ? changes<Partial<RowOf<T>>>(row, set) : {} },
  });
  await tell?.(tx, services, row);
}

interface Asked {
  actor: SignedIn;
  params: { id: string };
  body?: object;
}

/** One action on one record: locked, asked, done, written down, told, in one transaction (AM-105, SB-42). */
async function perform<D extends AnyRecord, T extends Table>(
  tx: Tx,
  services: Services,
  stored: Stored<D, T>,
  key: string,
  { actor, params, body = {} }: Asked,
): Promise<unknown> {
  const { record } = stored;
  const action = record.actions[key] as RecordAction<RecordOf<D>>;
  const work = stored.actions[key as keyof D['actions']];
  const deletes = isDeletion(key);
  const row = await lock(tx, stored, actor, params.id, deletes);
  const id = idOf(row);
  const before = await readRecord(tx, stored, actor, id);
  insist(action, before, actor, body as Record<string, unknown>, services.now());
  const given = isEditing(record, key)
    ? await merged(
        tx,
        actor,
        { id, names: columnNames(stored, action.fields) },
        { readAs: undefined, ...body },
        startOf(action.fields, before),
      )
    : body;
  const values = trimmed(action.fields, given);
  refuseFields(action.check?.(values, before) ?? {});
  await refuseTaken(tx, stored, action.fields, values, { id, merchantId: merchantOf(row) });
  const done = await work({
    tx,
    services,
    actor,
    row,
    before,
    values: values as never,
    stored: asStored(stored, action.fields, values),
  });
  const whole = deletes && !done.set;
  if (whole)
    await tx
      .deleteFrom(stored.table as 'offers')
      .where('id', '=', id)
      .execute();
  const was = whole && { details: { changes: gone(before) } };
  await writeDone(tx, services, stored, actor, row, action.audited, { ...was, ...done });
  return deletes ? {} : readRecord(tx, stored, actor, id);
}

type RecordKey<D extends AnyRecord> = Extract<HandledKey, keyof RecordEndpoints<D>>;

/** What serves the rows of the endpoint table that a record brings. */
export function recordHandlers<D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
): Handlers<RecordKey<D>> {
  const { record } = stored;
  const actions = Object.entries(record.actions as RecordActions<never>).flatMap(
    ([key, action]) => {
      const one = {
        key,
        entity: record.entity,
        ask: async (tx: Tx, actor: SignedIn, id: string) =>
          insistState(
            action as RecordAction<RecordOf<D>>,
            await readRecord(tx, stored, actor, id),
            actor,
            services.now(),
          ),
        act: (tx: Tx, actor: SignedIn, id: string, body: object) =>
          perform(tx, services, stored, key, { actor, params: { id }, body }),
      };
      return [
        [
          key,
          (asked: Asked) =>
            changeAs(services.database, asked.actor, (tx) =>
              perform(tx, services, stored, key, asked),
            ),
        ],
        ...(action.many
          ? [
              [`GET ${manyPath(key)}`, checkMany(services, one)],
              [`POST ${manyPath(key)}`, performMany(services, one)],
            ]
          : []),
      ];
    },
  );
  const read = ({ actor, params }: Asked) =>
    services.database.transaction(actor.sight, (tx) => readRecord(tx, stored, actor, params.id));
  return Object.fromEntries([
    ...actions,
    ...(record.one ? [[`GET ${record.one.path}`, read]] : []),
  ]) as Handlers<RecordKey<D>>;
}
