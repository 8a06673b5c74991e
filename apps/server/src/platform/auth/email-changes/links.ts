import type { AuditAction } from '@paydesk/contract/audited.ts';
import { type EmailAnswer, type EmailOutcome } from '@paydesk/contract/kernel/email-change.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../audit.ts';
import type { Tx } from '../../db/database.ts';
import { withoutDeadlock } from '../../db/deadlocks.ts';
import type { EmailChanges } from '../../db/schema/people.ts';
import type { UserStatus } from '@paydesk/contract/permissions.ts';
import { mailLetter } from '../../mail-layout.ts';
import type { Services } from '../../services.ts';
import { hashToken } from '../next-token.ts';
import { dropAdded } from '../factors.ts';
import { revokeMade } from '../made-keys.ts';
import { withdrawInvited } from '../made-people.ts';
import { endSessions } from '../sessions.ts';
import { voidTokens } from '../tokens.ts';
import { isTaken, MINUTES } from '../email-changes.ts';
import { changedMail, forgottenMail, removedMail } from './mails.ts';
import { tellOthers } from './others.ts';

/** The two links of a change of an address, and what they do (AM-120). */

/** Whose address can still become another. */
const CHANGEABLE: UserStatus[] = ['ACTIVATED', 'BLOCKED', 'BLOCKED_SELF'];

/** The new address says yes: from now on it is the person's. */
export const confirmEmail = (services: Services, token: string, address: string) =>
  byLink(services, 'confirm_hash', token, async (tx, change) => {
    if (change.status === 'CONFIRMED') return 'USED';
    if (change.status === 'TAKEN') return 'TAKEN';
    if (change.status !== 'PENDING') return 'VOID';
    if (change.expired) return 'EXPIRED';
    await become(tx, change, change.new_email, 'CONFIRMED');
    await record(tx, change, address, 'CONFIRM_EMAIL', change.new_email);
    await mailLetter(tx, services, (house) => changedMail(services, change, house), {
      minutes: MINUTES,
    });
    return 'DONE';
  });

/** The old address says no: nothing changes, or what has changed is as it was before. */
export const stopEmail = (services: Services, token: string, address: string) =>
  byLink(services, 'stop_hash', token, async (tx, change) => {
    if (change.status === 'STOPPED') return 'USED';
    if (change.status !== 'PENDING' && change.status !== 'CONFIRMED') return 'VOID';
    if (change.expired) return 'EXPIRED';
    await become(tx, change, change.old_email, 'STOPPED');
    // whoever asked may sit in a session, and may have gone on to another address meanwhile
    await tx
      .updateTable('email_changes')
      .set({ status: 'VOID', ended_date: sql`pg_catalog.now()` })
      .where('user_id', '=', change.user_id)
      .where('status', 'in', ['PENDING', 'CONFIRMED'])
      .where('created_date', '>', change.created_date)
      .execute();
    await endSessions(tx, change.user_id);
    if (change.status === 'CONFIRMED' && (await forgetReset(tx, change)))
      await mailLetter(tx, services, (house) => forgottenMail(services, change, house), {
        minutes: null,
      });
    const invited = await withdrawInvited(tx, services, {
      ...byOf(change, address),
      since: change.since,
    });
    const added = [
      ...(await dropAdded(tx, change.user_id, change.since)),
      ...(await revokeMade(tx, {
        ...byOf(change, address),
        merchantId: change.person.merchant_id,
        since: change.since,
      })),
      ...invited.words,
    ];
    if (added.length)
      await mailLetter(
        tx,
        services,
        (house) => removedMail(services, change, added, invited.words.length > 0, house),
        {
          minutes: null,
        },
      );
    await tellOthers(tx, services, {
      whole: `${byOf(change, address).userName} (${change.old_email})`,
      merchantId: change.person.merchant_id,
      since: change.since,
      people: invited.people,
      removed: added,
    });
    await record(tx, change, address, 'STOP_EMAIL_CHANGE', change.old_email, added);
    return 'DONE';
  });

interface Change extends EmailChanges {
  expired: boolean;
  /** When the first was asked for of those that took each other's place. */
  since: string;
  person: {
    email: string;
    first_name: string;
    last_name: string;
    merchant_id: string | null;
  };
}

class Taken extends Error {}

/**
 * Finds the change by its link and does the work under the person's lock: of many at once one wins.
 * An address that has become somebody else's ends a change that waits.
 */
async function byLink(
  { database }: Services,
  hash: 'confirm_hash' | 'stop_hash',
  token: string,
  work: (tx: Tx, change: Change) => Promise<EmailOutcome>,
): Promise<EmailAnswer> {
  const nothing = { outcome: 'VOID', email: null } as const;
  const found = await database.kysely
    .selectFrom('email_changes')
    .select(['id', 'user_id'])
    .where(hash, '=', hashToken(token))
    .executeTakeFirst();
  if (!found) return nothing;
  try {
    // what it takes back is held by others too: by a provider that tells of people, by who changes one of them
    return await withoutDeadlock(() =>
      database.transaction('all', async (tx) => {
        // the person first, as everywhere
        const person = await tx
          .selectFrom('users')
          .select(['email', 'first_name', 'last_name', 'merchant_id'])
          .where('id', '=', found.user_id)
          .where('status', 'in', CHANGEABLE)
          .forUpdate()
          .executeTakeFirst();
        const change = await tx
          .selectFrom('email_changes')
          .selectAll()
          .select(sql<boolean>`expires_date <= pg_catalog.now()`.as('expired'))
          .select(
            sql<string>`(select coalesce(min(b.created_date), email_changes.created_date)
            from email_changes b where b.user_id = email_changes.user_id
              and b.old_email = email_changes.old_email and b.status in ('REPLACED','WITHDRAWN')
              and b.expires_date > email_changes.created_date
              and b.created_date < email_changes.created_date)`.as('since'),
          )
          .where('id', '=', found.id)
          .forUpdate()
          .executeTakeFirst();
        if (!person || !change) return nothing;
        const outcome = await work(tx, { ...change, person });
        if (outcome !== 'DONE') return { outcome, email: null };
        return {
          outcome,
          email: hash === 'confirm_hash' ? change.new_email : change.old_email,
        };
      }),
    );
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (!(error instanceof Taken) && !(code === '23505' && constraint === 'users_email'))
      throw error;
    await database.kysely
      .updateTable('email_changes')
      .set({ status: 'TAKEN', ended_date: sql`pg_catalog.now()` })
      .where('id', '=', found.id)
      .where('status', '=', 'PENDING')
      .execute();
    return { outcome: 'TAKEN', email: null };
  }
}

/** The person's address from now on; links that were mailed to the other one open nothing any more. */
async function become(
  tx: Tx,
  change: Change,
  email: string,
  status: 'CONFIRMED' | 'STOPPED',
): Promise<void> {
  if (await isTaken(tx, email, change.user_id)) throw new Taken();
  await tx
    .updateTable('users')
    .set({ email, updated_date: sql`pg_catalog.now()`, updated_by: change.asked_by })
    .where('id', '=', change.user_id)
    .where('email', '<>', email)
    .execute();
  await tx
    .updateTable('email_changes')
    .set({ status, ended_date: sql`pg_catalog.now()` })
    .where('id', '=', change.id)
    .execute();
  await voidTokens(tx, change.user_id, 'RESET');
}

/**
 * A password that was reset since the change was confirmed was chosen by whoever holds the other address, and would
 * open the account by the old one: it opens nothing any more. False where none was.
 */
async function forgetReset(tx: Tx, { user_id, ended_date }: Change): Promise<boolean> {
  // asked first: where rows are spread no change of what each machine has looks into what is in one place
  const reset = await tx
    .selectFrom('audit_logs')
    .select('id')
    .where('entity_id', '=', user_id)
    .where('action', '=', 'PASSWORD_RESET')
    .where('result', '=', 'SUCCESS')
    .where('created_date', '>', ended_date!)
    .limit(1)
    .executeTakeFirst();
  if (!reset) return false;
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', user_id).execute();
  return true;
}

/** Nobody is signed in: who holds the link is who it was mailed to. */
const byOf = (change: Change, address: string) => ({
  userId: change.user_id,
  userName: `${change.person.first_name} ${change.person.last_name}`,
  address,
});

const record = (
  tx: Tx,
  change: Change,
  address: string,
  action: AuditAction,
  email: string,
  removed: readonly string[] = [],
) =>
  audit(tx, byOf(change, address), {
    action,
    entityType: 'USER',
    entityId: change.user_id,
    merchantId: change.person.merchant_id,
    result: 'SUCCESS',
    details: {
      changes: changes({ email: change.person.email }, { email }),
      ...(removed.length && { removed }),
    },
  });
