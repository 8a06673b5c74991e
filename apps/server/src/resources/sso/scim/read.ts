import { toldName } from '../../../platform/auth/people.ts';
import { isObject, namesSchema, operationsOf } from './operations.ts';
import { wrong } from './problem.ts';
import { quotedText, text } from './texts.ts';

/** What a call says of a person; what is not named stays as it is. */
export interface Said {
  userName?: string;
  externalId?: string | null;
  givenName?: string;
  familyName?: string;
  active?: boolean;
  roles?: string[];
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:user';
const MOST_OPERATIONS = 50;
const MOST_ROLES = 50;

/** Cut to what a name may be; an empty one is none said. */
function nameOf(name: string, value: unknown): string {
  const said = text(name, value, 200);
  const told = toldName(said);
  if (said && !told) throw wrong('invalidValue', `${name} is no name of anybody`);
  return told;
}

/** Entra says it as a word. */
function truth(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return /^true$/i.test(value);
  throw wrong('invalidValue', 'active is true or false');
}

function rolesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === null ? [] : [value];
  if (list.length > MOST_ROLES)
    throw wrong('invalidValue', 'These are more roles than anybody has');
  return list.map((one) => text('roles', isObject(one) ? one['value'] : one, 200));
}

const READERS: Readonly<Record<string, (said: Said, value: unknown) => void>> = {
  username: (said, value) => (said.userName = text('userName', value, 254)),
  externalid: (said, value) =>
    (said.externalId = value === null ? null : text('externalId', value, 255)),
  'name.givenname': (said, value) => (said.givenName = nameOf('name.givenName', value)),
  'name.familyname': (said, value) => (said.familyName = nameOf('name.familyName', value)),
  active: (said, value) => (said.active = truth(value)),
  roles: (said, value) => (said.roles = rolesOf(value)),
  name: (said, value) => {
    if (!isObject(value)) throw wrong('invalidValue', 'name is an object');
    for (const [key, part] of Object.entries(value)) take(said, `name.${key}`, part);
  },
};

/** What we keep of an attribute; the many others that providers send are theirs. */
function take(said: Said, name: string, value: unknown): void {
  const key = name.toLowerCase().replace(`${USER}:`, '');
  const reader = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
  // null is the same as left out (RFC 7643, 2.5)
  if (reader && (value !== null || key === 'externalid' || key === 'roles')) reader(said, value);
}

export function readUser(body: unknown): Said {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body is an object');
  if (!namesSchema(body['schemas'], USER))
    throw wrong('invalidSyntax', 'schemas names the schema of a user');
  const said: Said = {};
  for (const [name, value] of Object.entries(body)) take(said, name, value);
  return said;
}

/** A path of one attribute, of one part of it, or of the one value of several that a filter names. */
const PATH = /^(?:urn:[\w.:-]+:)?([a-z][\w$-]*)(\[[^\]]{1,200}\])?(\.[a-z][\w$-]*)?$/i;

export function readPatch(body: unknown): Said {
  const said: Said = {};
  for (const { op, path, value } of operationsOf(body, MOST_OPERATIONS))
    if (path === null) for (const [name, one] of Object.entries(value)) take(said, name, one);
    else patch(said, op, path, value);
  return said;
}

function patch(said: Said, op: string, path: string, value: unknown): void {
  const [, attribute = '', filter = '', part = ''] = PATH.exec(path) ?? [];
  if (!attribute) throw wrong('invalidPath', 'This is no path');
  const isRoles = attribute.toLowerCase() === 'roles';
  const key = isRoles ? 'roles' : `${attribute}${filter ? '[]' : ''}${part}`.toLowerCase();
  if (op !== 'remove') take(said, key, value);
  else if (key === 'externalid') said.externalId = null;
  else if (isRoles) said.roles = [];
  else if (Object.hasOwn(READERS, key)) throw wrong('mutability', `${attribute} can't be removed`);
}

/** `userName eq "ana@firm.test"`: what providers look people up by, and nothing else. */
export function readFilter(filter: string): {
  by: 'userName' | 'externalId' | 'id';
  value: string;
} {
  const [, name = '', quoted = ''] =
    /^\s*(userName|externalId|id)\s+eq\s+("(?:[^"\\]|\\.){0,500}")\s*$/i.exec(filter) ?? [];
  const value = quotedText(quoted, 'People are looked up by userName eq, externalId eq or id eq');
  const lower = name.toLowerCase();
  return { by: lower === 'username' ? 'userName' : lower === 'id' ? 'id' : 'externalId', value };
}
