import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** The sixth wrong password in a row blocks, at the sign-in and wherever else one is asked for (AM-42). */
const MAX_WRONG_PASSWORDS = 6;

/**
 * Counts a guess before it is compared, so that guesses at once are no way around the count.
 * False: no guess is left.
 */
export async function reserveGuess(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ failed_logins: sql`failed_logins + 1` })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVATED')
    .where('failed_logins', '<', MAX_WRONG_PASSWORDS)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** After a right guess: the count starts again. */
export async function clearGuesses(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ failed_logins: 0 }).where('id', '=', userId).execute();
}

/** After a wrong guess: blocks whoever has none left; true if so. */
export async function blockIfNoneLeft(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ status: 'BLOCKED_SELF' })
    .where('id', '=', userId)
    .where('status', '=', 'ACTIVATED')
    .where('failed_logins', '>=', MAX_WRONG_PASSWORDS)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
