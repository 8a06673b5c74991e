import { sql } from 'kysely';
import { changes } from '../platform/audit.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';

/** Who has a case of the desk in hand, on its own row (ADR 197). */

export const takenBy = ({ userId, userName }: Pick<SignedIn, 'userId' | 'userName'>) => ({
  taken_user_id: userId,
  taken_by: userName,
  taken_date: sql<string>`now()` as never as string,
});

export const NOBODYS = { taken_user_id: null, taken_by: null, taken_date: null } as const;

interface Hand {
  taken_user_id: string | null;
  taken_by: string | null;
  taken_date: string | null;
}

/** The row's as staff are shown it; a merchant's people are not. */
export const handOf = (row: Hand) => ({
  takenUserId: row.taken_user_id,
  takenBy: row.taken_by,
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
export const take = ({ row, actor }: { row: Hand; actor: Parameters<typeof takenBy>[0] }) =>
  handTo(row, takenBy(actor));
export const giveBack = ({ row }: { row: Hand }) => handTo(row, NOBODYS);
