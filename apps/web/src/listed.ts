import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import { ORDER_STATUSES } from '@paydesk/contract/kernel/order-statuses.ts';
import { MERCHANT_STATUSES, USER_STATUSES } from '@paydesk/contract/permissions.ts';
import { TASK_STATUSES } from '@paydesk/contract/tasks.ts';
import { paths } from './paths.ts';

/** As their contracts have them, which a test holds: from there each would be a file more of every screen of theirs. */
export const STATES = {
  APPROVAL_STATUSES: {
    PENDING: 'Waiting',
    APPROVED: 'Confirmed',
    DECLINED: 'Refused',
    WITHDRAWN: 'Withdrawn',
    EXPIRED: 'Expired',
  },
  CREDIT_REFUND_STATUSES: {
    REQUESTED: 'Requested',
    CONFIRMED: 'Confirmed',
    REJECTED: 'Rejected',
    CANCELLED: 'Cancelled',
  },
  LINK_STATUSES: {
    ACTIVE: 'Active',
    USED: 'Used',
    EXPIRED: 'Expired',
    DISABLED: 'Disabled',
  },
  PURCHASE_STATUSES: {
    UNSIGNED: 'Unsigned',
    SIGNED: 'Signed',
    SETTLED: 'Settled',
    REFUNDED: 'Refunded',
    DECLINED: 'Declined',
    CANCELLED: 'Cancelled',
  },
  RECURRING_STATUSES: {
    ACTIVE: 'Active',
    SUSPENDED: 'Suspended',
    CANCELLED: 'Cancelled',
    EXPIRED: 'Expired',
  },
  DUE_STATUSES: {
    CHARGING: 'Being charged',
    PAID: 'Paid',
    RETRYING: 'Declined, tried again',
    UNPAID: 'Unpaid',
    MISSED: 'Missed',
    SKIPPED: 'Skipped',
  },
  CASE_STATUSES: {
    OPEN: 'Open',
    SECOND_READER: 'Waiting for a second reader',
    FALSE_HIT: 'Not a match',
    TRUE_HIT: 'Confirmed match',
  },
  MESSAGE_STATUSES: {
    WAITING: 'Waiting',
    HELD: 'Held back',
    GIVEN_UP: 'Given up',
  },
} as const;

type Filters = Readonly<Record<string, string>>;

export interface List {
  /** The entry of the menu that it is, or stands below. */
  of: string;
  open: (filters: Filters) => string;
  states: Enumeration;
  /** What its states are called as well. */
  also?: Readonly<Record<string, readonly string[]>>;
  /** Its name, where it is no entry itself. */
  title?: string;
  /** It is filtered by amounts too. */
  amounts?: true;
  /** What its rows are called, in one word each: beside a day or a merchant they say that it is meant. */
  rows?: string;
  /** By which of its columns a day is meant, where that is not when they were made. */
  day?: string;
  /** Its rows are a merchant's. */
  ofMerchants?: true;
  /** Of its rows those that wait for somebody: they are meant where nothing but what they are called is said. */
  waits?: string;
}

const LOANS_OVER: readonly string[] = ['CONFIRMED', 'REFUNDED', 'FAILED'];
const LOANS_ON_THEIR_WAY = Object.keys(CONSUMER_CREDIT_STATUSES)
  .filter((name) => !LOANS_OVER.includes(name))
  .join();
const LOAN_STATES = { ...CONSUMER_CREDIT_STATUSES, [LOANS_ON_THEIR_WAY]: 'In progress' };
const LOANS_ALSO = {
  FAILED: ['declined', 'rejected'],
  [LOANS_ON_THEIR_WAY]: ['pending', 'unfinished'],
};
const { DEACTIVATED: _gone, ...PRESENT } = USER_STATUSES;

/** The lists beside that of payments whose rows are asked for by a word of theirs. */
export const LISTS: readonly List[] = [
  {
    of: 'orders',
    open: paths.orders,
    states: ORDER_STATUSES,
    amounts: true,
    rows: 'order',
    ofMerchants: true,
  },
  {
    of: 'loans',
    open: paths.loans,
    states: LOAN_STATES,
    also: LOANS_ALSO,
    amounts: true,
    rows: 'loan credit',
  },
  {
    of: 'consumer-credits',
    open: paths.consumerCredits,
    states: LOAN_STATES,
    also: LOANS_ALSO,
    amounts: true,
    rows: 'loan credit',
    ofMerchants: true,
  },
  {
    of: 'purchases',
    open: paths.purchases,
    states: STATES.PURCHASE_STATUSES,
    amounts: true,
    rows: 'purchase',
    day: 'requestDate',
    ofMerchants: true,
  },
  // by the words of a state payments are found as well, whose list tells what became of them
  {
    of: 'disputes',
    open: paths.disputes,
    states: {},
    amounts: true,
    rows: 'dispute chargeback',
    ofMerchants: true,
  },
  {
    of: 'recurring',
    open: paths.recurring,
    states: STATES.RECURRING_STATUSES,
    rows: 'recurring subscription',
    ofMerchants: true,
  },
  {
    of: 'recurring',
    open: paths.recurringDues,
    states: STATES.DUE_STATUSES,
    title: 'Charges Due',
    rows: 'charge due',
    day: 'dueDay',
    ofMerchants: true,
  },
  {
    of: 'consumer-credits-refunds',
    open: paths.consumerCreditsRefunds,
    states: STATES.CREDIT_REFUND_STATUSES,
  },
  { of: 'customers', open: paths.customers, states: CUSTOMER_STATUSES, rows: 'customer' },
  {
    of: 'merchants',
    open: paths.merchants,
    states: MERCHANT_STATUSES,
    also: { PENDING_APPROVAL: ['pending'] },
    rows: 'merchant',
  },
  { of: 'users', open: paths.users, states: USER_STATUSES, rows: 'user' },
  {
    of: 'merchant-employees',
    open: paths.merchantEmployees,
    states: PRESENT,
    rows: 'employee',
  },
  {
    of: 'payment-links',
    open: paths.paymentLinks,
    states: STATES.LINK_STATUSES,
    rows: 'link',
    ofMerchants: true,
  },
  {
    of: 'screening',
    open: paths.screeningCases,
    states: STATES.CASE_STATUSES,
    title: 'Screening Cases',
    rows: 'screening case',
    waits: 'OPEN',
  },
  { of: 'approvals', open: paths.approvals, states: STATES.APPROVAL_STATUSES },
  { of: 'undelivered-messages', open: paths.undeliveredMessages, states: STATES.MESSAGE_STATUSES },
  {
    of: 'task-executions',
    open: paths.taskExecutions,
    states: TASK_STATUSES,
    rows: 'task',
    day: 'started',
  },
];
