import type { Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed, type Requirement } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';

interface Way {
  label: string;
  href: () => string;
  asks: Requirement;
}

const READS_PAYMENTS: Requirement = {
  anyOf: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
};
const ADMINISTRATORS: Requirement = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] };

/** What is begun from anywhere: a form of its own, or the dialog of a list. */
const WAYS: readonly Way[] = [
  {
    label: 'New payment link',
    href: () => paths.paymentLinks({ do: 'new payment link' }),
    asks: { anyOf: ['READ_MERCHANT_ORDER'], roles: ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] },
  },
  {
    label: 'New employee',
    href: paths.addEmployee,
    asks: { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'] },
  },
  { label: 'Invite user', href: paths.addUser, asks: ADMINISTRATORS },
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
    label: 'Export transactions',
    href: () => paths.transactions({ do: 'export' }),
    asks: READS_PAYMENTS,
  },
  {
    label: 'Yesterday’s business',
    href: () => paths.businessDays({ days: 'yesterday' }),
    asks: READS_PAYMENTS,
  },
];

/** Those that this person may begin. */
export const waysOf = (actor: Actor) =>
  WAYS.filter(({ asks }) => isAllowed(actor, asks)).map(({ label, href }) => ({
    label,
    href: href(),
  }));

const VERB = /^(?:(refund|reverse)\s+(.*\S)|(.*\S)\s+(refund|reverse))$/i;

/** 'refund 43.99 6017': what is to be done, and what it is found by. */
export function saidOf(text: string): { verb: string | null; what: string } {
  const [, before, after, first, last] = VERB.exec(text.trim()) ?? [];
  const verb = before ?? last;
  return verb ? { verb: verb.toLowerCase(), what: (after ?? first)! } : { verb: null, what: text };
}
