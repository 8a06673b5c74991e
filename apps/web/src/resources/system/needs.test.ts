import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsOf, type System } from './needs.ts';

const [BEFORE, AFTER] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
const failure = (date: string) => ({ date, words: 'refused' });

const well = {
  database: { connections: 10, mostConnections: 100, replica: null },
  tasks: [{ name: 'fold', type: null, status: 'COMPLETED', late: false }],
  queues: [{ name: 'MAIL', waiting: 3, failing: 0, givenUp: 0, oldest: BEFORE }],
  mail: { by: 'CONSOLE', lastDelivered: AFTER, failure: failure(BEFORE) },
  gateways: [{ name: 'ACQUIRER', failure: failure(BEFORE), lastAnswer: AFTER }],
  backups: { newest: AFTER, failure: failure(BEFORE), log: null },
} as unknown as System;
const words = (more: object) => needsOf({ ...well, ...more } as System).map((need) => need.words);

test('AM-118 the system says first what needs somebody: what is broken before what may be, and what is over not at all', () => {
  assert.deepEqual(words({}), []);
  assert.deepEqual(
    words({
      backups: null,
      mail: { by: 'CONSOLE', lastDelivered: BEFORE, failure: failure(AFTER) },
      tasks: [
        { name: 'fold', type: null, status: 'FAILED', late: false },
        { name: 'other', type: null, status: null, late: true },
      ],
      queues: [{ name: 'CALLBACK', failing: 1, givenUp: 2 }],
      gateways: [{ name: 'SCREENING', failure: failure(AFTER), lastAnswer: null }],
      database: { connections: 95, mostConnections: 100, replica: { notRead: 'AWAY' } },
    }),
    [
      'Mail is not delivered',
      'Failed at its last run: fold',
      'Late: other',
      'Callbacks: 2 given up',
      'Screening does not answer',
      'The database has 95 of 100 connections',
      'No automatic backups',
      'Callbacks: 1 fails and is tried again',
      'The replica is not read from: it does not answer',
    ],
  );
  const log = { failure: null, reached: AFTER, brokenOff: BEFORE };
  assert.deepEqual(words({ backups: { newest: BEFORE, failure: failure(AFTER), log } }), [
    'The last backup failed',
    'The archive of writes has a gap until the next backup',
  ]);
});
