import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLE_PERMISSIONS, type Actor, type UserRole } from '@paydesk/contract/permissions.ts';
import { needsOf, type System } from './needs.ts';
import { messagesOf, whereOf } from './where.ts';

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
      'No automatic backups: BACKUP_DIR is not set',
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

const as = (userRole: UserRole): Actor => ({
  userId: 'me',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId: null,
});
const task = (status: string | null, late = false) => ({
  tasks: [{ name: 'seal', type: 'AUDIT_SEAL', status, late }],
});

test('AM-47, AM-118 each leads to the rows that it is about, or to what mends it; one that has neither leads nowhere', () => {
  const admin = as('BACKOFFICE_ADMIN');
  const leads = (more: object, actor = admin) =>
    needsOf({ ...well, ...more } as System).map(({ about }) => whereOf(about, actor));
  assert.deepEqual(leads({ queues: [{ name: 'CALLBACK', failing: 1, givenUp: 2 }] }), [
    '/undelivered-messages?f_kind=CALLBACK&f_status=GIVEN_UP',
    '/undelivered-messages?f_kind=CALLBACK&f_status=WAITING,HELD&f_attempts=1..',
  ]);
  assert.equal(messagesOf('AUDIT'), null, 'of these there is no list');
  assert.deepEqual(leads(task('FAILED')), ['/task-executions?f_type=AUDIT_SEAL&f_status=FAILED']);
  assert.deepEqual(leads(task(null, true)), ['/task-executions?f_type=AUDIT_SEAL']);
  const unset = { mail: { by: 'NOBODY', lastDelivered: null, failure: null } };
  assert.deepEqual(leads(unset), ['/settings/installation']);
  assert.deepEqual(leads(unset, as('BACKOFFICE_TECHNICAL')), [null], 'who may not set it');
  assert.deepEqual(leads({ backups: null }), [null]);
});
