import type { Verdict } from '@paydesk/contract/kernel/many.ts';
import { SETTINGS } from '@paydesk/contract/settings.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from './db/database.ts';
import { canonical } from './canonical.ts';
import { invalid } from './errors.ts';

/** So long at the least: staff can say no less. Housekeeping alone forgets a key, once it has served its time. */
export const KEPT_DAYS = SETTINGS['retention.idempotency-keys.days'].field.min;

/** Whose keys these are: nobody meets another's. */
interface Who {
  userId: string;
}

export interface Attempt {
  key: string | null;
  /** What is asked: path, action and body; the same key with anything else is refused. */
  request: unknown;
}

/** Null for a first attempt, else the operation that the earlier one began (AM-102). */
export async function claimKey(
  tx: Tx,
  actor: Who,
  { key, request }: Attempt,
): Promise<{ operationId: string | null } | null> {
  if (key === null) return null;
  const hash = createHash('sha256').update(canonical(request)).digest();
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: actor.userId,
      key,
      request_hash: hash,
      created_date: sql<string>`now()`,
      operation_id: null,
      verdicts: '{}',
    })
    // waits for an attempt of the same key that has not committed yet
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'operation_id'])
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirst();
  // it was forgotten at this moment
  if (!earlier) return claimKey(tx, actor, { key, request });
  if (!earlier.request_hash.equals(hash)) throw usedForAnother();
  return { operationId: earlier.operation_id };
}

/** The same key with anything else (AM-102). */
export const usedForAnother = () =>
  invalid('Idempotency-Key', 'The key has been used for another request');

/** Ties the key to the operation it began, in the same transaction. */
export async function bindKey(tx: Tx, actor: Who, key: string | null, operationId: string) {
  if (key === null) return;
  await tx
    .updateTable('idempotency_keys')
    .set({ operation_id: operationId })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute();
}

/** Which new record the key made, for who repeats it. */
export async function madeUnder(tx: Tx, actor: Who, key: string): Promise<string> {
  const { made } = await tx
    .selectFrom('idempotency_keys')
    .select(sql<string>`verdicts ->> 'made'`.as('made'))
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return made;
}

/** The same noted, in the transaction that makes it. */
export async function keepMade(tx: Tx, actor: Who, key: string | null, id: string) {
  if (key === null) return;
  await tx
    .updateTable('idempotency_keys')
    .set({ verdicts: sql`jsonb_build_object('made', ${id}::text)` })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute();
}

/** What the call under the key was answered, for who repeats it. */
export async function answeredUnder<A>(tx: Tx, actor: Who, key: string): Promise<A> {
  const { answer } = await tx
    .selectFrom('idempotency_keys')
    .select(sql<unknown>`verdicts -> 'answer'`.as('answer'))
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return answer as A;
}

/** The same noted, in the transaction of what it answers. */
export async function keepAnswer(tx: Tx, actor: Who, key: string | null, answer: object) {
  if (key === null) return;
  await tx
    .updateTable('idempotency_keys')
    .set({ verdicts: sql`jsonb_build_object('answer', ${JSON.stringify(answer)}::jsonb)` })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute();
}

/** What came of this record under the key, whose row stays locked until the transaction ends. */
export async function verdictUnder(tx: Tx, actor: Who, key: string | null, id: string) {
  if (key === null) return null;
  const { verdict } = await tx
    .selectFrom('idempotency_keys')
    .select(sql<Verdict<'DONE'> | null>`verdicts -> ${id}::text`.as('verdict'))
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return verdict;
}

/** The same for who repeats it, in the transaction of the record. */
export async function keepVerdict(
  tx: Tx,
  actor: Who,
  key: string | null,
  verdict: Verdict<'DONE'>,
) {
  if (key === null) return;
  await tx
    .updateTable('idempotency_keys')
    .set({
      verdicts: sql`verdicts || jsonb_build_object(${verdict.id}::text, ${JSON.stringify(verdict)}::jsonb)`,
    })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .execute();
}
