import type { Endpoint, EndpointTable } from '@paydesk/contract/kernel/endpoint.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { rightOf } from '@paydesk/contract/rights.ts';
import type { SignedIn } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { invalid, notFound } from '../errors.ts';
import type { ListDefinition } from '../list/definition.ts';
import { isUuid } from '../http/read.ts';
import { byNames } from '../list/names.ts';
import { readListQuery, type ListRequest } from '../list/query.ts';
import { merchantsOf, seesAll } from '../list/scope.ts';
import { amongStatement, type Ask } from '../list/among.ts';
import { parentStatement } from '../list/sql.ts';
import type { Change } from './feed.ts';

/** What one screen wants to hear of, in the reader's sight. */
export interface Watch {
  /** The call that it was read by, as the browser wrote it. */
  address: string;
  /** Of whoever reads the same under the same rights one is asked for all. */
  key: string;
  /** What these changes are to it, as the rest of a JSON object; null: nothing. */
  look(changes: Merged, ask: Ask): Promise<string | null>;
}

/** What happened to one table, statement by statement put together. */
export interface OfTable {
  inserted: Set<string>;
  updated: Set<string>;
  /** With whose they were. */
  deleted: Map<string, readonly (string | null)[]>;
  refs: Set<string>;
  merchants: Set<string | null>;
  /** Not all of them are named. */
  many: boolean;
}
export type Merged = ReadonlyMap<string, OfTable>;

/** More than these are not named one by one. */
const MOST_IDS = 500;

export const ofTable = (): OfTable => ({
  inserted: new Set(),
  updated: new Set(),
  deleted: new Map(),
  refs: new Set(),
  merchants: new Set(),
  many: false,
});

export function merge(changes: readonly Change[]): Merged {
  const tables = new Map<string, OfTable>();
  for (const { table, op, ids, refs, merchants } of changes) {
    let of = tables.get(table);
    if (!of) tables.set(table, (of = ofTable()));
    if (!ids) of.many = true;
    for (const id of ids ?? [])
      if (op === 'INSERT') of.inserted.add(id);
      else if (op === 'UPDATE') of.updated.add(id);
      else of.deleted.set(id, merchants ?? []);
    for (const ref of refs ?? []) of.refs.add(ref);
    for (const merchant of merchants ?? []) of.merchants.add(merchant);
  }
  for (const of of tables.values()) {
    for (const id of of.deleted.keys()) {
      of.inserted.delete(id);
      of.updated.delete(id);
    }
    // what is new is no change of something
    for (const id of of.inserted) of.updated.delete(id);
    if (of.inserted.size + of.updated.size > MOST_IDS) of.many = true;
  }
  return tables;
}

interface House {
  database: Database;
  table: EndpointTable;
  lists: readonly ListDefinition[];
  /** Reads the record at this address as the caller would; a 404 where they can't. */
  read(address: string): Promise<{ id?: unknown }>;
}

export const tableOf = ({ from }: ListDefinition) => from.split(' ')[0]!;
const NAME = String.raw`([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})`;
const pathOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, NAME)}$`);

const rowOf = ({ table }: House, { resource }: ListDefinition): Endpoint =>
  table[`GET ${resource.path as `/api/${string}`}`]!;

/** Whether any row of the list can be this person's to read. */
function reads(house: House, list: ListDefinition, actor: SignedIn): boolean {
  const { access, roles } = rowOf(house, list);
  if (
    !isAllowed(actor, {
      anyOf: Array.isArray(access) ? access : undefined,
      roles,
      right: rightOf(`GET ${list.resource.path}`),
    })
  )
    return false;
  const { scope } = list.resource;
  return scope === 'all' || actor.merchantId !== null || seesAll(list.resource, actor);
}

/** Every list that stands on its own and is theirs to read. */
export const everything = (house: House, actor: SignedIn): Watch[] =>
  house.lists
    .filter((list) => !list.parent && reads(house, list, actor))
    .map((list) => {
      const { path } = list.resource;
      return listWatch(
        list,
        actor,
        path,
        readListQuery(list.resource, actor, {}, 'page'),
        undefined,
      );
    });

/** What an address asks for; refuses what the call itself would refuse. */
export async function watchOf(house: House, address: string, actor: SignedIn): Promise<Watch> {
  const { pathname, searchParams } = addressed(address);
  for (const list of house.lists) {
    const [, parentId] = pathOf(list.resource.path).exec(pathname) ?? [null, undefined];
    if (list.parent ? !parentId : pathname !== list.resource.path) continue;
    if (!reads(house, list, actor)) throw notFound();
    if (list.parent) {
      const found = await house.database.run(parentStatement(list, actor, parentId!), actor.sight);
      if (!found.length) throw notFound();
    }
    const read = readListQuery(list.resource, actor, Object.fromEntries(searchParams), 'page');
    const request = await byNames(list, house.database, actor, read);
    return listWatch(list, actor, address, request, parentId);
  }
  const key = Object.keys(house.table).find(
    (name) => name.startsWith('GET ') && pathOf(name.slice(4)).test(pathname),
  );
  const row = key && house.table[key as `GET /api/${string}`];
  if (!row || row.list || row.answerType || address !== pathname) throw nothingThere();
  const { id } = await house.read(address);
  if (typeof id !== 'string' || !isUuid(id)) throw nothingThere();
  return recordWatch(house, actor, address, id);
}

const nothingThere = () => invalid('watch', 'There is no such list or record');

/** For what is read of an address alone. */
const HERE = 'http://127.0.0.1';

function addressed(address: string): URL {
  if (!address.startsWith('/api/') || !URL.canParse(address, HERE)) throw nothingThere();
  return new URL(address, HERE);
}

function listWatch(
  list: ListDefinition,
  actor: SignedIn,
  address: string,
  request: ListRequest,
  parentId: string | undefined,
): Watch {
  const { resource } = list;
  const mine = merchantsOf(actor);
  const confined = Boolean(actor.role?.merchants);
  const all = !confined && (resource.scope === 'all' || (!mine && seesAll(resource, actor)));
  const theirs = (some: Iterable<string | null>) =>
    all || [...some].some((one) => one !== null && mine?.includes(one));
  const whose = JSON.stringify([resource.slug, parentId, all || mine]);
  const filters = JSON.stringify([request.filters, request.timeZone], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const key = whose + filters;
  return {
    address,
    key,
    async look(changes, ask) {
      const of = changes.get(tableOf(list));
      if (!of) return null;
      const said = { list: resource.slug };
      if (of.many && theirs(of.merchants)) return rest({ ...said, many: true });
      const ids = [...of.inserted, ...of.updated].slice(0, MOST_IDS);
      const among = (name: string, some: readonly string[], asked: ListRequest) =>
        some.length
          ? ask(name, actor.sight, () => amongStatement(list, actor, asked, some, parentId))
          : new Set<string>();
      const seen = await among(whose, ids, { ...request, filters: [] });
      const found = request.filters.length ? await among(key, [...seen], request) : seen;
      // what is theirs, and not or no longer under these filters
      const gone = [...of.updated].filter((id) => seen.has(id) && !found.has(id));
      for (const [id, merchants] of of.deleted)
        if (all || (list.tenant && theirs(merchants))) gone.push(id);
      const added = [...of.inserted].filter((id) => found.has(id));
      const changed = [...of.updated].filter((id) => found.has(id));
      if (!added.length && !changed.length && !gone.length) return null;
      return rest({ ...said, new: added, changed, gone });
    },
  };
}

/** Told of the record's own row, and of rows that refer to it, of lists that the person may read. */
function recordWatch(house: House, actor: SignedIn, address: string, id: string): Watch {
  const closed = new Set(house.lists.map(tableOf));
  for (const list of house.lists) if (reads(house, list, actor)) closed.delete(tableOf(list));
  return {
    address,
    key: JSON.stringify([id, [...closed].sort()]),
    look: async (changes) => {
      for (const [table, { inserted, updated, deleted, refs }] of changes) {
        const own = inserted.has(id) || updated.has(id) || deleted.has(id);
        if (own || (refs.has(id) && !closed.has(table))) return rest({ changed: [id] });
      }
      return null;
    },
  };
}

const rest = (said: object) => JSON.stringify(said).slice(1);
