import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { table } from '@paydesk/contract/index.ts';
import { entriesOf, wordOf } from './glossary.ts';

const GLOSSARY = readFileSync(join(import.meta.dirname, '../../../../docs/glossary.md'), 'utf8');

test('the glossary as data: several words of one meaning, code among its words, and nothing of the code', () => {
  const entries = entriesOf(`# The words

| word         | meaning                 | not  |
| ------------ | ----------------------- | ---- |
| **3DS, MPI** | who they are; \`xid\` too | auth |

## How it is built

| word      | meaning |
| --------- | ------- |
| **field** | no word |
`);
  assert.deepEqual(entries, [
    {
      words: ['3ds', 'mpi'],
      title: '3DS, MPI',
      meaning: [
        { as: 'text', text: 'who they are; ' },
        { as: 'code', text: 'xid' },
        { as: 'text', text: ' too' },
      ],
    },
  ]);
});

test('every row that people meet is read, and a word of a screen has one meaning', () => {
  const [said = ''] = GLOSSARY.split('\n## How it is built');
  const rows = said.split('\n').filter((line) => line.startsWith('| **'));
  const entries = entriesOf(GLOSSARY);
  assert.equal(entries.length, rows.length);
  const told = labelsIn(table).map(wordOf);
  for (const word of new Set(told)) {
    const own = entries.filter(({ words }) => words.includes(word));
    assert.ok(own.length <= 1, `${word} has ${own.length} meanings`);
  }
});

test('fields that nobody knows from elsewhere have their word there', () => {
  const known = new Set(entriesOf(GLOSSARY).flatMap(({ words }) => words));
  const labels = new Set(labelsIn(table));
  for (const label of [
    'Liability shift',
    'ECI',
    'xid',
    'APR',
    'MCC',
    'Account Statement Ref',
    'Match Score',
    'Principal',
  ]) {
    assert.ok(labels.has(label), `${label} is a field`);
    assert.ok(known.has(wordOf(label)), `${label} is in docs/glossary.md`);
  }
});

/** The labels of all fields, wherever they stand in the contract. */
function labelsIn(one: unknown, seen = new Set<unknown>()): string[] {
  if (!one || typeof one !== 'object' || seen.has(one)) return [];
  seen.add(one);
  const own = 'kind' in one && 'label' in one && typeof one.label === 'string' ? [one.label] : [];
  return [...own, ...Object.values(one).flatMap((each) => labelsIn(each, seen))];
}
