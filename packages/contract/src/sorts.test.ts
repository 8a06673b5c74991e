import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from './index.ts';
import type { Endpoint } from './kernel/endpoint.ts';

/** What grows with every payment, message, person and deed: sorted by what an index serves alone. */
const WITHOUT_END = [
  'transactions',
  'transaction-logs',
  'disputes',
  'orders',
  'payment-links',
  'purchases',
  'recurring',
  'recurring-dues',
  'exchange-logs',
  'soap-logs',
  'mpi-logs',
  'audit-logs',
  'own-audit-logs',
  'task-executions',
  'undelivered-messages',
  'consumer-credits',
  'loans',
  'consumer-credits-refunds',
  'credit-orders',
  'offers',
  'authentications',
  'signatures',
  'rules-evaluation-results',
  'rule-hits',
  'customers',
  'screening',
  'screening-cases',
];

test('GT-10 AM-109 every column of a list with an end sorts', () => {
  const lists = Object.values<Endpoint>(table).flatMap(({ list }) =>
    list?.as === 'page' ? [list.resource] : [],
  );
  const slugs = lists.map(({ slug }) => slug);
  for (const slug of WITHOUT_END) assert.ok(slugs.includes(slug), slug);
  const unsorted = lists
    .filter(({ slug }) => !WITHOUT_END.includes(slug) && !slug.endsWith('-history'))
    .flatMap(({ slug, columns }) =>
      Object.entries(columns)
        .filter(([, { sort, hidden, fileOnly, kind }]) => {
          const shown = hidden !== true && !fileOnly && kind !== 'payload';
          return shown && !sort;
        })
        .map(([key]) => `${slug}.${key}`),
    );
  assert.deepEqual(unsorted, []);
  assert.ok(lists.length - WITHOUT_END.length > 20, 'there are such lists');
});
