import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../index.ts';
import type { Endpoint } from './endpoint.ts';
import { parseFilter } from './filters.ts';

test('AM-33, AM-104 what no table keeps is asked of none: U+0000 is refused by each filter of each list', () => {
  const lists = Object.values<Endpoint>(table).flatMap(({ list }) => (list ? [list.resource] : []));
  assert.ok(lists.length > 40);
  for (const { slug, columns } of lists)
    for (const [name, column] of Object.entries(columns))
      for (const value of ['\u0000x', 'a\u0000b'])
        assert.ok('error' in parseFilter(column, value), `${slug} ${name}`);
});
