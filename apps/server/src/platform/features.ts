import { featureColumns, type Features } from '@paydesk/contract/kernel/features.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { sql, type InsertQueryBuilder, type InsertResult } from 'kysely';
import { changes } from './audit.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Tx } from './db/database.ts';
import type { Tables } from './db/schema.ts';
import type { HandledKey, Handlers } from './http/handlers.ts';
import { insist } from './insist.ts';
import { wireCell } from './list/sql.ts';
import { changeAs } from './own-merchant.ts';
import { lock, readRecord, writeDone, type Stored, type Table } from './record.ts';
import type { Services } from './services.ts';

/** Where the features of a record are kept: one that nobody has turned has no row. */
interface Kept<N extends string, D extends AnyRecord> {
  definition: Features<N, D>;
  table: string;
  /** Where turning one writes it, as the record itself says. */
  into: (tx: Tx) => InsertQueryBuilder<Tables, never, InsertResult>;
  /** The column that names the record. */
  owner: string;
}

/** All features of the record whose id the SQL names, in their order, as JSON. */
export function featuresSql<N extends string, D extends AnyRecord>(
  { definition: { names, unset }, table, owner }: Kept<N, D>,
  id: string,
): string {
  const { updatedDate } = featureColumns(names);
  const known = Object.keys(names).map((name, place) => `('${name}', ${place})`);
  return `(select json_agg(json_build_object('feature', all_names.name,
      'enabled', coalesce(${table}.enabled, ${unset}),
      'updatedDate', ${wireCell(`${table}.updated_date`, updatedDate)},
      'updatedBy', ${table}.updated_by) order by all_names.place)
    from (values ${known.join(', ')}) all_names (name, place)
    left join ${table} on ${table}.feature = all_names.name and ${table}.${owner} = ${id})`;
}

type Key<D extends AnyRecord> = Extract<
  `${'GET' | 'PUT'} ${NonNullable<D['one']>['path']}/features/{feature}`,
  HandledKey
>;

interface Asked {
  actor: SignedIn;
  params: { id: string; feature: string };
  body: { enabled: boolean };
}

/** Reading one and turning it: what is so already is refused where the contract says so, else written nowhere. */
export function featureHandlers<N extends string, D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
  kept: Kept<N, D>,
): Handlers<Key<D>> {
  const { definition, into, owner } = kept;
  const { path } = stored.record.one!;
  const load = async (tx: Tx, actor: SignedIn, { id, feature }: Asked['params']) => {
    // absent as its record is
    await readRecord(tx, stored, actor, id);
    const { rows } = await sql<{ all: { feature: N; enabled: boolean }[] }>`
      select ${sql.raw(featuresSql(kept, 'one_record.id'))} as all
      from (select ${id}::uuid as id) one_record`.execute(tx);
    return rows[0]!.all.find((one) => one.feature === feature)!;
  };
  return {
    [`GET ${path}/features/{feature}`]: ({ actor, params }: Asked) =>
      services.database.transaction(actor.sight, (tx) => load(tx, actor, params)),
    [`PUT ${path}/features/{feature}`]: ({ actor, params, body: { enabled } }: Asked) =>
      changeAs(services.database, actor, async (tx) => {
        const { id, feature } = params;
        // two at the same moment would both find it as it was
        const row = await lock(tx, stored, actor, id, false);
        const before = await load(tx, actor, params);
        const action = enabled ? definition.on : definition.off;
        insist(action, before as never, actor, {}, services.now());
        if (before.enabled === enabled) return before;
        const set = { enabled, updated_date: sql`now()`, updated_by: actor.userName };
        await into(tx)
          .values({ [owner]: id, feature, ...set } as never)
          .onConflict((conflict) =>
            conflict.columns([owner, 'feature'] as never).doUpdateSet({
              ...set,
              // where rows are spread, what is reckoned is reckoned once: as it was to be written
              updated_date: sql`excluded.updated_date`,
            } as never),
          )
          .execute();
        await writeDone(tx, services, stored, actor, row, action.audited, {
          details: { changes: changes({ [feature]: before.enabled }, { [feature]: enabled }) },
        });
        return load(tx, actor, params);
      }),
  } as unknown as Handlers<Key<D>>;
}
