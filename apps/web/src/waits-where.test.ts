import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applicationOf,
  ROLE_PERMISSIONS,
  type Actor,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { approvals } from '@paydesk/contract/resources/approvals.ts';
import { certificates } from '@paydesk/contract/resources/certificates.ts';
import { consumerCreditsRefunds } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { disputes } from '@paydesk/contract/resources/disputes.ts';
import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { recurringDues } from '@paydesk/contract/resources/recurring/dues.ts';
import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { transactions } from '@paydesk/contract/resources/transactions.ts';
import { undeliveredMessages } from '@paydesk/contract/resources/undelivered-messages.ts';
import { waitOf, WAITS, type WaitKey } from '@paydesk/contract/waits.ts';
import { menuOf } from './menu.ts';
import { sieve } from './platform/ListScreen/sieve.ts';
import { readState } from './platform/ListScreen/state.ts';
import type { AnyResource } from './platform/ListScreen/useList.ts';
import { seenEntries } from './platform/menu-kept.ts';
import { waitingOf } from './platform/palette/waiting.ts';
import { readSearch } from './platform/search-text.ts';
import { whereDone } from './waits-where.ts';

const LISTS: Partial<Record<string, unknown>> = {
  approvals,
  certificates,
  'consumer-credits-refunds': consumerCreditsRefunds,
  disputes,
  merchants,
  'recurring-dues': recurringDues,
  'task-executions': taskExecutions,
  transactions,
  'undelivered-messages': undeliveredMessages,
};
const actor = (userRole: UserRole): Actor => ({
  userId: 'u',
  userRole,
  permissions: ROLE_PERMISSIONS[userRole],
  merchantId: userRole.startsWith('MERCHANT') ? 'm' : null,
});
const linkOf = (name: WaitKey) =>
  whereDone(
    {
      name,
      count: 1,
      said: 0,
      oldest: null,
      due: null,
      filters: { ...waitOf(name).filters('2026-11-27') },
    },
    'UTC',
  );

const of = (name: WaitKey) => readSearch(linkOf(name).split('?')[1] ?? '');

test('SB-04 a line of Home asks its list for nothing that its reader may not see', () => {
  for (const role of Object.keys(ROLE_PERMISSIONS) as UserRole[])
    for (const name of Object.keys(WAITS) as WaitKey[]) {
      const who = actor(role);
      const [path, search = ''] = linkOf(name).split('?') as [string, string?];
      if (!isAllowed(who, waitOf(name).asks) || path === '/reviews') continue;
      const list = LISTS[waitOf(name).list] as AnyResource;
      const { timeZone: _, ...asked } = readSearch(search);
      assert.equal(sieve(list, who, readState(asked)).leftOut, null, `${role} ${name}`);
    }
});

test('CU-08 what is decided on the desk opens there under its own filters; a list has what waits longest first', () => {
  assert.deepEqual(of('highRisk'), { kind: 'screening', f_status: 'OPEN', f_riskClass: 'HIGH' });
  assert.deepEqual(of('secondReading'), { kind: 'screening', f_status: 'SECOND_READER' });
  for (const name of ['paidTwice', 'refunds', 'callbacks', 'approvals', 'applications'] as const)
    assert.equal(of(name)['sort'], 'createdDate,ASC', name);
});

const found = (role: UserRole, text: string) => {
  const who = actor(role);
  const seen = seenEntries(menuOf(applicationOf(who)), who);
  return waitingOf(who, seen, text, '2026-11-27').map(({ href, label }) => [
    label,
    decodeURIComponent(href).replace(/[?&]timeZone=[^&]*/, ''),
  ]);
};

test('what Home says is waiting is found by its words where it is done, by whoever may do something about it', () => {
  for (const role of Object.keys(ROLE_PERMISSIONS) as UserRole[])
    for (const name of Object.keys(WAITS) as WaitKey[]) {
      const { one, many, asks } = waitOf(name);
      for (const words of [one, many]) {
        const all = found(role, words);
        const label = many.charAt(0).toUpperCase() + many.slice(1);
        assert.equal(
          all.some(([called]) => called === label),
          isAllowed(actor(role), asks),
          `${role} ${words}`,
        );
      }
    }
  const labels = (text: string) => found('BACKOFFICE_ADMIN', text).map(([label]) => label);
  assert.deepEqual(found('BACKOFFICE_ADMIN', 'Loans in review'), [
    ['Loans in review', '/reviews?kind=loan'],
  ]);
  assert.deepEqual(labels('missed recurring'), ['Recurring charges missed']);
  assert.deepEqual(labels('tasks that failed'), ['Tasks failed this week']);
  assert.deepEqual(labels('screening cases').length, 2);
  // of one word, or of a name beside it, something else is meant
  for (const text of ['failed', 'in review', 'loan', 'amber loans in review', ''])
    assert.deepEqual(labels(text), [], text);
});
