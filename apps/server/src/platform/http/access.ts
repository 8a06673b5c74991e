import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { findSession, type SignedIn } from '../auth/sessions.ts';
import { refuseUnless, Refusal, unauthorized } from '../errors.ts';
import type { Database } from '../db/database.ts';

/** Reads the bearer token; a cookie alone opens nothing (SB-51). */
export async function authenticate(
  database: Database,
  authorization: string | undefined,
  address: string,
): Promise<SignedIn> {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  const signedIn = token ? await findSession(database, token, address) : null;
  if (!signedIn) throw unauthorized();
  return signedIn;
}

/** Refuses what the row of the table does not open to this person (SB-02, RO-07). */
export function authorize(row: Endpoint, actor: SignedIn): void {
  if (actor.passwordExpired && !row.whileExpired) throw new Refusal('PASSWORD_EXPIRED');
  refuseUnless(actor, {
    anyOf: Array.isArray(row.access) ? row.access : undefined,
    roles: row.roles,
  });
}
