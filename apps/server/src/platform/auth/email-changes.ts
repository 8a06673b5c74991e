import { randomBytes, randomUUIDv7 } from 'node:crypto';
import {
  EMAIL_CHANGES_AN_HOUR,
  EMAIL_LINK_HOURS,
  TOO_MANY_CHANGES,
} from '@paydesk/contract/kernel/email-change.ts';
import { sql } from 'kysely';
import { audit, changes } from '../audit.ts';
import type { Db, Tx } from '../db/database.ts';
import { invalid, Refusal } from '../errors.ts';
import { lastingWords, mailLetter, type Letter } from '../mail-layout.ts';
import type { Services } from '../services.ts';
import { hashToken } from './next-token.ts';
import { type SignedIn } from './sessions.ts';

/** How an address becomes another: asked for, confirmed by the new one, stopped by the old one (AM-120). */

export const MINUTES = EMAIL_LINK_HOURS * 60;

export const EMAIL_TAKEN = 'This email address is in use already';

/** A session alone changes no address: the second factor, or without one the password, of the last minutes. */
export function insistOnProof({ secondFactor, passwordFresh }: SignedIn): void {
  if (!(secondFactor.on ? secondFactor.fresh : passwordFresh)) throw new Refusal('PASSWORD_STALE');
}

/**
 * Whether the address is somebody else's, or was until lately: while the old address can take its
 * change back, nobody else gets it. Asked of everybody, whatever the transaction sees.
 */
export async function isTaken(db: Db, email: string, userId: string | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select email_taken(${email}, ${userId}::uuid) as taken`.execute(db);
  return rows[0]!.taken;
}

/** Whether nobody has the address; others are kept from taking it until the transaction ends. */
export async function keepFree(tx: Tx, email: string, userId: string | null): Promise<boolean> {
  // two at the same moment would both find it free
  await sql`select pg_advisory_xact_lock(hashtext('email'), hashtext(lower(${email})))`.execute(tx);
  return !(await isTaken(tx, email, userId));
}

/** Refuses a taken address. */
export async function insistFree(tx: Tx, email: string, userId: string | null): Promise<void> {
  if (!(await keepFree(tx, email, userId))) throw invalid('email', EMAIL_TAKEN);
}

/** Asks for another address, under the person's lock: mails the new one a link, and the old one another. */
export async function askEmailChange(
  tx: Tx,
  services: Services,
  by: SignedIn,
  user: {
    id: string;
    email: string;
    pendingEmail: string | null;
    name: string;
    merchantId: string | null;
  },
  email: string,
): Promise<void> {
  const { asked } = await tx
    .selectFrom('email_changes')
    .select(sql<bigint>`count(*)`.as('asked'))
    .where('user_id', '=', user.id)
    .where('created_date', '>', sql<string>`pg_catalog.now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  if (asked >= BigInt(EMAIL_CHANGES_AN_HOUR)) throw invalid('email', TOO_MANY_CHANGES);
  await endPending(tx, user.id, 'REPLACED');
  const [confirm, stop] = [newToken(), newToken()];
  await tx
    .insertInto('email_changes')
    .values({
      id: randomUUIDv7(),
      user_id: user.id,
      old_email: user.email,
      new_email: email,
      asked_by: by.userName,
      confirm_hash: hashToken(confirm),
      stop_hash: hashToken(stop),
      status: 'PENDING',
      created_date: sql`pg_catalog.now()`,
      expires_date: sql`pg_catalog.now() + make_interval(mins => ${MINUTES})`,
    })
    .execute();
  const to = (name: string, token: string) =>
    `${services.publicUrl()}/email-change?${name}=${token}`;
  const who = by.userId === user.id ? 'You have asked' : `${by.userName} has asked`;
  const letters = (house: string): Letter[] => [
    {
      to: email,
      subject: `Confirm your new email address for ${house}`,
      heading: 'Is this address yours?',
      before: [
        `Hello ${user.name}, ${email} is to be the address that you sign in to ${house} with, in place of ${user.email}. It takes effect once you have confirmed it.`,
      ],
      action: { label: 'Confirm this address', link: to('confirm', confirm) },
      after: [
        `The link works once, for ${lastingWords(MINUTES)}. Until then everything stays as it is.`,
        'If you do not know what this is about, do nothing: the address is not used.',
      ],
    },
    {
      to: user.email,
      subject: `Your email address for ${house} is to be changed`,
      heading: 'Your address is to be changed',
      before: [
        `Hello ${user.name}. ${who} for another address to sign in to ${house} with: ${email} in place of ${user.email}. It counts once the new address has confirmed it. ${fromWhere(by)}`,
      ],
      action: { label: 'Stop this change', link: to('stop', stop) },
      after: [
        `If you did not expect it, stop it: for ${lastingWords(MINUTES)} the link works, and takes the change back even after it was confirmed. All your sessions end by it.`,
        'If all is as you wish, there is nothing to do.',
      ],
    },
  ];
  for (const which of [0, 1])
    await mailLetter(tx, services, (house) => letters(house)[which]!, { minutes: MINUTES });
  await audit(tx, by, {
    action: 'ASK_EMAIL_CHANGE',
    entityType: 'USER',
    entityId: user.id,
    merchantId: user.merchantId,
    result: 'SUCCESS',
    details: { changes: changes({ pendingEmail: user.pendingEmail }, { pendingEmail: email }) },
  });
}

const newToken = () => randomBytes(32).toString('base64url');
const fromWhere = ({ address }: SignedIn) =>
  `It was asked for from the network address ${address}.`;

/** What waits for its confirmation waits no longer; false where nothing did. */
export async function endPending(
  tx: Tx,
  userId: string,
  status: 'REPLACED' | 'WITHDRAWN' | 'VOID',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('email_changes')
    .set({ status, ended_date: sql`pg_catalog.now()` })
    .where('user_id', '=', userId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of who is gone no link does anything any more. */
export async function endEveryChange(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ status: 'VOID', ended_date: sql`pg_catalog.now()` })
    .where('user_id', '=', userId)
    .where('status', 'in', ['PENDING', 'CONFIRMED'])
    .execute();
}

/** What a person's address is to be, as a column of a statement about `users u`. */
export const pendingEmail = sql<string | null>`(select new_email from email_changes e
  where e.user_id = u.id and e.status = 'PENDING' and e.expires_date > pg_catalog.now())`;
