import { cut } from '@paydesk/contract/kernel/texts.ts';
import { isObject, namesSchema, operationsOf, type Fields } from './operations.ts';
import { wrong } from './problem.ts';
import { quotedText, text } from './texts.ts';

/** What a call says of a group; what is not named stays as it is. */
export interface SaidOfGroup {
  displayName?: string;
  externalId?: string | null;
  /** All who are in it, where it says so. */
  members?: string[];
  add: string[];
  remove: string[];
}

export type GroupFilter = { by: 'displayName' | 'externalId' | 'id' | 'member'; value: string };

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:group';
const MOST_OPERATIONS = 100;
const MOST_MEMBERS = 1000;

function filled(name: string, value: unknown, most: number): string {
  const said = text(name, value, most);
  if (!said) throw wrong('invalidValue', `${name} is empty`);
  return said;
}

/** [{ value }], as both Entra and Okta send them; one of them may stand alone. */
function membersOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length > MOST_MEMBERS)
    throw wrong('invalidValue', `At most ${MOST_MEMBERS} members are told of at once`);
  return list.map((one) => filled('members', isObject(one) ? one['value'] : one, 60).toLowerCase());
}

function take(said: SaidOfGroup, name: string, value: unknown): void {
  const key = name.toLowerCase().replace(`${GROUP}:`, '');
  if (key === 'displayname') said.displayName = filled('displayName', value, 200);
  else if (key === 'externalid')
    said.externalId = value === null ? null : filled('externalId', value, 255);
  else if (key === 'members') {
    said.members = membersOf(value);
    said.add = [];
    said.remove = [];
  }
}

export function readGroup(body: unknown): SaidOfGroup {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body is an object');
  if (!namesSchema(body['schemas'], GROUP))
    throw wrong('invalidSyntax', 'schemas names the schema of a group');
  const said: SaidOfGroup = { add: [], remove: [] };
  for (const [name, value] of Object.entries(body)) take(said, name, value);
  return said;
}

export function readGroupPatch(body: unknown): SaidOfGroup {
  const said: SaidOfGroup = { add: [], remove: [] };
  for (const { op, path, value } of operationsOf(body, MOST_OPERATIONS))
    if (path === null) takeAll(said, op, value);
    else patch(said, op, path, value);
  return said;
}

function takeAll(said: SaidOfGroup, op: string, { members, ...rest }: Fields): void {
  for (const [name, one] of Object.entries(rest)) take(said, name, one);
  if (members === undefined) return;
  if (op === 'add') add(said, membersOf(members));
  else take(said, 'members', members);
}

/** members, or the one of them that a filter names: members[value eq "…"], as Okta takes somebody out. */
const MEMBERS = /^(?:urn:[\w.:-]+:)?members(?:\[\s*value\s+eq\s+"([^"\\]{1,60})"\s*\])?$/i;

function patch(said: SaidOfGroup, op: string, path: string, value: unknown): void {
  const found = MEMBERS.exec(path);
  if (!found) {
    if (op === 'remove') {
      if (/^externalId$/i.test(path)) said.externalId = null;
      else throw wrong('mutability', `${cut(path, 60)} can’t be removed`);
    } else take(said, path, value);
    return;
  }
  const one = found[1]?.toLowerCase();
  if (op === 'add') add(said, one ? [one] : membersOf(value));
  else if (op === 'replace') take(said, 'members', value);
  // without a value all of them go
  else if (!one && (value === undefined || value === null)) take(said, 'members', []);
  else remove(said, one ? [one] : membersOf(value));
}

function add(said: SaidOfGroup, ids: readonly string[]): void {
  said.remove = said.remove.filter((id) => !ids.includes(id));
  said.add.push(...ids);
}

function remove(said: SaidOfGroup, ids: readonly string[]): void {
  said.add = said.add.filter((id) => !ids.includes(id));
  said.remove.push(...ids);
}

/** `displayName eq "Tills"`, and in which somebody is: `members.value eq "…"` or `members[value eq "…"]`. */
export function readGroupFilter(filter: string): GroupFilter {
  const plain = filter.replace(
    /^\s*members\[\s*value\s+eq\s+(".*")\s*\]\s*$/i,
    'members.value eq $1',
  );
  const [, name = '', quoted = ''] =
    /^\s*(displayName|externalId|id|members\.value|members)\s+eq\s+("(?:[^"\\]|\\.){0,500}")\s*$/i.exec(
      plain,
    ) ?? [];
  const value = quotedText(
    quoted,
    'Groups are looked up by displayName eq, externalId eq, id eq or members.value eq',
  );
  const lower = name.toLowerCase();
  const by =
    lower === 'displayname'
      ? 'displayName'
      : lower === 'externalid'
        ? 'externalId'
        : lower === 'id'
          ? 'id'
          : 'member';
  return { by, value };
}
