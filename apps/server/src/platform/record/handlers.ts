import { randomUUIDv7 } from 'node:crypto';
import {
  columnsOf,
  type AnyRecord,
  type EngineKeys,
  type RecordAction,
  type RecordActions,
  type RecordEndpoints,
  type RecordOf,
} from '@paydesk/contract/kernel/record.ts';
import {
  startOf,
  isCreation,
  isDeletion,
  isEditing,
} from '@paydesk/contract/kernel/record-keys.ts';
import { sql } from 'kysely';
import { changes, gone } from '../audit.ts';
import type { SignedIn } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import { merged } from '../edits.ts';
import type { HandledKey, Handlers } from '../http/handlers.ts';
import { claimKey, keepMade, madeUnder } from '../idempotency.ts';
import { notFound } from '../errors.ts';
import { insist, insistState, refuseFields } from '../insist.ts';
import { changeAs, merchantIdOf } from '../own-merchant.ts';
import { keptPictures } from '../pictures.ts';
import {
  asStored,
  columnNames,
  nestedOf,
  refuseTaken,
  trimmed,
  type Above,
} from '../record-values.ts';
import {
  holdParent,
  idOf,
  lock,
  merchantOf,
  writeDone,
  type RowOf,
  type Stored,
  type Table,
  type Work,
} from '../record.ts';
import { answerOf, readOpened, reckon } from './answer.ts';
import { sealing } from './sealed.ts';
import type { Services } from '../services.ts';
import { manyHandlers } from './many.ts';

interface Asked {
  idempotencyKey?: string | null;
  actor: SignedIn;
  /** By the names in the path, in its order. */
  params?: Readonly<Record<string, string>>;
  body?: object;
}

/** The record that a path is about is the last that it names. */
const which = <D extends AnyRecord, T extends Table>({ named }: Stored<D, T>, context: Asked) =>
  Object.values(context.params ?? {}).at(-1) ?? named!(context);

/** The record above, where the path names one: below another there is nothing. */
function aboveOf<D extends AnyRecord, T extends Table>(
  { record, columns, list }: Stored<D, T>,
  params: Asked['params'] = {},
): Above | undefined {
  const [id] = Object.values(params);
  if (record.below === undefined || id === undefined) return undefined;
  const key = String(record.below);
  const { [key]: column } = columnNames({ list, columns }, columnsOf(record) as never);
  return { column: column!, id };
}

/** One action on one record: locked, asked, done, written down, told, in one transaction (AM-105, SB-42). */
async function perform<D extends AnyRecord, T extends Table>(
  tx: Tx,
  services: Services,
  stored: Stored<D, T>,
  key: string,
  context: Asked,
): Promise<unknown> {
  const { record } = stored;
  const { body = {}, params } = context;
  const above = aboveOf(stored, params);
  const action = record.actions[key] as RecordAction<RecordOf<D>>;
  const change = stored.actions[key as EngineKeys<D>];
  const deletes = isDeletion(key);
  const asked = which(stored, context);
  const { idempotencyKey = null } = context;
  // what a second person has agreed to is done once, however often it is begun
  const attempt = { key: idempotencyKey, request: { call: key, params, body } };
  if (await claimKey(tx, context.actor, attempt))
    return deletes ? {} : answerOf(services, stored, tx, context.actor, asked);
  // whoever acts may have lost the right to it while others were waited for
  const { row, actor } = stored.lock
    ? await stored.lock(tx, context.actor, asked)
    : { row: await lock(tx, stored, context.actor, asked, deletes), actor: context.actor };
  const id = idOf(row);
  if (above && (row as Record<string, unknown>)[above.column] !== above.id) throw notFound();
  const before = await readOpened(services, stored, tx, actor, id);
  const shown = await reckon(services, stored, tx, actor, before);
  insist(action, shown, actor, body as Record<string, unknown>, services.now());
  const given = isEditing(record, key)
    ? await merged(
        tx,
        actor,
        { id, names: columnNames(stored, action.fields) },
        { readAs: undefined, ...body },
        { ...startOf(action.fields, before), ...nestedOf(action, before) },
      )
    : body;
  const said = { ...trimmed(action.fields, given), ...nestedOf(action, given) };
  refuseFields(action.check?.(said, before) ?? {}, action.fields);
  const merchantId = merchantOf(row);
  await refuseTaken(tx, stored, action.fields, said, { id, merchantId, above });
  const values = await keptPictures(tx, action.fields, said, before);
  const at: Work<T, RecordOf<D>, typeof values> = {
    id,
    tx,
    services,
    actor,
    row,
    before,
    values,
    stored: asStored(stored, action.fields, values),
  };
  const done = await change(at as never);
  const whole = deletes && !done.set;
  if (whole)
    await tx
      .deleteFrom(stored.table as 'offers')
      .where('id', '=', id)
      .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId!))
      .execute();
  const was = whole && { details: { changes: gone(before) } };
  await writeDone(tx, services, stored, actor, row, action.audited, { ...was, ...done });
  return deletes ? {} : answerOf(services, stored, tx, actor, id);
}

/**
 * A new one: asked, stored, written down and answered, in one transaction; of the own merchant where it is
 * one's, below the record that its path names.
 */
export async function createRecord<D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
  key: EngineKeys<D>,
  { actor, params, body = {}, idempotencyKey = null }: Asked,
): Promise<RecordOf<D>> {
  const { record, list } = stored;
  const action = record.actions[key] as RecordAction<null>;
  const merchantId = list.resource.scope === 'own' ? merchantIdOf(actor) : actor.merchantId;
  const above = aboveOf(stored, params);
  const id = randomUUIDv7();
  return changeAs(services.database, actor, async (tx) => {
    insist(action, null, actor, body as Record<string, unknown>, services.now());
    const attempt = { key: idempotencyKey, request: { call: key, ...params, ...body } };
    if (await claimKey(tx, actor, attempt))
      return answerOf(services, stored, tx, actor, await madeUnder(tx, actor, idempotencyKey!));
    const said = { ...trimmed(action.fields, body), ...nestedOf(action, body) };
    refuseFields(action.check?.(said, null) ?? {});
    if (above) await holdParent(tx, list, actor, above.id);
    await refuseTaken(tx, stored, action.fields, said, { id, merchantId, above });
    const values = await keptPictures(tx, action.fields, said, {});
    const given = asStored(stored, action.fields, values) as Partial<RowOf<T>>;
    const work = { id, tx, services, actor, values, stored: given };
    const done = await stored.actions[key](work as never);
    await keepMade(tx, actor, idempotencyKey, done.made ?? id);
    if (done.made) return answerOf(services, stored, tx, actor, done.made);
    const { set, details = { changes: changes<object>({}, given) } } = done;
    const row = {
      id,
      // a merchant is its own
      ...(list.tenant && list.tenant !== list.id && { merchant_id: merchantId }),
      ...(above && { [above.column]: above.id }),
      created_date: sql`now()`,
      created_by: actor.userName,
      ...sealing(services, stored, id, set ?? {}),
    };
    if (!stored.into) throw new Error(`${record.name} says nowhere where a new one is written`);
    await stored
      .into(tx)
      .values(row as never)
      .execute();
    await done.besides?.();
    await writeDone(tx, services, stored, actor, row as never, action.audited, { details });
    return answerOf(services, stored, tx, actor, id);
  });
}

export type RecordKey<D extends AnyRecord> = Exclude<
  Extract<HandledKey, keyof RecordEndpoints<D>>,
  Exclude<keyof D['actions'], EngineKeys<D>>
>;

/** What serves the rows of the endpoint table that a record brings. */
export function recordHandlers<D extends AnyRecord, T extends Table>(
  services: Services,
  stored: Stored<D, T>,
): Handlers<RecordKey<D>> {
  const { record, list } = stored;
  // the row of a merchant is locked to be changed at once: two who kept it first would wait for each other
  const kept = list.tenant === list.id ? 'changed' : 'kept';
  const actions = Object.entries(record.actions as RecordActions<never>).flatMap(
    ([key, action]): [string, unknown][] => {
      if (action.outside) return [];
      const act = (tx: Tx, asked: Asked) => perform(tx, services, stored, key, asked);
      const ask = async (tx: Tx, asked: Asked) => {
        const { actor } = asked;
        const one = await readOpened(services, stored, tx, actor, which(stored, asked));
        const shown = await reckon(services, stored, tx, actor, one);
        insistState(action as RecordAction<RecordOf<D>>, shown, actor, services.now());
      };
      const many = { key, entity: record.entity, ask, act };
      return [
        [
          key,
          (asked: Asked) =>
            isCreation(record, key)
              ? createRecord(services, stored, key as EngineKeys<D>, asked)
              : changeAs(services.database, asked.actor, (tx) => act(tx, asked), kept),
        ],
        ...(action.many ? manyHandlers(services, many) : []),
      ];
    },
  );
  const read = (context: Asked) =>
    services.database.transaction(context.actor.sight, async (tx) => {
      const one = await answerOf(services, stored, tx, context.actor, which(stored, context));
      const above = aboveOf(stored, context.params);
      if (above && one[record.below as keyof RecordOf<D>] !== above.id) throw notFound();
      return one;
    });
  return Object.fromEntries([
    ...actions,
    ...(record.one ? [[`GET ${record.one.path}`, read]] : []),
  ]) as Handlers<RecordKey<D>>;
}
