import type { Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { CONSUMER_CREDIT_STATUSES } from '@paydesk/contract/kernel/loan-statuses.ts';
import { SEARCH_KINDS, type SearchKind } from '@paydesk/contract/kernel/search.ts';
import { TRANSACTION_STATUSES } from '@paydesk/contract/kernel/transaction-statuses.ts';
import { MERCHANT_STATUSES, USER_STATUSES } from '@paydesk/contract/permissions.ts';
import { STATES } from '../../listed.ts';
import { paths } from '../../paths.ts';

/** Where what is found has its screen. */
export const LINKS: Record<SearchKind, (id: string, search?: { do: string }) => string> = {
  transaction: paths.transaction,
  order: paths.order,
  paymentLink: paths.paymentLink,
  purchase: paths.purchase,
  recurring: (id) => paths.recurring({ f_id: id }),
  loan: paths.consumerCredit,
  screening: paths.screeningCase,
  customer: paths.customer,
  merchant: paths.merchantById,
  user: paths.user,
};

/** What is done to one of them. */
export const A_KIND: Record<SearchKind, string> = {
  transaction: 'a payment',
  order: 'an order',
  paymentLink: 'a payment link',
  purchase: 'a purchase',
  recurring: 'a recurring payment',
  loan: 'a loan',
  screening: 'a screening case',
  customer: 'a customer',
  merchant: 'a merchant',
  user: 'a person',
};

/** As their lists say it; of the others the code is the word. */
const STATUSES: Partial<Record<SearchKind, Enumeration>> = {
  transaction: TRANSACTION_STATUSES,
  loan: CONSUMER_CREDIT_STATUSES,
  screening: STATES.CASE_STATUSES,
  user: USER_STATUSES,
  merchant: MERCHANT_STATUSES,
};

export const words = (name: string) =>
  name.charAt(0).toUpperCase() + name.slice(1).toLowerCase().replaceAll('_', ' ');

export const statusWords = (kind: SearchKind, name: string): string =>
  STATUSES[kind]?.[name] ?? words(name);

export const ALL_KINDS = Object.keys(SEARCH_KINDS) as SearchKind[];
/** Words are of whoever is called so, before what is theirs. */
const NAMED: readonly SearchKind[] = ['customer', 'merchant', 'user'];
export const NAMED_FIRST = [...NAMED, ...ALL_KINDS.filter((kind) => !NAMED.includes(kind))];
