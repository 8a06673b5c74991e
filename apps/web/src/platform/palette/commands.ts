import { REVERSAL_ROLES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed, type Requirement } from '@paydesk/contract/policy.ts';
import { NAMED_DEEDS, SEARCH_DEEDS, type SearchHit } from '@paydesk/contract/kernel/search.ts';
import { paths } from '../../paths.ts';
import { LINKS } from './kinds.ts';

interface Way {
  label: string;
  /** What else somebody may call it. */
  also?: string;
  href: () => string;
  asks: Requirement;
}

export const READS_PAYMENTS: Requirement = {
  anyOf: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
};
const CHANGES_RECURRING: Requirement = {
  anyOf: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
  roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
  right: 'RECURRING_CHANGE',
};
const ADMINISTRATORS: Requirement = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] };

/** What is begun from anywhere: a form of its own, the dialog of a list, or the list of what it can be done to. */
const WAYS: readonly Way[] = [
  {
    label: 'Refund a payment…',
    also: 'give money back, return',
    href: () => paths.transactions({ f_type: 'PAYMENT', f_status: 'SUCCESS' }),
    asks: { ...READS_PAYMENTS, right: 'REFUND' },
  },
  {
    label: 'Reverse a payment…',
    also: 'reversal, undo, void',
    href: () => paths.transactions({ f_status: 'SUCCESS' }),
    asks: { ...READS_PAYMENTS, roles: REVERSAL_ROLES, right: 'REVERSE' },
  },
  {
    label: 'New payment link',
    also: 'request a payment, pay by link',
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
  {
    label: 'Yesterday’s business',
    also: 'settlement, payout, reconciliation, sales',
    href: () => paths.businessDays({ days: 'yesterday' }),
    asks: READS_PAYMENTS,
  },
  { label: 'Profile', also: 'settings, password, two-factor', href: paths.profile, asks: {} },
  { label: 'Help', also: 'documentation', href: paths.help, asks: {} },
];

/** Those that this person may begin. */
export const waysOf = (actor: Actor) =>
  WAYS.filter(({ asks }) => isAllowed(actor, asks)).map(({ label, also, href }) => ({
    label,
    also,
    href: href(),
  }));

/** Of screens: the route's name → what else it is looked for by. */
const SCREENS_ALSO: Readonly<Record<string, string>> = {
  transactions: 'payments',
  certs: 'api key',
  'api-keys': 'api key',
  'provider-keys': 'api key',
  system: 'settings',
  installation: 'settings',
  merchant: 'settings, callback url, webhooks, logo',
  'exchange-logs': 'webhooks, callbacks',
  'undelivered-messages': 'webhooks, callbacks',
  documentation: 'help, api',
  'merchant-employees': 'colleagues, people',
  users: 'colleagues, people',
  'consumer-credits': 'credits',
  'consumer-credits-refunds': 'refund requests',
  loans: 'credits, refund requests',
  recurring: 'subscriptions',
  merchants: 'shops',
  customers: 'payers, borrowers',
};
export const alsoOf = (name: string): string | undefined =>
  Object.hasOwn(SCREENS_ALSO, name) ? SCREENS_ALSO[name] : undefined;

/** 'go to rules' is Rules. */
const GOING = /^(?:go to|open|show(?: me)?)\s+/;

/** Whether it is called so, or one of its other names holds what was typed: each of its words, as 'new link' does. */
export const isCalled = (
  { label, also = '' }: { label: string; also?: string | undefined },
  text: string,
) => {
  const names = `${label}\n${also}`.toLowerCase();
  const said = text.trim().toLowerCase().replace(GOING, '');
  return said.split(/\s+/).every((word) => names.includes(word));
};

/** So long are words that one wrong letter leaves to be known by. */
const LEAST_NEAR = 4;

/** One letter away from it: another in its place, one too many, one too few, or two turned round. */
function isOneOff(typed: string, meant: string): boolean {
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
      [-1, 0, 1].some((by) => isOneOff(typed, name.slice(index, index + typed.length + by))),
    ),
  );
}

/** What is said alone is to be done to a payment that nobody has named yet. */
export const isDeedAlone = (text: string) => NAMED_DEEDS.includes(text.trim().toLowerCase());

/** 'refund' alone, typed on the page of a payment, is of that payment. */
export function ofPage(text: string, path: string): string {
  const said = text.trim().toLowerCase();
  const kinds = Object.hasOwn(SEARCH_DEEDS, said) ? SEARCH_DEEDS[said]! : [];
  const id = path.split('/').at(-1)!;
  return kinds.some((kind) => LINKS[kind](id) === path) ? `${said} ${id}` : text;
}

/** What is to be said yet before money moves: 'refund' alone is of no payment. */
export function stillToSay(text: string, hits: readonly SearchHit[]): string | null {
  return isDeedAlone(text) && !hits.some(({ action }) => action)
    ? `Say which payment: its amount, its card or its payer, as in ‘${text.trim().toLowerCase()} 43.99 6017’.`
    : null;
}
