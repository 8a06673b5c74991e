import { text } from './texts.ts';
import { wrong } from './problem.ts';

export type Fields = Record<string, unknown>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `schemas` names it, in whatever case: texts alone name one. */
export const namesSchema = (schemas: unknown, schema: string): boolean =>
  Array.isArray(schemas) &&
  schemas.some((one) => typeof one === 'string' && one.toLowerCase() === schema.toLowerCase());

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** `op` is add, replace or remove; without a path the value says by its own names what it is about. */
type Operation =
  | { op: string; path: string; value: unknown }
  | { op: string; path: null; value: Fields };

/** What a patch asks for, one after the other (RFC 7644, 3.5.2): at most so many. */
export function* operationsOf(body: unknown, most: number): Generator<Operation> {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body is an object');
  const operations = body['Operations'] ?? body['operations'];
  if (!namesSchema(body['schemas'], PATCH) || !Array.isArray(operations))
    throw wrong('invalidSyntax', 'A patch has its schema and Operations');
  if (operations.length < 1 || operations.length > most)
    throw wrong('invalidSyntax', `A patch has 1 to ${most} operations`);
  for (const operation of operations as unknown[]) {
    if (!isObject(operation)) throw wrong('invalidSyntax', 'An operation is an object');
    const { path, value } = operation;
    const op = text('op', operation['op'], 10, 'invalidSyntax').toLowerCase();
    if (!['add', 'replace', 'remove'].includes(op))
      throw wrong('invalidSyntax', 'op is add, replace or remove');
    if (path !== undefined && path !== null) {
      yield { op, path: text('path', path, 500, 'invalidPath'), value };
      continue;
    }
    if (op === 'remove') throw wrong('noTarget', 'What is removed needs a path');
    if (!isObject(value)) throw wrong('invalidValue', 'Without a path the value is an object');
    yield { op, path: null, value };
  }
}
