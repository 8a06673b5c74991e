import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Puts these back as if they had just been posted; what a worker has at the moment stays with it. */
export async function putBack(
  tx: Tx,
  now: Date,
  ids: readonly string[],
  { kind, hours }: { kind: string; hours: number },
): Promise<number> {
  const at = now.toISOString();
  const { numAffectedRows = 0n } = await sql`
    update outbox set given_up_date = null, taken_by = null, attempts = 0, due_date = ${at},
      expires_date = case when kind = ${kind}
        then ${at}::timestamptz + make_interval(hours => ${hours}) else expires_date end
    where id = any(${ids}::uuid[]) and delivered_date is null
      and (taken_by is null or due_date <= ${at} or given_up_date is not null)`.execute(tx);
  return Number(numAffectedRows);
}

/** What waits of this purchase or order is tried now, in its order: somebody asks for the news of it. */
export async function tryNow(tx: Tx, now: Date, subject: string): Promise<void> {
  await sql`
    update outbox set due_date = ${now.toISOString()}
    where subject = ${subject} and delivered_date is null and given_up_date is null
      and taken_by is null`.execute(tx);
}
