import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '@paydesk/contract/audited.ts';
import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { checkSearch, type SavedView } from '@paydesk/contract/kernel/views.ts';
import { sql } from 'kysely';
import { audit, changes } from '../platform/audit.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { merged } from '../platform/edits.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { changeAs } from '../platform/own-merchant.ts';
import type { Services } from '../platform/services.ts';
import { defineManifest } from '../platform/manifest.ts';

type Keys =
  | 'GET /api/saved-views'
  | 'POST /api/saved-views'
  | 'PUT /api/saved-views/{id}'
  | 'DELETE /api/saved-views/{id}'
  | 'PUT /api/saved-views/{id}/default';

/** More than anybody finds again; a full table is no use to its owner. */
const MOST_A_LIST = 100;

const LISTS = new Set(
  Object.values<Endpoint>(table).flatMap(({ list }) => (list ? [list.resource.slug] : [])),
);

/**
 * Lists under a name. A view holds no rows and no rights: whoever opens it asks the list, which
 * refuses what they may not filter or sort by.
 */
export function savedViewHandlers({ database }: Services): Handlers<Keys> {
  return {
    'GET /api/saved-views': ({ actor }) =>
      database.transaction(actor.sight, (tx) => visible(tx, actor)),
    'POST /api/saved-views': ({ actor, body }) =>
      changeAs(database, actor, async (tx) => {
        if (!LISTS.has(body.list)) throw invalid('list', 'There is no such list');
        const given = await checked(tx, actor, body.list, body, null);
        const id = randomUUIDv7();
        await tx
          .insertInto('saved_views')
          .values({
            ...given,
            id,
            user_id: actor.userId,
            owner_name: actor.userName,
            merchant_id: actor.merchantId,
            list: body.list,
            created_date: sql`now()`,
          })
          .execute();
        const made = changes<typeof given>({} as never, given);
        await record(tx, actor, 'CREATE_SAVED_VIEW', id, made);
        return one(tx, actor, id);
      }),
    'PUT /api/saved-views/{id}': ({ actor, params: { id }, body }) =>
      changeAs(database, actor, async (tx) => {
        const before = await locked(tx, actor, id);
        const { name, shared, search } = before;
        const taken = await merged(tx, actor, { id }, body, { name, shared, search });
        const given = await checked(tx, actor, before.list, taken, id);
        await tx
          .updateTable('saved_views')
          .set({ ...given, updated_date: sql`now()` })
          .where('id', '=', id)
          .execute();
        await record(tx, actor, 'UPDATE_SAVED_VIEW', id, changes(before, given));
        return one(tx, actor, id);
      }),
    'DELETE /api/saved-views/{id}': ({ actor, params: { id } }) =>
      changeAs(database, actor, async (tx) => {
        const { name } = await locked(tx, actor, id);
        await tx.deleteFrom('saved_views').where('id', '=', id).execute();
        const gone = changes<{ name: string | null }>({ name }, { name: null });
        await record(tx, actor, 'DELETE_SAVED_VIEW', id, gone);
        return {};
      }),
    'PUT /api/saved-views/{id}/default': ({ actor, params: { id }, body: { isDefault } }) =>
      changeAs(database, actor, async (tx) => {
        const { list, isDefault: before } = await one(tx, actor, id);
        const mine = { user_id: actor.userId, list };
        await tx
          .deleteFrom('default_views')
          .where('user_id', '=', mine.user_id)
          .where('list', '=', list)
          .$if(!isDefault, (query) => query.where('view_id', '=', id))
          .execute();
        if (isDefault)
          await tx
            .insertInto('default_views')
            .values({ ...mine, view_id: id })
            .onConflict((conflict) =>
              conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: id }),
            )
            .execute();
        const turned = changes<{ isDefault: boolean }>({ isDefault: before }, { isDefault });
        await record(tx, actor, 'CHOOSE_SAVED_VIEW', id, turned);
        return one(tx, actor, id);
      }),
  };
}

interface Given {
  name: string;
  shared: boolean;
  search?: string | null;
}

async function checked(tx: Tx, actor: SignedIn, list: string, body: Given, id: string | null) {
  const given = { name: body.name.trim(), shared: body.shared, search: body.search ?? '' };
  const wrong = checkSearch(given.search);
  if (wrong) throw invalid('search', wrong);
  // two at the same moment would both find the name free
  await sql`select pg_advisory_xact_lock(hashtext('saved_views'), hashtext(${actor.userId}))`.execute(
    tx,
  );
  const others = await tx
    .selectFrom('saved_views')
    .select('name')
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .$if(id !== null, (query) => query.where('id', '<>', id!))
    .execute();
  if (others.some(({ name }) => name.toLowerCase() === given.name.toLowerCase()))
    throw invalid('name', 'You have a view of this name');
  if (others.length >= MOST_A_LIST)
    throw invalid('name', `A list has at most ${MOST_A_LIST} views of yours`);
  return given;
}

/** The own view, locked; another's answers as an absent one. */
async function locked(tx: Tx, actor: SignedIn, id: string) {
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The own ones and those that the own team shares, by name. */
async function visible(db: Db, actor: SignedIn, id: string | null = null): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select v.id, v.list, v.name, v.search, v.shared, v.user_id = ${actor.userId} as mine,
      v.owner_name as owner,
      d.view_id is not null as "isDefault"
    from saved_views v
    left join default_views d on d.view_id = v.id and d.user_id = ${actor.userId}
    where (v.user_id = ${actor.userId} or (v.shared and v.merchant_id is not distinct from ${actor.merchantId}))
      and (${id}::uuid is null or v.id = ${id}::uuid)
    order by lower(v.name), v.id`.execute(db);
  return rows;
}

async function one(db: Db, actor: SignedIn, id: string): Promise<SavedView> {
  const [view] = await visible(db, actor, id);
  if (!view) throw notFound();
  return view;
}

const record = (tx: Tx, actor: SignedIn, action: AuditAction, id: string, changed: object) =>
  audit(tx, actor, {
    action,
    entityType: 'SAVED_VIEW',
    entityId: id,
    merchantId: actor.merchantId,
    result: 'SUCCESS',
    details: { changes: changed },
  });

export const manifest = defineManifest({
  handlers: [savedViewHandlers],
});
