import { sql } from 'kysely';
import type { Audited } from '@paydesk/contract/kernel/record-action.ts';
import { audit, changes } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import type { Services } from '../services.ts';
import { doneSince } from './done-since.ts';
import { keepFree } from './email-changes.ts';
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

/** As the actions are called, which the platform does not know: who invites, and who changes an address not signed up yet. */
const INVITES = ['CREATE'];
const REDIRECTS = ['UPDATE'];

/**
 * Nobody comes in any more whom this person has invited since then, or whose earlier invitation they have sent elsewhere, or by
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
    const elsewhere = await redirected(tx, by, since);
    const letIn = [
      ...(await doneSince(tx, by, since, INVITES, 'USER')),
      ...elsewhere.keys(),
      ...opened.people,
      ...(await raisedSince(tx, by, since)),
    ];
    const fresh = [...new Set(letIn)].filter((id) => !met.has(id)).toSorted();
    for (const id of fresh) met.add(id);
    for (const id of fresh)
      words.push(...(await withdraw(tx, services, whose, id, elsewhere.get(id) ?? null)));
    by = fresh;
  }
  return { words, people: [...met] };
}

/**
 * Whose invitation these people have sent to another address since then, each with the one that it was for before; not
 * whose address somebody else has set right after that. Who has signed up confirms an address, and none is sent elsewhere.
 */
async function redirected(
  tx: Tx,
  by: readonly string[],
  since: string,
): Promise<Map<string, string | null>> {
  const changed = await doneSince(tx, by, since, REDIRECTS, 'USER', 'email');
  if (!changed.length) return new Map();
  const rows = await tx
    .selectFrom('audit_logs')
    .select(['entity_id', 'user_id'])
    .select(sql<string | null>`details #>> '{changes,email,before}'`.as('before'))
    .where('entity_id', 'in', changed)
    .where('created_date', '>=', since)
    .where('entity_type', '=', 'USER')
    .where('action', 'in', REDIRECTS)
    .where('result', '=', 'SUCCESS')
    .where(sql<boolean>`details #> '{changes,email}' is not null`)
    .orderBy('created_date')
    .orderBy('id')
    .execute();
  const found = new Map<string, string | null>();
  for (const { entity_id: id, user_id: userId, before } of rows)
    if (!by.includes(userId!)) found.delete(id!);
    else if (!found.has(id!)) found.set(id!, before);
  return found;
}

/** What of one is taken back; nothing of who is out already, but for what they have made. */
async function withdraw(
  tx: Tx,
  services: Services,
  whose: Whose,
  id: string,
  /** The address that an invitation was for before it was sent elsewhere. */
  earlier: string | null,
): Promise<string[]> {
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
    // an administrator who sends it again sends it to whom it was for
    const back = earlier !== null && (await keepFree(tx, earlier, id)) ? { email: earlier } : null;
    if (back)
      await tx
        .updateTable('users')
        .set({ ...back, updated_date: sql`pg_catalog.now()`, updated_by: whose.userName })
        .where('id', '=', id)
        .execute();
    await write('WITHDRAW_INVITATION', back ? { changes: changes({ email }, back) } : {});
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
