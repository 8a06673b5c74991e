import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from './auth/sessions.ts';
import type { Database, Tx } from './db/database.ts';
import { forbidden, notFound } from './errors.ts';

type Who = Pick<SignedIn, 'merchantId' | 'sight'>;

/** What becomes of the merchant: two who only keep it as it is may work at the same moment. */
type Lock = 'kept' | 'changed';

/** The merchant that the person works for; who works for none finds nothing here (AM-41). */
export function merchantIdOf({ merchantId }: Pick<SignedIn, 'merchantId'>): string {
  if (!merchantId) throw notFound();
  return merchantId;
}

/**
 * Holds the merchant as it is, or for whoever changes it alone, until the transaction ends: by an
 * advisory lock, since every machine that has rows of merchants has a copy of theirs (ADR 87). Before
 * any lock of a row.
 */
export async function lockMerchant(tx: Tx, id: string, lock: Lock): Promise<void> {
  const take = sql.raw(lock === 'kept' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${take}(hashtext('merchants'), hashtext(${id}))`.execute(tx);
}

/**
 * The same as the first part of a statement that then locks a row of it: `kept` has what `found` gives of
 * the row, its merchant's id among it. What the statement reads beside the row that it locks may be older
 * than the lock.
 */
export const keptMerchant = (found: RawBuilder<unknown>) => sql`
  found as (${found}),
  kept as materialized (
    select found.*,
      pg_advisory_xact_lock_shared(hashtext('merchants'), hashtext(found.merchant_id::text)) as lock
    from found)`;

/**
 * Refuses the people and machines of a disabled merchant, whose merchant else stays enabled until the
 * transaction ends; staff work for none. What guards somebody's own account is theirs even then:
 * signing in and out, passwords, sessions and second factors (SB-43).
 */
export async function refuseWhileDisabled(
  tx: Tx,
  { merchantId }: Pick<SignedIn, 'merchantId'>,
  lock: Lock = 'kept',
): Promise<void> {
  if (!merchantId) return;
  await lockMerchant(tx, merchantId, lock);
  const merchant = await tx
    .selectFrom('merchants')
    .select('status')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  if (merchant.status === 'DISABLED')
    throw forbidden('The merchant is disabled: nothing of it can be changed');
}

/**
 * Where every write begins that both staff and merchants' people make: a transaction of the person's
 * sight, and for people of a merchant one in which the merchant stays enabled.
 */
export function changeAs<T>(
  database: Database,
  actor: Who,
  work: (tx: Tx) => Promise<T>,
  lock?: Lock,
): Promise<T> {
  return database.transaction(actor.sight, async (tx) => {
    await refuseWhileDisabled(tx, actor, lock);
    return work(tx);
  });
}

/** The same for writes of a merchant's people and machines alone, to what is their merchant's. */
export async function changeOwn<T>(
  database: Database,
  actor: Who,
  work: (tx: Tx, merchantId: string) => Promise<T>,
  lock?: Lock,
): Promise<T> {
  const merchantId = merchantIdOf(actor);
  return changeAs(database, actor, (tx) => work(tx, merchantId), lock);
}
