import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { table } from './index.ts';
import type { Endpoint } from './kernel/endpoint.ts';

interface Json {
  format?: string;
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
}
type Path = (string | number)[];

/** Where a body names a record: 'merchants[0]'. */
function idsOf(schema: Json, path: Path = []): Path[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => idsOf(one, path));
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, part]) =>
      idsOf(part, [...path, name]),
    );
  if (schema.items) return idsOf(schema.items, [...path, 0]);
  return schema.format === 'uuid' ? [path] : [];
}

const put = ([at, ...rest]: Path, value: unknown): unknown =>
  at === undefined
    ? value
    : typeof at === 'number'
      ? [put(rest, value)]
      : { [at]: put(rest, value) };

/** One's own: whatever else is a 403 (AM-59). */
const OWN = ['PUT /api/users/me/password userId'];

test('AM-104 what a body names by an id and is none is refused by its field, and never gets as far as the database', () => {
  let tried = 0;
  const taken: string[] = [];
  for (const [key, row] of Object.entries(table) as [string, Endpoint][]) {
    if (!row.body) continue;
    const json = z.toJSONSchema(row.body, { unrepresentable: 'any', io: 'input' }) as Json;
    for (const path of idsOf(json)) {
      const said = (value: string) =>
        row
          .body!.safeParse(put(path, value))
          .error?.issues.some(
            (issue) => issue.path[0] === path[0] && issue.code !== 'invalid_type',
          );
      const name = `${key} ${path.join('.')}`;
      for (const none of ['x', '0 or 1', '01a20847-947f-72f5-8194-6616136211d'])
        if (!said(none)) taken.push(name);
      tried++;
    }
  }
  assert.deepEqual([...new Set(taken)], OWN);
  assert.ok(tried > 20, `${tried} ids`);
});
