import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { insistFree } from './email-changes.ts';
import { kept, refuseTakenEmail, type NewPerson } from './people.ts';
import { endSessions } from './sessions.ts';
import { shutOut } from './shut-out.ts';

/** What a firm's provider does to a person of the firm: it is the same as by hand, and at once. */

/** Neither a session nor a link of theirs opens anything from now on. */
export async function putOut(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ status: 'BLOCKED' }).where('id', '=', userId).execute();
  await shutOut(tx, userId);
}

/** Somebody here blocks them: from now on their provider, which had put them out before, doesn't let them in. */
export async function blockedByHand(tx: Tx, userId: string): Promise<void> {
  await sql`select blocked_by_hand(${userId}::uuid)`.execute(tx);
}

/** In again; no session comes back by it. */
export async function letIn(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await tx
    .updateTable('users')
    .set({ status: 'ACTIVATED', failed_logins: 0 })
    .where('id', '=', userId)
    .execute();
}

/** Names and address; who is known by another address signs in anew, and no link lets in that was mailed to the old one. */
export async function rename(
  tx: Tx,
  userId: string,
  { email, ...names }: Pick<NewPerson, 'firstName' | 'lastName' | 'email'>,
  before: string,
): Promise<void> {
  const moved = email.toLowerCase() !== before.toLowerCase();
  if (moved) {
    await insistFree(tx, email, userId);
    await shutOut(tx, userId);
  }
  const { first_name, last_name, email: address } = kept({ ...names, email });
  await tx
    .updateTable('users')
    .set({ first_name, last_name, ...(moved && { email: address }) })
    .where('id', '=', userId)
    .execute()
    .catch(refuseTakenEmail);
}

/** Whether somebody else administers their side: without them nobody would. Locks all who do. */
export async function isLastAdministrator(
  tx: Tx,
  person: { id: string; user_role: string; merchant_id: string | null },
): Promise<boolean> {
  if (!person.user_role.endsWith('_ADMIN')) return false;
  const { rows } = await sql<{ id: string }>`
    select id from users where user_role = ${person.user_role} and status = 'ACTIVATED'
      and role_id is null and merchant_id is not distinct from ${person.merchant_id}
    order by id for no key update`.execute(tx);
  return rows.some(({ id }) => id === person.id) && rows.length === 1;
}
