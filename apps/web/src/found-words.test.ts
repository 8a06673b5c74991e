import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import type { SearchKind } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { MERCHANT_STATUSES, USER_STATUSES } from '@paydesk/contract/permissions.ts';
import { LINK_STATUSES } from '@paydesk/contract/resources/payment-links.ts';
import { PURCHASE_STATUSES } from '@paydesk/contract/resources/purchases.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { CASE_STATUSES } from '@paydesk/contract/resources/screening.ts';
import { statusWords } from './platform/palette/kinds.ts';

const LISTS: Readonly<Record<SearchKind, Enumeration>> = {
  transaction: TRANSACTION_STATUSES,
  order: ORDER_STATUSES,
  paymentLink: LINK_STATUSES,
  purchase: PURCHASE_STATUSES,
  recurring: RECURRING_STATUSES,
  loan: CONSUMER_CREDIT_STATUSES,
  screening: CASE_STATUSES,
  customer: CUSTOMER_STATUSES,
  merchant: MERCHANT_STATUSES,
  user: USER_STATUSES,
};

test('what search finds has the status that its list says', () => {
  for (const [kind, statuses] of Object.entries(LISTS))
    for (const [name, said] of Object.entries(statuses))
      assert.equal(statusWords(kind as SearchKind, name), said, `${kind} ${name}`);
});
