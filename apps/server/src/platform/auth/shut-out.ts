import type { Tx } from '../db/database.ts';
import { endPending } from './email-changes.ts';
import { endSessions } from './sessions.ts';
import { voidTokens } from './tokens.ts';

export async function voidLinks(tx: Tx, userId: string): Promise<void> {
  await voidTokens(tx, userId, 'INVITATION');
  await voidTokens(tx, userId, 'RESET');
}

/** From now on neither a session nor a link of theirs opens anything. */
export async function shutOut(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  await voidLinks(tx, userId);
  await endPending(tx, userId, 'VOID');
}
