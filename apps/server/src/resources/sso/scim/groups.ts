import { randomUUIDv7 } from 'node:crypto';
import { cut } from '@paydesk/contract/kernel/texts.ts';
import type { AuditAction } from '@paydesk/contract/audited.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../../platform/audit.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { isUuid } from '../../../platform/http/read.ts';
import type { ConnectionRow } from '../rows.ts';
import { roleFor } from '../who.ts';
import { change, type Told } from './change.ts';
import { GROUP_SCHEMA } from './discovery.ts';
import { lockTheirs } from './people.ts';
import { ScimProblem, wrong } from './problem.ts';
import type { GroupFilter, SaidOfGroup } from './read-group.ts';

/** A group as a connection sees it, with the people of its own that are in it. */
export interface Group {
  id: string;
  name: string;
  external_id: string | null;
  created: string;
  changed: string;
  members: { id: string; email: string }[];
}

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

function condition(by: GroupFilter | null) {
  if (!by) return sql`true`;
  const { value } = by;
  if (by.by === 'displayName') return sql`lower(g.display_name) = lower(${value})`;
  if (by.by === 'externalId') return sql`g.external_id = ${value}`;
  if (!isUuid(value)) return sql`false`;
  return by.by === 'id'
    ? sql`g.id = ${value}::uuid`
    : sql`exists (select from scim_members m where m.group_id = g.id and m.user_id = ${value}::uuid)`;
}

/** A page of the connection's groups, and how many there are. */
export async function groupsOf(
  db: Db | Tx,
  { id }: ConnectionRow,
  by: GroupFilter | null,
  page: { offset: number; limit: number },
): Promise<{ groups: Group[]; total: number }> {
  const where = sql`from scim_groups g where g.connection_id = ${id}::uuid and ${condition(by)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db);
  const { rows } = await sql<Group>`
    select g.id, g.display_name as name, g.external_id, ${instant('g.created_date')} as created,
      ${instant('g.changed_date')} as changed,
      coalesce((select json_agg(json_build_object('id', u.id, 'email', u.email) order by u.id)
        from scim_members m join users u on u.id = m.user_id where m.group_id = g.id), '[]') as members
    ${where} order by g.id limit ${page.limit} offset ${page.offset}`.execute(db);
  return { groups: rows, total: counted.rows[0]!.total };
}

export async function groupBy(tx: Tx, row: ConnectionRow, id: string): Promise<Group> {
  const { groups } = await groupsOf(tx, row, { by: 'id', value: id }, { offset: 0, limit: 1 });
  if (!groups[0]) throw new ScimProblem(404, 'There is no such group');
  return groups[0];
}

/** As RFC 7643 has a group; Entra asks for it without its members. */
export function shownGroup(group: Group, base: string, without: string): object {
  const { id, name, external_id: externalId, members } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    ...(without !== 'members' && {
      members: members.map((one) => ({
        value: one.id,
        display: one.email,
        type: 'User',
        $ref: `${base}/Users/${one.id}`,
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: group.created,
      lastModified: group.changed,
      location: `${base}/Groups/${id}`,
    },
  };
}

const write = (tx: Tx, { row, address }: Told, action: AuditAction, id: string, details: object) =>
  audit(
    tx,
    { userId: null, userName: `SCIM ${row.name}`, address },
    {
      action,
      entityType: 'SSO_CONNECTION',
      entityId: row.id,
      merchantId: row.merchant_id,
      result: 'SUCCESS',
      details: { groupId: id, ...details },
    },
  );

export async function makeGroup(tx: Tx, told: Told, said: SaidOfGroup): Promise<string> {
  const { displayName } = said;
  if (!displayName) throw wrong('invalidValue', 'displayName is missing');
  const id = randomUUIDv7();
  const now = sql<string>`pg_catalog.now()`;
  await tx
    .insertInto('scim_groups')
    .values({
      id,
      connection_id: told.row.id,
      display_name: displayName,
      external_id: said.externalId ?? null,
      created_date: now,
      changed_date: now,
    })
    .execute();
  await write(tx, told, 'CREATE_GROUP', id, { changes: changes({}, { group: displayName }) });
  await setMembers(tx, told, await groupBy(tx, told.row, id), said);
  return id;
}

export async function changeGroup(
  tx: Tx,
  told: Told,
  group: Group,
  said: SaidOfGroup,
): Promise<void> {
  const name = said.displayName ?? group.name;
  await tx
    .updateTable('scim_groups')
    .set({
      display_name: name,
      external_id: said.externalId === undefined ? group.external_id : said.externalId,
      changed_date: sql`pg_catalog.now()`,
    })
    .where('id', '=', group.id)
    .execute();
  if (name !== group.name)
    await write(tx, told, 'UPDATE_GROUP', group.id, {
      changes: changes({ group: group.name }, { group: name }),
    });
  await setMembers(tx, told, group, said);
  // another name gives another role to all who are in it
  if (name !== group.name) for (const { id } of group.members) await regrade(tx, told, id);
}

export async function endGroup(tx: Tx, told: Told, group: Group): Promise<void> {
  await tx.deleteFrom('scim_groups').where('id', '=', group.id).execute();
  await write(tx, told, 'DELETE_GROUP', group.id, {
    changes: changes<{ group: string | null }>({ group: group.name }, { group: null }),
  });
  for (const { id } of group.members) await regrade(tx, told, id);
}

/** Who is in it from now on; the role of whoever comes or goes follows. */
async function setMembers(tx: Tx, told: Told, group: Group, said: SaidOfGroup): Promise<void> {
  const before = new Set(group.members.map(({ id }) => id));
  const now = new Set(said.members ?? before);
  for (const id of said.add) now.add(id);
  for (const id of said.remove) now.delete(id);
  const moved = [...new Set([...before, ...now])].filter((id) => before.has(id) !== now.has(id));
  for (const id of moved.sort()) {
    // who was put out of sight since is nobody's to add, and may always go
    const there = await lockTheirs(tx, told.row, id);
    if (now.has(id) && !there) throw wrong('invalidValue', `There is no person ${cut(id, 60)}`);
    if (now.has(id))
      await tx.insertInto('scim_members').values({ group_id: group.id, user_id: id }).execute();
    else
      await tx
        .deleteFrom('scim_members')
        .where('group_id', '=', group.id)
        .where('user_id', '=', id)
        .execute();
    if (there) await regrade(tx, told, id);
  }
}

/**
 * The role that somebody's groups give them, by the same values as the connection's claim: who is in none that
 * gives one is not of those who may come in, as at the sign-in. Whom their provider itself calls inactive no group
 * lets in.
 */
async function regrade(tx: Tx, told: Told, userId: string): Promise<void> {
  const { row } = told;
  if (!row.admin_value && !row.member_value && !row.own_roles.length) return;
  const person = await lockTheirs(tx, row, userId);
  if (!person) return;
  const groups = await tx
    .selectFrom('scim_members as m')
    .innerJoin('scim_groups as g', 'g.id', 'm.group_id')
    .select(['g.display_name', 'g.external_id'])
    .where('m.user_id', '=', userId)
    .where('g.connection_id', '=', row.id)
    .execute();
  const given = roleFor(
    row,
    groups.flatMap((one) => [one.display_name, one.external_id ?? '']),
  );
  const comes = given !== null && person.put_out && !person.inactive;
  const said = given ? (comes ? { active: true } : {}) : { active: false };
  await change(tx, told, person, said, given);
}
