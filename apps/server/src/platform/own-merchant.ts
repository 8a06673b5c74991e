import { sql, type RawBuilder } from 'kysely';
import type { SignedIn } from './auth/sessions.ts';
import type { Database, Tx } from './db/database.ts';
import { byKey } from './db/plans.ts';
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
 * The same of whoever's row is found, in the statement that finds it: `found` gives its merchant's id, and what else is
 * known of it. It is held by its lock then, in a statement of its own, which names the merchant by value: where rows are
 * spread, locks of merchants are in one place, and rows on a machine.
 */
export async function keepMerchant<T extends { merchant_id: string }>(
  tx: Tx,
  found: RawBuilder<unknown>,
): Promise<T | undefined> {
  const { rows } = await sql<T>`
    ${byKey} with found as materialized (${found})
    select found.*,
      pg_advisory_xact_lock_shared(hashtext('merchants'), hashtext(found.merchant_id::text)) as lock
    from found`.execute(tx);
  return rows[0];
}

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
