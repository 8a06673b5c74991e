import { wrong } from './problem.ts';

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
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MOST_OPERATIONS = 50;
const MOST_ROLES = 50;
/** No line ends and the like: it is shown, mailed and logged. */
const PLAIN = /^[^\p{Cc}]*$/u;

type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(name: string, value: unknown, most: number): string {
  if (typeof value !== 'string' || !PLAIN.test(value) || value.length > most)
    throw wrong('invalidValue', `${name} is a text of at most ${most} signs`);
  return value.trim();
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
  'name.givenname': (said, value) => (said.givenName = text('name.givenName', value, 200)),
  'name.familyname': (said, value) => (said.familyName = text('name.familyName', value, 200)),
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
  const schemas = body['schemas'];
  if (!Array.isArray(schemas) || !schemas.some((one) => String(one).toLowerCase() === USER))
    throw wrong('invalidSyntax', 'schemas names the schema of a user');
  const said: Said = {};
  for (const [name, value] of Object.entries(body)) take(said, name, value);
  return said;
}

/** A path of one attribute, of one part of it, or of the one value of several that a filter names. */
const PATH = /^(?:urn:[\w.:-]+:)?([a-z][\w$-]*)(\[[^\]]{1,200}\])?(\.[a-z][\w$-]*)?$/i;

export function readPatch(body: unknown): Said {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body is an object');
  const schemas = body['schemas'];
  const operations = body['Operations'] ?? body['operations'];
  if (!Array.isArray(schemas) || !schemas.includes(PATCH) || !Array.isArray(operations))
    throw wrong('invalidSyntax', 'A patch has its schema and Operations');
  if (operations.length < 1 || operations.length > MOST_OPERATIONS)
    throw wrong('invalidSyntax', `A patch has 1 to ${MOST_OPERATIONS} operations`);
  const said: Said = {};
  for (const operation of operations) patch(said, operation);
  return said;
}

function patch(said: Said, operation: unknown): void {
  if (!isObject(operation)) throw wrong('invalidSyntax', 'An operation is an object');
  const { path, value } = operation;
  const op = String(operation['op']).toLowerCase();
  if (!['add', 'replace', 'remove'].includes(op))
    throw wrong('invalidSyntax', 'op is add, replace or remove');
  if (path === undefined || path === null) {
    if (op === 'remove') throw wrong('noTarget', 'What is removed needs a path');
    if (!isObject(value)) throw wrong('invalidValue', 'Without a path the value is an object');
    for (const [name, one] of Object.entries(value)) take(said, name, one);
    return;
  }
  const [, attribute = '', filter = '', part = ''] = PATH.exec(String(path)) ?? [];
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
  let value: unknown;
  try {
    value = JSON.parse(quoted);
  } catch {
    // no such filter
  }
  if (typeof value !== 'string')
    throw wrong('invalidFilter', 'People are looked up by userName eq, externalId eq or id eq');
  const lower = name.toLowerCase();
  return { by: lower === 'username' ? 'userName' : lower === 'id' ? 'id' : 'externalId', value };
}
