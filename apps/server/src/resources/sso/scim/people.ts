import type { UserRole } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { isUuid } from '../../../platform/http/read.ts';
import type { ConnectionRow } from '../rows.ts';
import { USER_SCHEMA } from './discovery.ts';

/** Somebody as a connection sees them. */
export interface ScimPerson {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: string;
  user_role: UserRole;
  role_id: string | null;
  merchant_id: string | null;
  created: string;
  changed: string;
  external_id: string | null;
  put_out: boolean;
  /** Their provider said so of themselves, whatever groups they are in. */
  inactive: boolean;
}

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/**
 * Who is a connection's to know: people of its own merchant, or of the provider, whose address is of a domain
 * that it has proved. All others are not there.
 */
const theirs = ({ id, merchant_id }: ConnectionRow) => sql`
  from users u left join scim_people p on p.user_id = u.id and p.connection_id = ${id}::uuid
  where u.merchant_id is not distinct from ${merchant_id}::uuid and u.status <> 'DEACTIVATED'
    and split_part(lower(u.email), '@', 2) in (select domain from sso_domains
      where connection_id = ${id}::uuid and verified_date is not null)
    and not coalesce(p.gone, false)`;

const COLUMNS = sql`u.id, u.email, u.first_name, u.last_name, u.status, u.user_role, u.role_id, u.merchant_id,
  ${instant('u.created_date')} as created,
  ${instant('coalesce(p.changed_date, u.created_date)')} as changed,
  p.external_id, coalesce(p.put_out, false) as put_out, coalesce(p.inactive, false) as inactive`;

type By = { by: 'userName' | 'externalId' | 'id'; value: string };

function condition(by: By | null): RawBuilder<boolean> {
  if (!by) return sql`true`;
  const { value } = by;
  if (by.by === 'userName') return sql`lower(u.email) = lower(${value})`;
  if (by.by === 'externalId') return sql`p.external_id = ${value}`;
  return isUuid(value) ? sql`u.id = ${value}::uuid` : sql`false`;
}

/** A page of them, and how many there are. */
export async function peopleOf(
  db: Db | Tx,
  row: ConnectionRow,
  by: By | null,
  page: { offset: number; limit: number },
): Promise<{ people: ScimPerson[]; total: number }> {
  const where = sql`${theirs(row)} and ${condition(by)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db);
  const { rows } = await sql<ScimPerson>`
    select ${COLUMNS} ${where} order by u.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return { people: rows, total: counted.rows[0]!.total };
}

/** One of them, locked; none: not there, or not this connection's to know. */
export async function lockTheirs(
  tx: Tx,
  row: ConnectionRow,
  id: string,
): Promise<ScimPerson | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<ScimPerson>`
    select ${COLUMNS} ${theirs(row)} and u.id = ${id}::uuid for no key update of u`.execute(tx);
  return rows[0];
}

/** Writes down what the provider said of them. */
export async function note(
  tx: Tx,
  row: ConnectionRow,
  userId: string,
  said: { external_id: string | null; put_out: boolean; gone: boolean; inactive?: boolean },
): Promise<void> {
  await tx
    .insertInto('scim_people')
    .values({
      connection_id: row.id,
      user_id: userId,
      ...said,
      changed_date: sql`pg_catalog.now()`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['connection_id', 'user_id'])
        .doUpdateSet({ ...said, changed_date: sql`pg_catalog.now()` }),
    )
    .execute();
}

/** As RFC 7643 has a person. */
export function shown(person: ScimPerson, row: ConnectionRow, base: string): object {
  const { id, email, first_name: givenName, last_name: familyName } = person;
  const formatted = `${givenName} ${familyName}`;
  const role = person.user_role.endsWith('_ADMIN') ? row.admin_value : row.member_value;
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(person.external_id !== null && { externalId: person.external_id }),
    userName: email,
    name: { formatted, givenName, familyName },
    displayName: formatted,
    emails: [{ value: email, type: 'work', primary: true }],
    active: person.status !== 'BLOCKED',
    ...(role && { roles: [{ value: role, primary: true }] }),
    meta: {
      resourceType: 'User',
      created: person.created,
      lastModified: person.changed,
      location: `${base}/Users/${id}`,
    },
  };
}
