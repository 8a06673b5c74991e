import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import { MERCHANT_STATUSES, USER_STATUSES } from '@paydesk/contract/permissions.ts';
import { APPROVAL_STATUSES } from '@paydesk/contract/resources/approvals.ts';
import { CREDIT_REFUND_STATUSES } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { LINK_STATUSES } from '@paydesk/contract/resources/payment-links.ts';
import { PURCHASE_STATUSES } from '@paydesk/contract/resources/purchases.ts';
import { RECURRING_STATUSES } from '@paydesk/contract/resources/recurring.ts';
import { DUE_STATUSES } from '@paydesk/contract/resources/recurring/dues.ts';
import { CASE_STATUSES } from '@paydesk/contract/resources/screening.ts';
import { MESSAGE_STATUSES } from '@paydesk/contract/resources/undelivered-messages.ts';
import { TASK_STATUSES } from '@paydesk/contract/tasks.ts';
import { paths } from './paths.ts';

type Filters = Readonly<Record<string, string>>;

export interface List {
  /** The entry of the menu that it is, or stands below. */
  of: string;
  open: (filters: Filters) => string;
  states: Enumeration;
  /** Its name, where it is no entry itself. */
  title?: string;
  /** It is filtered by amounts too. */
  amounts?: true;
}

const { DEACTIVATED: _gone, ...PRESENT } = USER_STATUSES;

/** The lists beside that of payments whose rows are asked for by a word of theirs. */
export const LISTS: readonly List[] = [
  { of: 'orders', open: paths.orders, states: ORDER_STATUSES, amounts: true },
  { of: 'loans', open: paths.loans, states: CONSUMER_CREDIT_STATUSES, amounts: true },
  {
    of: 'consumer-credits',
    open: paths.consumerCredits,
    states: CONSUMER_CREDIT_STATUSES,
    amounts: true,
  },
  { of: 'purchases', open: paths.purchases, states: PURCHASE_STATUSES, amounts: true },
  { of: 'recurring', open: paths.recurring, states: RECURRING_STATUSES },
  { of: 'recurring', open: paths.recurringDues, states: DUE_STATUSES, title: 'Charges Due' },
  {
    of: 'consumer-credits-refunds',
    open: paths.consumerCreditsRefunds,
    states: CREDIT_REFUND_STATUSES,
  },
  { of: 'customers', open: paths.customers, states: CUSTOMER_STATUSES },
  { of: 'merchants', open: paths.merchants, states: MERCHANT_STATUSES },
  { of: 'users', open: paths.users, states: USER_STATUSES },
  { of: 'merchant-employees', open: paths.merchantEmployees, states: PRESENT },
  { of: 'payment-links', open: paths.paymentLinks, states: LINK_STATUSES },
  { of: 'screening-cases', open: paths.screeningCases, states: CASE_STATUSES },
  { of: 'approvals', open: paths.approvals, states: APPROVAL_STATUSES },
  { of: 'undelivered-messages', open: paths.undeliveredMessages, states: MESSAGE_STATUSES },
  { of: 'task-executions', open: paths.taskExecutions, states: TASK_STATUSES },
];
