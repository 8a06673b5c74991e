import { checkField } from '@paydesk/contract/kernel/fields.ts';
import type { AuditAction } from '@paydesk/contract/audited.ts';
import { audit, changes } from '../../../platform/audit.ts';
import { insistFree } from '../../../platform/auth/email-changes.ts';
import { addPerson, namesOf, setRole } from '../../../platform/auth/people.ts';
import { isLastAdministrator, letIn, putOut, rename } from '../../../platform/auth/provisioned.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Unbelievable } from '../oidc.ts';
import { domainOf, domainsOf, type ConnectionRow } from '../rows.ts';
import { ADDRESS, insistThere, isOther, roleBy, type Given } from '../who.ts';
import { lockTheirs, note, type ScimPerson } from './people.ts';
import { ScimProblem, wrong } from './problem.ts';
import type { Said } from './read.ts';

export interface Told {
  row: ConnectionRow;
  /** From where. */
  address: string;
}

const write = (
  tx: Tx,
  { row, address }: Told,
  action: AuditAction,
  id: string,
  details: Record<string, unknown>,
) =>
  audit(
    tx,
    { userId: null, userName: `SCIM ${row.name}`, address },
    {
      action,
      entityType: 'USER',
      entityId: id,
      merchantId: row.merchant_id,
      result: 'SUCCESS',
      details: { connectionId: row.id, ...details },
    },
  );

/** An address of a domain that the connection has proved, or it is not the firm's to give. */
async function insistAddress(tx: Tx, row: ConnectionRow, email: string): Promise<void> {
  if (checkField(ADDRESS, email) !== null)
    throw wrong('invalidValue', 'userName is an email address');
  const domains = await domainsOf(tx, row.id);
  if (!domains.some((one) => one.verified_date && one.domain === domainOf(email)))
    throw wrong('invalidValue', 'The address is of no domain that this connection has proved');
}

/** The role that the connection maps these to; null where they say nothing of it. */
function roleOf(row: ConnectionRow, roles: string[] | undefined): Given | null {
  if (!roles?.length || !row.role_claim) return null;
  try {
    return roleBy(row, { sub: '', [row.role_claim]: roles });
  } catch (error) {
    if (error instanceof Unbelievable)
      throw wrong('invalidValue', 'The connection maps none of these roles');
    throw error;
  }
}

/** Somebody joins the firm; whoever was taken away before comes back as who they were. */
export async function join(tx: Tx, told: Told, said: Said): Promise<string> {
  const { row } = told;
  const { userName: email, active = true } = said;
  if (!email) throw wrong('invalidValue', 'userName is missing');
  await insistAddress(tx, row, email);
  await insistExternal(tx, row, said.externalId, null);
  const back = await tx
    .selectFrom('scim_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'p.put_out'])
    .where('p.connection_id', '=', row.id)
    .where('p.gone', '=', true)
    .where('u.email', '=', email.toLowerCase())
    .where('u.status', '<>', 'DEACTIVATED')
    .executeTakeFirst();
  if (back) {
    await note(tx, row, back.id, { external_id: null, put_out: back.put_out, gone: false });
    const person = (await lockTheirs(tx, row, back.id))!;
    await change(tx, told, person, { ...said, active });
    return back.id;
  }
  await insistFree(tx, email, null);
  const { userRole, roleId } = (await thereIs(tx, roleOf(row, said.roles))) ?? {
    userRole: row.merchant_id === null ? 'BACKOFFICE_TECHNICAL' : 'MERCHANT_OPERATOR',
    roleId: null,
  };
  insistOn(row, userRole);
  const given = { ...namesOf(email, said.givenName, said.familyName), email, userRole };
  const id = await addPerson(
    tx,
    { ...given, roleId, merchantId: row.merchant_id },
    { createdBy: row.name, bySso: true },
  );
  await note(tx, row, id, {
    external_id: said.externalId ?? null,
    put_out: !active,
    gone: false,
    inactive: !active,
  });
  await write(tx, told, 'CREATE', id, { changes: changes({} as typeof given, given) });
  if (!active) await putOut(tx, id);
  return id;
}

async function insistExternal(
  tx: Tx,
  row: ConnectionRow,
  external: string | null | undefined,
  userId: string | null,
): Promise<void> {
  if (!external) return;
  // whoever was removed by hand has no name there any more, or nobody else could get it
  await tx
    .updateTable('scim_people')
    .set({ external_id: null })
    .where('connection_id', '=', row.id)
    .where('external_id', '=', external)
    .where('user_id', 'in', (query) =>
      query.selectFrom('users').select('id').where('status', '=', 'DEACTIVATED'),
    )
    .execute();
  const other = await tx
    .selectFrom('scim_people')
    .select('user_id')
    .where('connection_id', '=', row.id)
    .where('external_id', '=', external)
    .executeTakeFirst();
  if (other && other.user_id !== userId)
    throw new ScimProblem(409, 'Another person has this externalId', 'uniqueness');
}

async function thereIs(tx: Tx, given: Given | null): Promise<Given | null> {
  if (given)
    await insistThere(tx, given).catch((error: unknown) => {
      throw error instanceof Unbelievable ? wrong('invalidValue', error.message) : error;
    });
  return given;
}

/** Who is an administrator by it is agreed to as it is turned on (ADR 195). */
function insistOn({ is_on }: ConnectionRow, userRole: string): void {
  if (!is_on && userRole.endsWith('_ADMIN'))
    throw new ScimProblem(403, 'It makes nobody an administrator before the connection is on');
}

/** What a call asks of somebody who is there; `grouped`: the role that their groups give them, where those changed. */
export async function change(
  tx: Tx,
  told: Told,
  person: ScimPerson,
  said: Said,
  grouped?: Given | null,
): Promise<void> {
  const { row } = told;
  const { id } = person;
  const kept = row.break_glass.includes(id);
  const email = said.userName || person.email;
  const moved = email.toLowerCase() !== person.email.toLowerCase();
  if (moved) await insistAddress(tx, row, email);
  await insistExternal(tx, row, said.externalId, id);
  const role = await thereIs(tx, grouped ?? roleOf(row, said.roles));
  const other = role !== null && isOther(row, role, person);
  if (other) insistOn(row, role.userRole);
  // whoever gets an administrator's mail becomes them
  if (moved) insistOn(row, person.user_role);
  const out = said.active === false && person.status !== 'BLOCKED';
  const loses = other && person.user_role.endsWith('_ADMIN') && person.role_id === null;
  if (kept && (out || moved || loses))
    throw new ScimProblem(403, 'This person keeps a way in for the day that the provider is away');
  if ((out || loses) && (await isLastAdministrator(tx, person)))
    throw new ScimProblem(403, 'Nobody would administer it without this person');
  const back = said.active === true && person.status === 'BLOCKED';
  if (back && !person.put_out)
    throw new ScimProblem(403, 'This person was blocked here, and is let in here');
  const names = {
    firstName: said.givenName || person.first_name,
    lastName: said.familyName || person.last_name,
  };
  const before = {
    firstName: person.first_name,
    lastName: person.last_name,
    email: person.email,
    status: person.status,
    userRole: person.user_role,
    roleId: person.role_id,
  };
  if (moved || names.firstName !== before.firstName || names.lastName !== before.lastName)
    await rename(tx, id, { ...names, email }, person.email);
  if (other) await setRole(tx, person, role.userRole, role.roleId);
  if (out) await putOut(tx, id);
  if (back) await letIn(tx, id);
  await note(tx, row, id, {
    external_id: said.externalId === undefined ? person.external_id : said.externalId,
    put_out: out || (person.put_out && !back),
    gone: false,
    // of the person, and not of their groups
    ...(grouped === undefined && said.active !== undefined && { inactive: !said.active }),
  });
  const after = {
    ...names,
    email: email.toLowerCase(),
    status: out ? 'BLOCKED' : back ? 'ACTIVATED' : person.status,
    userRole: other ? role.userRole : person.user_role,
    roleId: other ? role.roleId : person.role_id,
  };
  const said_ = changes(before, after);
  if (Object.keys(said_).length)
    await write(tx, told, out ? 'BLOCK' : back ? 'ACTIVATE' : 'UPDATE', id, { changes: said_ });
}

/** Somebody leaves: put out, and no longer this provider's to know. Who was blocked here was not put out by it. */
export async function leave(tx: Tx, told: Told, person: ScimPerson): Promise<void> {
  await change(tx, told, person, { active: false });
  const put_out = person.put_out || person.status !== 'BLOCKED';
  await note(tx, told.row, person.id, { external_id: null, put_out, gone: true });
}
