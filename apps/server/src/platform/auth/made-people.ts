import { sql } from 'kysely';
import type { Audited } from '@paydesk/contract/kernel/record-action.ts';
import { audit } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { doneSince } from './done-since.ts';
import { closeOpened } from './made-connections.ts';
import { revokeMade } from './made-keys.ts';
import { raisedSince } from './made-roles.ts';
import { tellHolder } from './notices.ts';
import { blockedByHand } from './provisioned.ts';
import { shutOut } from './shut-out.ts';

/** Whom a person has let in since a moment, and what those did with it. */

interface Whose {
  userId: string;
  userName: string;
  /** From where it is taken back. */
  address: string;
  since: string;
}

/** As the actions are called, which the platform does not know. */
const INVITES = ['CREATE'];
const SENDS_ELSEWHERE = ['UPDATE'];

/**
 * Nobody comes in any more whom this person has invited since then, or whose invitation they have sent elsewhere, or by
 * single sign-on that they have opened, or whom they have activated or given more rights; nor whom those have, nor by a
 * key that one of them has made. Who has not signed up yet can't by the link they have; who has is blocked, and signed
 * out: an administrator invites or activates them again. Each has a row in the audit log. Says who and what it was, by
 * the words that people have, and all whom it went through.
 */
export async function withdrawInvited(
  tx: Tx,
  services: Services,
  whose: Whose,
): Promise<{ words: string[]; people: string[] }> {
  const { userId, since } = whose;
  const met = new Set([userId]);
  const words: string[] = [];
  for (let by: string[] = [userId]; by.length;) {
    const opened = await closeOpened(tx, whose, by);
    words.push(...opened.words);
    const letIn = [
      ...(await doneSince(tx, by, since, INVITES, 'USER')),
      ...(await doneSince(tx, by, since, SENDS_ELSEWHERE, 'USER', 'email')),
      ...opened.people,
      ...(await raisedSince(tx, by, since)),
    ];
    const fresh = [...new Set(letIn)].filter((id) => !met.has(id)).toSorted();
    for (const id of fresh) met.add(id);
    for (const id of fresh) words.push(...(await withdraw(tx, services, whose, id)));
    by = fresh;
  }
  return { words, people: [...met] };
}

/** What of one is taken back; nothing of who is out already, but for what they have made. */
async function withdraw(tx: Tx, services: Services, whose: Whose, id: string): Promise<string[]> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'merchant_id', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!person) return [];
  const { email, first_name: name, last_name, merchant_id: merchantId, status } = person;
  const whole = `${name} ${last_name} (${email})`;
  const write = (action: string, details: object) =>
    audit(tx, whose, {
      action: action as Audited,
      entityType: 'USER',
      entityId: id,
      merchantId,
      result: 'SUCCESS',
      details: { ...details },
    });
  if (status === 'NOT_ACTIVATED') {
    await shutOut(tx, id);
    await write('WITHDRAW_INVITATION', {});
    return [`the invitation of ${whole}`];
  }
  const made = await revokeMade(tx, { ...whose, userId: id, merchantId, by: whose });
  if (status === 'DEACTIVATED' || status === 'BLOCKED') return made;
  await shutOut(tx, id);
  await blockedByHand(tx, id);
  await tx
    .updateTable('users')
    .set({ status: 'BLOCKED', updated_date: sql`pg_catalog.now()`, updated_by: whose.userName })
    .where('id', '=', id)
    .execute();
  await write('BLOCK', { changes: { status: { before: status, after: 'BLOCKED' } } });
  await tellHolder(tx, services, { email, name }, 'BLOCKED', { by: whose.userName });
  return [`the account of ${whole}`, ...made];
}
