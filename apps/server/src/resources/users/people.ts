import {
  AUDIENCES,
  USER_STATUSES,
  type Permission,
  type UserRole,
  type UserStatus,
} from '@paydesk/contract/permissions.ts';
import type { UserDetail } from '@paydesk/contract/resources/users/actions.ts';
import { sql, type RawBuilder } from 'kysely';
import { MAY_GO_ON, type SignedIn } from '../../platform/auth/sessions.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { notFound, unauthorized } from '../../platform/errors.ts';

interface PersonRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  position: string | null;
  description: string | null;
  user_role: UserRole;
  permissions: Permission[];
  status: UserStatus;
  merchant_id: string | null;
  merchant_name: string | null;
  only_admin: boolean;
  last_login_date: string | null;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

// column by column: a merchant user's statement may not name the password
const people = (where: RawBuilder<unknown>) => sql<PersonRow>`
  select u.id, u.email, u.first_name, u.last_name, u.phone_number, u.position, u.description,
    u.user_role, u.permissions, u.status, u.merchant_id, m.name as merchant_name,
    u.user_role = 'MERCHANT_ADMIN' and u.status = 'ACTIVATED' and not exists (
      select from users o where o.merchant_id = u.merchant_id and o.id <> u.id
        and o.user_role = 'MERCHANT_ADMIN' and o.status = 'ACTIVATED'
    ) as only_admin,
    u.last_login_date, u.created_date, u.created_by, u.updated_date, u.updated_by
  from users u left join merchants m on m.id = u.merchant_id where ${where}`;

function detailOf(row: PersonRow): UserDetail {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phoneNumber: row.phone_number,
    position: row.position,
    description: row.description,
    userRole: row.user_role,
    userPermissions: row.permissions,
    status: { name: row.status, description: USER_STATUSES[row.status] },
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    onlyAdmin: row.only_admin,
    lastLoginDate: row.last_login_date,
    createdDate: row.created_date,
    createdBy: row.created_by,
    updatedDate: row.updated_date,
    updatedBy: row.updated_by,
  };
}

/** Of the own merchant, and not deleted: to its people the deleted are gone (AM-43). */
const colleagues = (merchantId: string) =>
  sql`u.merchant_id = ${merchantId} and u.status <> 'DEACTIVATED'`;

/** One person for whoever may read them: staff, themselves, their colleagues (AM-28). */
export async function loadPerson(
  database: Database,
  actor: SignedIn,
  id: string,
): Promise<UserDetail> {
  const mates =
    actor.merchantId && actor.permissions.includes('READ_MERCHANT_EMPLOYEE')
      ? colleagues(actor.merchantId)
      : sql`false`;
  const visible = AUDIENCES.staff(actor) ? sql`true` : sql`(u.id = ${actor.userId} or (${mates}))`;
  const [row] = await database.run(people(sql`u.id = ${id} and ${visible}`), actor.sight);
  if (!row) throw notFound();
  return detailOf(row);
}

/** The person as the transaction has left them. */
export async function readPerson(tx: Tx, id: string): Promise<UserDetail> {
  const { rows } = await people(sql`u.id = ${id}`).execute(tx);
  return detailOf(rows[0]!);
}

/**
 * The person whom somebody is about to change, and that somebody as they are by now. Locked, in the
 * order of their ids: both of them, and the administrators that the merchant can't do without. So
 * two who would revoke, block or delete each other come one after the other, and the second one is
 * told that it is theirs no more (AM-76).
 */
export async function lockPerson(
  tx: Tx,
  actor: SignedIn,
  id: string,
): Promise<{ user: UserDetail; by: SignedIn }> {
  const { rows: locked } = await sql<
    Pick<PersonRow, 'id' | 'status' | 'user_role' | 'permissions'>
  >`
    select id, status, user_role, permissions from users
    where id in (${id}, ${actor.userId}) or (user_role = 'MERCHANT_ADMIN' and status = 'ACTIVATED'
      and merchant_id = (select merchant_id from users where id = ${id}))
    order by id for no key update`.execute(tx);
  const me = locked.find((row) => row.id === actor.userId);
  if (!me || !MAY_GO_ON.includes(me.status)) throw unauthorized();
  const mine =
    actor.userRole === 'BACKOFFICE_ADMIN'
      ? sql`true`
      : actor.merchantId
        ? colleagues(actor.merchantId)
        : sql`false`;
  const { rows } = await people(sql`u.id = ${id} and ${mine}`).execute(tx);
  if (!rows[0]) throw notFound();
  return {
    user: detailOf(rows[0]),
    by: { ...actor, userRole: me.user_role, permissions: me.permissions },
  };
}
