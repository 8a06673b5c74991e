import type { SignedIn } from './auth/sessions.ts';
import type { Database, Tx } from './db/database.ts';
import { forbidden, notFound } from './errors.ts';

/** The merchant that the person works for; who works for none finds nothing here (AM-41). */
export function merchantIdOf({ merchantId }: Pick<SignedIn, 'merchantId'>): string {
  if (!merchantId) throw notFound();
  return merchantId;
}

/**
 * Where every write of a merchant's people and machines to what is their merchant's begins: a transaction of
 * their sight, in which the merchant stays enabled until it ends (SB-43).
 */
export async function changeOwn<T>(
  database: Database,
  actor: Pick<SignedIn, 'merchantId' | 'sight'>,
  work: (tx: Tx, merchantId: string) => Promise<T>,
): Promise<T> {
  const merchantId = merchantIdOf(actor);
  return database.transaction(actor.sight, async (tx) => {
    const merchant = await tx
      .selectFrom('merchants')
      .select('status')
      .where('id', '=', merchantId)
      .forShare()
      .executeTakeFirstOrThrow();
    if (merchant.status === 'DISABLED')
      throw forbidden('The merchant is disabled: nothing of it can be changed');
    return work(tx, merchantId);
  });
}
