import type { AuditAction } from '@paydesk/contract/audited.ts';
import { audit, type AuditEntry } from '../../platform/audit.ts';
import { consequencesOf, countedTry } from '../../platform/auth/attempts.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import type { Notices } from '../../platform/auth/notices/words.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';

type Entry = Pick<AuditEntry, 'action' | 'result'> & Partial<Pick<AuditEntry, 'details'>>;

/** On the own user; no secret and no code goes in. */
export const writeOwn = (tx: Tx, actor: SignedIn, entry: Entry) =>
  audit(tx, actor, {
    entityType: 'USER',
    entityId: actor.userId,
    merchantId: actor.merchantId,
    details: {},
    ...entry,
  });

/** One thing after the other happens to what the person signs in with, and to the sign-ins themselves. */
export const lockOwn = (tx: Tx, { userId }: SignedIn) =>
  tx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** What is told of an own factor by where it was done from. */
type Told = {
  [K in keyof Notices]: Notices[K] extends { address: string } ? K : never;
}[keyof Notices];

export const tellOwn = <K extends Told>(
  services: Services,
  tx: Tx,
  { userId, address }: SignedIn,
  kind: K,
  facts?: Omit<Notices[K], 'address'>,
) => tellUser(tx, services, userId, kind, { ...facts, address } as Notices[K]);

/** Wrong ones count like wrong ones at the sign-in: a stolen session is no way to guess on. */
export const countedOwn = <T>(
  services: Services,
  actor: SignedIn,
  action: AuditAction,
  attempt: () => Promise<T | null>,
): Promise<T | null> =>
  countedTry(services.database, actor, attempt, async (tx, consequences) => {
    await writeOwn(tx, actor, { action, result: 'FAILED', details: consequencesOf(consequences) });
    if (consequences.blocked) await tellOwn(services, tx, actor, 'BLOCKED_SELF');
  });
