import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { useChallenge } from './challenges.ts';

export interface NewPasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: bigint;
  transports: string[];
  synced: boolean;
  challenge: string;
}

/** Keeps it; null where its question has been answered, or somebody has it already. */
export async function addPasskey(
  tx: Tx,
  userId: string,
  name: string,
  { challenge, ...passkey }: NewPasskey,
): Promise<string | null> {
  if (!(await useChallenge(tx, challenge))) return null;
  const id = randomUUIDv7();
  const made = await tx
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name,
      synced: passkey.synced,
      created_date: sql<string>`pg_catalog.now()`,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

/** Whose passkey has answered a question of ours; what it is worth `takePasskey` says. */
export interface ShownPasskey {
  passkeyId: string;
  userId: string;
  name: string;
  counter: bigint;
  synced: boolean;
  challenge: string;
}

/**
 * Uses up the question and notes the use, each by one statement: of many at once one wins. A count that does
 * not go on says that there are two of it: from then on it opens nothing, wherever it is.
 */
export async function takePasskey(
  tx: Tx,
  { passkeyId, counter, synced, challenge }: ShownPasskey,
): Promise<'taken' | 'copied' | null> {
  if (!(await useChallenge(tx, challenge))) return null;
  const good = tx
    .updateTable('passkeys')
    .where('id', '=', passkeyId)
    .where('copied_date', 'is', null);
  const taken = await good
    .set({ counter, synced, last_used_date: sql`pg_catalog.now()` })
    .where((either) =>
      either.or([
        either('counter', '<', counter),
        either.and([either('counter', '=', 0n), either.val(counter === 0n)]),
      ]),
    )
    .executeTakeFirst();
  if (taken.numUpdatedRows) return 'taken';
  const copied = await good.set({ copied_date: sql`pg_catalog.now()` }).executeTakeFirst();
  return copied.numUpdatedRows ? 'copied' : null;
}

/** The person's, the newest last. */
export async function passkeysOf(db: Db | Tx, userId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_date', 'last_used_date', 'synced', 'copied_date'])
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export type PasskeyRow = Awaited<ReturnType<typeof passkeysOf>>[number];

export const descriptorOf = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

/** False where it is nobody's, or another's. */
export async function renamePasskey(
  tx: Tx,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One of them, or all. */
export async function dropPasskeys(tx: Tx, userId: string, id?: string): Promise<void> {
  await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .execute();
}
