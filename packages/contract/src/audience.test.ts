import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from './index.ts';
import type { Endpoint } from './kernel/endpoint.ts';

/** What a list keeps from somebody, by who alone sees it; said once more here, so that no word of it goes unseen. */
const KEPT: Record<string, Record<string, string>> = {
  'screening-cases': { staff: 'takenUserId takenBy assignedBy takenDate' },
  transactions: {
    staff:
      'payer merchantName merchantId customerId cardId takenUserId takenBy assignedBy takenDate',
    technical: 'externalErrorType externalErrorCode externalErrorDescription xid',
  },
  disputes: { staff: 'merchantName merchantId' },
  orders: { staff: 'merchantId customerId', technical: 'merchantName error' },
  purchases: { staff: 'merchantName merchantId customerId' },
  'payment-links': { staff: 'merchantName merchantId' },
  recurring: { staff: 'customerName merchantId customerId' },
  'recurring-dues': { staff: 'merchantName customerName merchantId' },
  'consumer-credits': {
    staff:
      'customerName heldDate askedCount unansweredCount takenUserId takenBy assignedBy takenDate',
  },
  'credit-orders': { staff: 'askedCount unansweredCount' },
  'exchange-logs': { technical: 'merchantName merchantId' },
  approvals: { staff: 'merchantId' },
  'approval-thresholds': { staff: 'merchantName' },
  roles: { staff: 'merchantName' },
  employees: { merchantAdmin: 'userRole roleName' },
};

test('SB-04, GT-17 the columns that a list keeps from somebody are these', () => {
  const kept: typeof KEPT = {};
  for (const { list } of Object.values<Endpoint>(table))
    for (const [name, { visibleTo }] of Object.entries(list?.resource.columns ?? {})) {
      const of = (kept[list!.resource.slug] ??= {});
      if (visibleTo && !of[visibleTo]?.split(' ').includes(name))
        of[visibleTo] = [...(of[visibleTo]?.split(' ') ?? []), name].join(' ');
    }
  const some = Object.entries(kept).filter(([, of]) => Object.keys(of).length > 0);
  assert.deepEqual(Object.fromEntries(some), KEPT);
});
