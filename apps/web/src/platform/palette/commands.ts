import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed, type Requirement } from '@paydesk/contract/policy.ts';
import {
  deedCalled,
  NAMED_DEEDS,
  SEARCH_DEEDS,
  type SearchHit,
} from '@paydesk/contract/kernel/search.ts';
import { paths } from '../../paths.ts';
import { ADMINISTRATORS, DEED_WAYS, READS_PAYMENTS, type Way } from './deeds.ts';
import { LINKS } from './kinds.ts';

const CHANGES_RECURRING: Requirement = {
  anyOf: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
  roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
  right: 'RECURRING_CHANGE',
};

/** What is begun from anywhere: the list of what it can be done to, a form of its own, or the dialog of a list. */
const WAYS: readonly Way[] = [
  ...DEED_WAYS,
  {
    label: 'New payment link',
    also: 'request a payment, pay by link, new order, invoice',
    href: () => paths.paymentLinks({ do: 'new payment link' }),
    asks: { anyOf: ['READ_MERCHANT_ORDER'], roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] },
  },
  {
    label: 'New employee',
    also: 'invite employee, add colleague',
    href: paths.addEmployee,
    asks: { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'] },
  },
  {
    label: 'Invite user',
    also: 'new user, add colleague',
    href: paths.addUser,
    asks: ADMINISTRATORS,
  },
  { label: 'New merchant', href: paths.addMerchant, asks: ADMINISTRATORS },
  { label: 'New rule', href: paths.addRule, asks: ADMINISTRATORS },
  { label: 'New widget', href: paths.addWidget, asks: { anyOf: ['CREATE_MERCHANT_WIDGET'] } },
  {
    label: 'New shipping method',
    href: paths.addShippingMethod,
    asks: { anyOf: ['CREATE_MERCHANT_SHIPPING_METHOD'] },
  },
  { label: 'New certificate', href: paths.addCert, asks: { anyOf: ['UPDATE_MY_MERCHANT'] } },
  {
    label: 'Pause a recurring payment',
    also: 'suspend, stop subscription',
    href: () => paths.recurring({ f_status: 'ACTIVE' }),
    asks: CHANGES_RECURRING,
  },
  {
    label: 'Resume a recurring payment',
    also: 'restart, continue subscription',
    href: () => paths.recurring({ f_status: 'SUSPENDED' }),
    asks: CHANGES_RECURRING,
  },
  {
    label: 'Export transactions',
    also: 'download payments, csv',
    href: () => paths.transactions({ do: 'export' }),
    asks: READS_PAYMENTS,
  },
  // staff have it in their menu
  {
    label: 'Disputes',
    also: 'chargebacks',
    href: () => paths.disputes(),
    asks: { ...READS_PAYMENTS, roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] },
  },
  {
    label: 'Yesterday’s business',
    also: 'settlements, payouts, reconciliation, sales, turnover',
    href: () => paths.businessDays({ days: 'yesterday' }),
    asks: READS_PAYMENTS,
  },
  { label: 'Profile', also: 'settings, password, two-factor', href: paths.profile, asks: {} },
  { label: 'Help', also: 'documentation', href: paths.help, asks: {} },
];

/** Those that this person may begin. */
export const waysOf = (actor: Actor) =>
  WAYS.filter(({ asks }) => isAllowed(actor, asks)).map((way) => ({
    label: way.label,
    also: way.also,
    href: way.href(),
    // these alone fill a screen: whoever has typed nothing has not come for one
    byWord: 'kind' in way && !NAMED_DEEDS.includes(way.label.split(' ')[0]!.toLowerCase()),
  }));

/** Of screens: the route's name → what else it is looked for by. */
const SCREENS_ALSO: Readonly<Record<string, string>> = {
  transactions: 'payments',
  disputes: 'chargebacks',
  certs: 'api key',
  'api-keys': 'api key',
  'provider-keys': 'api key',
  system: 'settings, status, health, backups',
  installation: 'settings, mail server, smtp',
  merchant: 'settings, callback url, webhooks, logo, iban, bank account, dunning',
  'exchange-logs': 'webhooks, callbacks, callback not delivered, send again, resend',
  'undelivered-messages': 'failed webhooks, callbacks, not delivered, send again, resend, retry',
  documentation: 'help, api',
  'merchant-employees': 'colleagues, people, team',
  users: 'colleagues, people, team',
  'consumer-credits': 'credits, instalments, installments, bnpl',
  'consumer-credits-refunds': 'refund requests',
  loans: 'credits, refund requests, instalments, installments, bnpl',
  'credit-orders': 'instalments, installments, bnpl',
  recurring: 'subscriptions, mandates',
  merchants: 'shops, iban, bank accounts, onboarding, kyb',
  customers: 'payers, borrowers, shoppers, gdpr, personal data',
  'mpi-logs': '3-D Secure, sca',
  'soap-logs': 'acquirer messages',
  'audit-logs': 'who did what, activity',
  'task-executions': 'jobs, batches, cron',
  screening: 'aml, sanctions, kyc, pep, watchlists',
  reviews: 'manual review, in review, on hold, held payments, held loans, alerts',
  rules: 'fraud, risk',
  'bin-ranges': 'issuers',
  approvals: 'four eyes, dual control',
  'approval-thresholds': 'four eyes, second person',
  'sso-connections': 'sso, oidc, scim',
  'payment-links': 'pay by link, qr code',
  widgets: 'checkout button, calculator',
  'meta-data': 'retention',
  'what-changed': 'changelog',
};
export const alsoOf = (name: string): string | undefined =>
  Object.hasOwn(SCREENS_ALSO, name) ? SCREENS_ALSO[name] : undefined;

/** An account with its number: whose it is is found by that, and its screen by what it is called. */
const OF_ACCOUNT = /^iban\b.*\d.*$/;

/** 'go to rules' is Rules. */
const GOING = /^(?:go to|open|show(?: me)?)\s+/;
/** 'add merchant' is New merchant. */
const MAKING = /^(?:add|create|make)\s+(?:an?\s+)?/;
const MADE = /^(?:new|add|create|make)\s+(?:an?\s+)?(?=\S)/i;

/** Whether it is called so, or one of its other names holds what was typed: each of its words, as 'new link' does. */
export const isCalled = (
  { label, also = '' }: { label: string; also?: string | undefined },
  text: string,
) => {
  const names = `${label}\n${also}`.toLowerCase();
  const said = text.trim().toLowerCase().replace(GOING, '').replace(OF_ACCOUNT, 'iban');
  return [said, said.replace(MAKING, 'new ')].some((one) => holdsAll(names, one));
};

const holdsAll = (names: string, said: string) =>
  said.split(/\s+/).every((word) => names.includes(word));

/** So long are words that one wrong letter leaves to be known by. */
const LEAST_NEAR = 4;

/** One letter away from it: another in its place, one too many, one too few, or two turned round. */
export function isOneOff(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same++;
  const [a, b] = [typed.slice(same), meant.slice(same)];
  const turned = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return turned || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

/** Whether it is called almost so, from any of its words on: 'tranasct' is Transactions. */
export function isNearly(
  { label, also = '' }: { label: string; also?: string | undefined },
  text: string,
): boolean {
  const typed = text.trim().toLowerCase();
  if (typed.length < LEAST_NEAR || !/^[\p{L} -]+$/u.test(typed)) return false;
  const names = `${label}, ${also}`.toLowerCase().split(', ');
  return names.some((name) =>
    [...name.matchAll(/(?<!\p{L})\p{L}/gu)].some(({ index }) =>
      beginsNearly(name.slice(index), typed),
    ),
  );
}

const beginsNearly = (name: string, typed: string) =>
  [-1, 0, 1].some((by) => isOneOff(typed, name.slice(0, typed.length + by)));

/** Those that are called almost so, first those that begin almost so: 'refnud' is a verb before it is of a list. */
export function nearestOf<C extends { label: string; also?: string | undefined }>(
  some: readonly C[],
  text: string,
): C[] {
  const typed = text.trim().toLowerCase();
  const later = ({ label }: C) => Number(!beginsNearly(label.toLowerCase(), typed));
  return some
    .filter((one) => isNearly(one, text))
    .toSorted((one, other) => later(one) - later(other));
}

/** 'new payment link' of who makes none is the screen that has them. */
export const ofMade = <C extends { label: string; also?: string | undefined }>(
  some: readonly C[],
  text: string,
): C[] => {
  const what = text.trim().replace(MADE, '');
  return what === text.trim() ? [] : some.filter((one) => isCalled(one, what));
};

/** What is said alone is to be done to something that nobody has named yet. */
export const isDeedAlone = (text: string) => deedCalled(text.trim().toLowerCase()) !== null;

/** And where it moves money, to a payment that somebody has to name. */
export const isNamedDeedAlone = (text: string) => NAMED_DEEDS.includes(text.trim().toLowerCase());

/** 'refund' alone, typed on the page of a payment, is of that payment. */
export function ofPage(text: string, path: string): string {
  const said = text.trim().toLowerCase();
  const kinds = SEARCH_DEEDS[deedCalled(said) ?? ''] ?? [];
  const id = path.split('/').at(-1)!;
  return kinds.some((kind) => LINKS[kind](id) === path) ? `${said} ${id}` : text;
}

/** What is to be said yet before money moves: 'refund' alone is of no payment. */
export function stillToSay(text: string, hits: readonly SearchHit[]): string | null {
  return isNamedDeedAlone(text) && !hits.some(({ action }) => action)
    ? `Say which payment: its amount, its card or its payer, as in ‘${text.trim().toLowerCase()} 43.99 6017’.`
    : null;
}
