import { AUDIENCES, type Actor, type UserStatus } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { rightsNow } from '../../platform/auth/roles.ts';
import { MAY_GO_ON } from '../../platform/auth/session-rights.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { notFound, unauthorized } from '../../platform/errors.ts';
import type { RowOf } from '../../platform/record.ts';

type PersonRow = RowOf<'users'>;

/** Of the own merchant, and not deleted: to its people the deleted are gone (AM-43). */
const colleagues = (merchantId: string) =>
  sql<boolean>`u.merchant_id = ${merchantId} and u.status <> 'DEACTIVATED'`;

/** Whom somebody sees: staff everybody, others themselves and, by permission, their colleagues (AM-28). */
export function seenPeople(actor: Actor) {
  if (AUDIENCES.staff(actor))
    return actor.role?.lacks.includes('PEOPLE')
      ? sql<boolean>`u.id = ${actor.userId}`
      : sql<boolean>`true`;
  const reads =
    actor.permissions.includes('READ_MERCHANT_EMPLOYEE') ||
    actor.permissions.includes('UPDATE_MERCHANT_EMPLOYEE');
  const mates = actor.merchantId && reads ? colleagues(actor.merchantId) : sql`false`;
  return sql<boolean>`(u.id = ${actor.userId} or (${mates}))`;
}

// column by column: a merchant user's statement may not name the password
const COLUMNS = sql.raw(
  'u.id, u.email, u.first_name, u.last_name, u.phone_number, u.position, u.description, u.user_role, u.permissions, u.status, u.merchant_id, u.role_id',
);

/**
 * The person whom somebody is about to change, and that somebody as they are by now. Locked, in the
 * order of their ids: both of them, and the administrators that the merchant, or the back office, can't do
 * without. So two who would revoke, block or delete each other come one after the other, and the second
 * one is told that it is theirs no more (AM-76).
 */
export async function lockPerson(
  tx: Tx,
  actor: SignedIn,
  id: string,
): Promise<{ row: PersonRow; actor: SignedIn }> {
  const { rows: locked } = await sql<Pick<PersonRow, 'id'> & { status: UserStatus }>`
    select id, status from users
    where id in (${id}, ${actor.userId})
      or (user_role in ('MERCHANT_ADMIN', 'BACKOFFICE_ADMIN') and status = 'ACTIVATED'
        and exists (select from users whom where whom.id = ${id}
          and whom.merchant_id is not distinct from users.merchant_id))
    order by id for no key update`.execute(tx);
  const me = locked.find((row) => row.id === actor.userId);
  if (!me || !MAY_GO_ON.includes(me.status)) throw unauthorized();
  const mine =
    actor.userRole === 'BACKOFFICE_ADMIN'
      ? sql`true`
      : actor.merchantId
        ? colleagues(actor.merchantId)
        : sql`false`;
  const { rows } = await sql<PersonRow>`
    select ${COLUMNS} from users u where u.id = ${id} and ${mine}`.execute(tx);
  if (!rows[0]) throw notFound();
  return {
    row: rows[0],
    actor: await rightsNow(tx, actor),
  };
}
