import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { holderOf, whyNobody, type Case, type Taken } from '@paydesk/contract/taking.ts';
import { sql } from 'kysely';
import { changes } from '../platform/audit.ts';
import { tellHolder } from '../platform/auth/notices.ts';
import { narrowed, type Held } from '../platform/auth/roles.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { invalid } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

/** Who has a case of the desk in hand, on its own row (ADR 197). */

type By = Pick<SignedIn, 'userId' | 'userName'>;

const inHandOf = (id: string, name: string, from: string | null) => ({
  taken_user_id: id,
  taken_by: name,
  assigned_by: from,
  taken_date: sql<string>`now()` as never as string,
});

export const takenBy = ({ userId, userName }: By) => inHandOf(userId, userName, null);

export const NOBODYS = {
  taken_user_id: null,
  taken_by: null,
  assigned_by: null,
  taken_date: null,
} as const;

export interface Hand {
  taken_user_id: string | null;
  taken_by: string | null;
  assigned_by: string | null;
  taken_date: string | null;
}

/** The row's as staff are shown it; a merchant's people are not. */
export const handOf = (row: Hand) => ({
  takenUserId: row.taken_user_id,
  takenBy: row.taken_by,
  assignedBy: row.assigned_by,
  takenDate: row.taken_date,
});

/** What the audit log tells of it. */
export const handed = (
  { taken_by }: { taken_by: string | null },
  to: { taken_by: string | null },
) => ({
  changes: changes({ taken_by }, { taken_by: to.taken_by }),
});

const handTo = (row: Hand, to: Hand) => ({
  set: to,
  details: handed(row, to),
});

/** A case whose own record has the two actions. */
export const take = ({ row, actor }: { row: Hand; actor: By }) => handTo(row, takenBy(actor));
export const giveBack = ({ row }: { row: Hand }) => handTo(row, NOBODYS);

/** A case as it stands, with the merchant whose it is; null: of none. */
interface Standing<R> {
  one: R;
  merchantId: string | null;
}

interface Person extends Held {
  id: string;
  name: string;
  first_name: string;
  email: string;
}

/** Who else of staff may decide this one: whose role has it, who reaches its merchant, and whom its rule does not refuse. */
async function colleaguesFor<R extends Taken>(
  db: Db | Tx,
  { asks, whyNot }: Case<R>,
  { one, merchantId }: Standing<R>,
  self: string,
): Promise<Person[]> {
  const { rows } = await sql<Person>`select * from acting_staff() order by name, id`.execute(db);
  return rows.filter((person) => {
    const actor: Actor = { userId: person.id, merchantId: null, ...narrowed(person) };
    const { merchants = null } = actor.role ?? {};
    const reaches = merchants === null || (merchantId !== null && merchants.includes(merchantId));
    return person.id !== self && reaches && isAllowed(actor, asks) && whyNot(one, actor) === null;
  });
}

/** To whom a case can be given; of one that waits for nobody any more, to nobody. */
export const colleagues =
  <R extends Taken & { merchantId?: string }>(
    { database, now }: Services,
    whose: Case<R>,
    read: (actor: SignedIn, id: string) => Promise<R>,
  ) =>
  async ({ actor, params: { id } }: { actor: SignedIn; params: { id: string } }) => {
    const one = await read(actor, id);
    if (whyNobody(whose, one, actor) !== null) return [];
    const standing = { one, merchantId: one.merchantId ?? null };
    const people = await colleaguesFor(database.kysely, whose, standing, actor.userId);
    const has = holderOf(one, now())?.userId;
    return people.flatMap((each) => (each.id === has ? [] : [{ id: each.id, name: each.name }]));
  };

/** Puts the case in a colleague's hand, and tells them by mail where it stands. */
export async function giveTo<R extends Taken>(
  tx: Tx,
  services: Services,
  { whose, slug }: { whose: Case<R>; slug: string },
  actor: SignedIn,
  { id, to, ...standing }: Standing<R> & { id: string; to: string },
): Promise<Hand> {
  if (holderOf(standing.one, services.now())?.userId === to)
    throw invalid('to', 'It is assigned to them already');
  const people = await colleaguesFor(tx, whose, standing, actor.userId);
  const colleague = people.find((person) => person.id === to);
  if (!colleague) throw invalid('to', 'Choose a colleague who may decide this case');
  const holder = { email: colleague.email, name: colleague.first_name };
  await tellHolder(tx, services, holder, 'CASE_ASSIGNED', {
    by: actor.userName,
    what: whose.what,
    path: `/reviews?of=mine&${slug}=${id}`,
  });
  return inHandOf(colleague.id, colleague.name, actor.userName);
}

/** The same of a case whose own record has the action. */
export const assign =
  <R extends Taken>(at: { whose: Case<R>; slug: string }) =>
  async (work: {
    tx: Tx;
    services: Services;
    actor: SignedIn;
    row: Hand & { id: string; merchant_id?: string };
    before: R;
    values: { to: string };
  }) => {
    const { tx, services, actor, row, before, values } = work;
    const merchantId = row.merchant_id ?? null;
    const asked = { id: row.id, to: values.to, one: before, merchantId };
    return handTo(row, await giveTo(tx, services, at, actor, asked));
  };
