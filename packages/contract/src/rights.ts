import type { Actor, Permission, UserRole } from './permissions.ts';

/**
 * What a role of a firm's own is put together from (ADR 163). Each right is a part of the endpoint table, in a
 * person's words: a role that does not hold it is refused all of that part, whatever the role that it is made
 * from may do. Nothing here opens anything; it only leaves out.
 */
export interface RightDefinition {
  group: RightGroup;
  label: string;
  /** The specification's roles of which somebody can do it; no role made from another can hold it. */
  bases: readonly UserRole[];
  /** `R` reads, `W` changes, `A` both, with what is below; `=` without. Of several that fit the longest counts. */
  opens: readonly string[];
  /** Screens that are nothing without it, by the names of their routes. */
  routes?: readonly string[];
  /** Permissions of the specification that go where none is left of the rights that carry them. */
  carries?: readonly Permission[];
  /** What it is nothing without. */
  needs?: string;
}

export const RIGHT_GROUPS = {
  PAYMENTS: 'Payments',
  LOANS: 'Loans',
  BUYERS: 'Buyers and risk',
  MERCHANTS: 'Merchants',
  MERCHANT: 'Your shop',
  PEOPLE: 'People and rights',
  LOGS: 'Logs',
  SET_UP: 'Set-up',
} as const;
export type RightGroup = keyof typeof RIGHT_GROUPS;

const ADMIN = ['BACKOFFICE_ADMIN'] as const;
const STAFF = ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'] as const;
const OWNER = ['MERCHANT_ADMIN'] as const;
const SHOP = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const;
const ADMINS = [...ADMIN, ...OWNER] as const;
const ALL = [...STAFF, ...SHOP] as const;

const FINANCING = '/api/financing';
const LOAN = `${FINANCING}/consumer-credits`;
const READS_PURCHASES = ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'] as const;
const READS_ORDERS = ['READ_MERCHANT_ORDER'] as const;

export const RIGHTS = {
  PAYMENTS: {
    group: 'PAYMENTS',
    label: 'See payments and business days',
    bases: ALL,
    opens: [
      'R /api/transactions',
      'R /api/transaction',
      'R /api/timelines/transaction',
      'R /api/reports/business-days',
      'R /api/reports/figures',
      'W /api/transactions/{id}/actions/receipt',
    ],
    routes: ['transactions', 'transaction', 'transaction-by-query', 'business-days'],
    carries: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
  },
  REFUND: {
    group: 'PAYMENTS',
    label: 'Refund payments, or mark them as refunded',
    bases: ALL,
    opens: ['W /api/transactions/{id}/actions/refund'],
    needs: 'PAYMENTS',
  },
  REVERSE: {
    group: 'PAYMENTS',
    label: 'Reverse payments',
    bases: ADMINS,
    opens: ['W /api/transactions/{id}/actions/reverse'],
    needs: 'PAYMENTS',
  },
  MARK: {
    group: 'PAYMENTS',
    label: 'Mark payments as successful',
    bases: ALL,
    opens: ['W /api/transactions/{id}/actions/successful'],
    needs: 'PAYMENTS',
  },
  CAPTURE: {
    group: 'PAYMENTS',
    label: 'Take or release reserved payments',
    bases: ALL,
    opens: ['W /api/transactions/{id}/actions/capture', 'W /api/transactions/{id}/actions/cancel'],
    needs: 'PAYMENTS',
  },
  REVIEW: {
    group: 'PAYMENTS',
    label: 'Decide payments that were stopped for review',
    bases: ADMIN,
    opens: ['W /api/transactions/{id}/actions/pass', 'W /api/transactions/{id}/actions/refuse'],
    needs: 'PAYMENTS',
  },
  PURCHASES: {
    group: 'PAYMENTS',
    label: 'See purchases',
    bases: [...STAFF, ...OWNER],
    opens: ['R /api/purchases', 'R /api/timelines/purchase'],
    routes: ['purchases', 'purchase'],
    carries: READS_PURCHASES,
  },
  PURCHASES_CHANGE: {
    group: 'PAYMENTS',
    label: 'Cancel purchases and send their callbacks again',
    bases: ADMIN,
    opens: ['W /api/purchases', 'A /api/purchases/many'],
    needs: 'PURCHASES',
  },
  RECURRING: {
    group: 'PAYMENTS',
    label: 'See recurring payments',
    bases: [...STAFF, ...OWNER],
    opens: ['R /api/recurring', 'R /api/recurring-dues', 'R /api/reports/recurring'],
    routes: ['recurring', 'recurring-payment', 'recurring-dues'],
    carries: READS_PURCHASES,
  },
  RECURRING_CHANGE: {
    group: 'PAYMENTS',
    label: 'Charge, pause and end recurring payments',
    bases: ADMINS,
    opens: ['W /api/recurring', 'W /api/recurring-dues', 'A /api/recurring-dues/many'],
    needs: 'RECURRING',
  },
  ORDERS: {
    group: 'PAYMENTS',
    label: 'See orders',
    bases: ALL,
    opens: ['R /api/orders', 'R /api/timelines/order'],
    routes: ['orders', 'order'],
    carries: READS_ORDERS,
  },
  ORDERS_DECIDE: {
    group: 'PAYMENTS',
    label: 'Approve and reject orders',
    bases: ADMINS,
    opens: ['W /api/orders', 'A /api/orders/many'],
    needs: 'ORDERS',
  },
  PAYMENT_LINKS: {
    group: 'PAYMENTS',
    label: 'See payment links',
    bases: ALL,
    opens: ['R /api/payment-links'],
    routes: ['payment-links', 'payment-link'],
    carries: READS_ORDERS,
  },
  PAYMENT_LINKS_CHANGE: {
    group: 'PAYMENTS',
    label: 'Make and end payment links',
    bases: SHOP,
    opens: ['W /api/payment-links'],
    needs: 'PAYMENT_LINKS',
  },
  EXCHANGE_LOGS: {
    group: 'LOGS',
    label: 'See what systems have told each other of purchases',
    bases: [...STAFF, ...OWNER],
    opens: ['R /api/exchange-logs'],
    routes: ['exchange-logs'],
    carries: READS_PURCHASES,
  },
  LOANS: {
    group: 'LOANS',
    label: 'See loans and their papers',
    bases: ALL,
    opens: [
      `R ${FINANCING}`,
      'R /api/user-merchant/consumer-credits',
      'R /api/reports/loans',
      'R /api/timelines/loan',
      `W ${LOAN}/{id}/documents`,
    ],
    routes: [
      'consumer-credits',
      'consumer-credit',
      'loans',
      'consumer-credits-refunds',
      'credit-orders',
      'offers',
      'authentications',
      'signatures',
    ],
    carries: READS_ORDERS,
  },
  LOANS_CHANGE: {
    group: 'LOANS',
    label: 'Move loans on, end them and comment on them',
    bases: ALL,
    opens: [`W ${LOAN}`],
    needs: 'LOANS',
  },
  LOAN_REFUND: {
    group: 'LOANS',
    label: 'Ask for refunds of loans',
    bases: ALL,
    opens: [`W ${LOAN}/{id}/refund-requests`],
    needs: 'LOANS',
  },
  LENDERS: {
    group: 'LOANS',
    label: 'See lenders and what they lend by',
    bases: STAFF,
    opens: [`R ${FINANCING}/financing-institutions`, 'R /api/financing-products'],
    routes: [
      'financing-institutions',
      'financing-institution',
      'financing-products',
      'financing-product',
    ],
  },
  LENDERS_CHANGE: {
    group: 'LOANS',
    label: 'Change lenders and what they lend by',
    bases: ADMIN,
    opens: [`W ${FINANCING}/financing-institutions`, 'W /api/financing-products'],
    needs: 'LENDERS',
  },
  CUSTOMERS: {
    group: 'BUYERS',
    label: 'See customers and their cards',
    bases: STAFF,
    opens: ['R /api/customers'],
    routes: ['customers', 'customer'],
  },
  CUSTOMERS_CHANGE: {
    group: 'BUYERS',
    label: 'Block customers and cards, and write notes',
    bases: STAFF,
    opens: ['W /api/customers', 'W /api/cards'],
    needs: 'CUSTOMERS',
  },
  SCREENING: {
    group: 'BUYERS',
    label: 'See the screening of names',
    bases: STAFF,
    opens: ['R /api/screening'],
    routes: ['screening', 'screening-cases', 'screening-case'],
  },
  SCREENING_DECIDE: {
    group: 'BUYERS',
    label: 'Decide found names and load lists of names',
    bases: ADMIN,
    opens: ['W /api/screening'],
    needs: 'SCREENING',
  },
  RULES: {
    group: 'BUYERS',
    label: 'See rules and what they have found',
    bases: STAFF,
    opens: ['R /api/settings/rules', 'R /api/rules-evaluation-results'],
    routes: ['rules', 'rule', 'rules-evaluation-results'],
  },
  RULES_CHANGE: {
    group: 'BUYERS',
    label: 'Write, try and switch rules',
    bases: ADMIN,
    opens: ['W /api/settings/rules'],
    routes: ['add-rule'],
    needs: 'RULES',
  },
  MERCHANTS: {
    group: 'MERCHANTS',
    label: 'See merchants',
    bases: STAFF,
    opens: ['R /api/merchants', 'W /api/merchants/{id}/documents'],
    routes: ['merchants', 'merchant-by-id'],
  },
  MERCHANTS_CHANGE: {
    group: 'MERCHANTS',
    label: 'Add merchants, decide on them and change them',
    bases: ADMIN,
    opens: ['W /api/merchants'],
    routes: ['add-merchant'],
    needs: 'MERCHANTS',
  },
  DELIVERY: {
    group: 'MERCHANTS',
    label: 'See delivery companies and methods',
    bases: STAFF,
    opens: ['R /api/delivery', 'R /api/merchants/delivery'],
    routes: [
      'delivery-companies',
      'delivery-company',
      'delivery-methods',
      'delivery-method',
      'delivery-merchants',
    ],
  },
  DELIVERY_CHANGE: {
    group: 'MERCHANTS',
    label: 'Change delivery companies and methods',
    bases: ADMIN,
    opens: ['W /api/delivery'],
    needs: 'DELIVERY',
  },
  ANNOUNCEMENTS: {
    group: 'MERCHANTS',
    label: 'See announcements',
    bases: STAFF,
    opens: [
      'R /api/settings/announcements',
      'R /api/announcements/{id}',
      'R /api/customers-announcements',
    ],
    routes: ['announcements', 'announcement', 'customers-announcements', 'customers-announcement'],
  },
  ANNOUNCEMENTS_CHANGE: {
    group: 'MERCHANTS',
    label: 'Write announcements',
    bases: ADMIN,
    opens: ['W /api/announcements', 'W /api/customers-announcements'],
    needs: 'ANNOUNCEMENTS',
  },
  OWN_MERCHANT: {
    group: 'MERCHANT',
    label: 'Change the settings of the shop',
    bases: OWNER,
    opens: ['W /api/user-merchant'],
    carries: ['UPDATE_MY_MERCHANT'],
  },
  KEYS: {
    group: 'MERCHANT',
    label: 'See certificates and API keys',
    bases: OWNER,
    opens: [
      'R /api/user-merchant/certificates',
      'R /api/user-merchant/certificate',
      'R /api/user-merchant/api-key',
      'R /api/user-merchant/api-key-info',
      'R /api/user-merchant/api-keys',
      'R /api/service-provider/certificateInfo',
    ],
    routes: ['certs', 'cert', 'api-keys', 'api-key'],
    carries: ['READ_MERCHANT_CERTIFICATE'],
  },
  KEYS_CHANGE: {
    group: 'MERCHANT',
    label: 'Make and end certificates and API keys',
    bases: OWNER,
    opens: [
      'W /api/user-merchant/certificate',
      'W /api/user-merchant/certificate-requests',
      'W /api/user-merchant/api-key',
      'W /api/user-merchant/api-keys',
    ],
    routes: ['add-cert'],
    carries: ['UPDATE_MY_MERCHANT'],
    needs: 'KEYS',
  },
  WIDGETS: {
    group: 'MERCHANT',
    label: 'See widgets',
    bases: SHOP,
    opens: ['R /api/widgets'],
    routes: ['widgets', 'widget'],
    carries: ['READ_MERCHANT_WIDGET'],
  },
  WIDGETS_CHANGE: {
    group: 'MERCHANT',
    label: 'Make and change widgets',
    bases: OWNER,
    opens: ['W /api/widgets'],
    routes: ['add-widget'],
    carries: ['CREATE_MERCHANT_WIDGET'],
    needs: 'WIDGETS',
  },
  SHIPPING: {
    group: 'MERCHANT',
    label: 'See shipping methods',
    bases: SHOP,
    opens: ['R /api/shipping', 'R /api/merchant'],
    routes: ['shipping-methods', 'shipping-method'],
    carries: ['READ_MERCHANT_SHIPPING_METHOD'],
  },
  SHIPPING_CHANGE: {
    group: 'MERCHANT',
    label: 'Make and change shipping methods',
    bases: OWNER,
    opens: ['W /api/merchant'],
    routes: ['add-shipping-method'],
    carries: ['CREATE_MERCHANT_SHIPPING_METHOD', 'UPDATE_MERCHANT_SHIPPING_METHOD'],
    needs: 'SHIPPING',
  },
  PEOPLE: {
    group: 'PEOPLE',
    label: 'See people and what they may do',
    bases: ALL,
    opens: [
      'R /api/users',
      'R /api/users/{id}/history',
      'R /api/user-merchant/employees',
      'R /api/merchants/{id}/employees',
      'R /api/permissions',
      'R /api/roles',
      'R /api/rights',
    ],
    routes: ['users', 'merchant-employees', 'permissions', 'roles', 'role', 'who-can-do-what'],
    carries: ['READ_MERCHANT_EMPLOYEE'],
  },
  PEOPLE_CHANGE: {
    group: 'PEOPLE',
    label: 'Invite, change and block people',
    bases: ADMINS,
    opens: ['W /api/users', 'W /api/user-merchant/employees'],
    routes: ['add-user', 'add-employee'],
    carries: ['UPDATE_MERCHANT_EMPLOYEE'],
    needs: 'PEOPLE',
  },
  ROLES: {
    group: 'PEOPLE',
    label: 'Make roles, and give and take them',
    bases: ADMINS,
    opens: [
      'W /api/roles',
      'W /api/users/{id}/actions/set-role',
      'W /api/users/{id}/actions/grant-administrator',
      'W /api/users/{id}/actions/revoke-administrator',
      'W /api/user-merchant/employees/role',
    ],
    routes: ['add-role'],
    needs: 'PEOPLE_CHANGE',
  },
  APPROVE: {
    group: 'PEOPLE',
    label: 'Be the second person who agrees',
    bases: ADMINS,
    opens: ['W /api/approvals'],
  },
  THRESHOLDS: {
    group: 'PEOPLE',
    label: 'See and set what needs a second person',
    bases: [...STAFF, ...OWNER],
    opens: ['A /api/approval-thresholds'],
    routes: ['approval-thresholds', 'approval-threshold'],
    carries: ['UPDATE_MY_MERCHANT'],
  },
  AUDIT: {
    group: 'LOGS',
    label: 'Read who did what',
    bases: [...STAFF, ...OWNER],
    opens: ['R /api/audit-logs', 'R /api/user-merchant/audit-logs'],
    routes: ['audit-logs', 'own-audit-logs'],
    carries: ['UPDATE_MY_MERCHANT'],
  },
  LOGS: {
    group: 'LOGS',
    label: 'Read messages, tasks and the state of the system',
    bases: STAFF,
    opens: [
      'R /api/soap-logs',
      'R /api/mpi-logs',
      'R /api/transactions/{id}/logs',
      'R /api/task-executions',
      'R /api/undelivered-messages',
      'R /api/system',
    ],
    routes: ['soap-logs', 'mpi-logs', 'task-executions', 'undelivered-messages', 'system'],
  },
  SEND_AGAIN: {
    group: 'LOGS',
    label: 'Send messages again that have not arrived',
    bases: ADMIN,
    opens: ['W /api/undelivered-messages', 'A /api/undelivered-messages/many'],
    needs: 'LOGS',
  },
  SETTINGS: {
    group: 'SET_UP',
    label: 'See BIN ranges, settings and keys of other systems',
    bases: STAFF,
    opens: ['R /api/settings', 'R /api/provider-keys'],
    routes: ['bin-ranges', 'meta-data', 'provider-keys', 'provider-key'],
  },
  SETTINGS_CHANGE: {
    group: 'SET_UP',
    label: 'Change BIN ranges, settings and keys of other systems',
    bases: ADMIN,
    opens: [
      'W /api/settings',
      'A /api/settings/installation',
      'A /api/settings/to-do',
      'W /api/provider-keys',
    ],
    routes: ['installation'],
    needs: 'SETTINGS',
  },
} as const satisfies Readonly<Record<string, RightDefinition>>;

/** `RESERVED`: what decides who gets in at all, which no role of a firm's own ever holds. */
export type Right = keyof typeof RIGHTS | 'RESERVED';
export type GivenRight = keyof typeof RIGHTS;

export const rightsInOrder = Object.keys(RIGHTS) as GivenRight[];
export const RIGHT_WORDS = Object.fromEntries(
  Object.entries(RIGHTS).map(([right, { label }]) => [right, label]),
) as Readonly<Record<GivenRight, string>>;
export const definitionOf = (right: GivenRight): RightDefinition => RIGHTS[right];

/** The own account and what is nobody's business to leave out; and what stays with the specification's roles. */
const ALWAYS = [
  'A /api/users/me',
  'R =/api/users/{id}',
  'A /api/passkeys',
  'A /api/passwords',
  'A /api/saved-views',
  'R /api/events',
  'R /api/search',
  'R /api/reports/waiting',
  'R /api/enums',
  'R /api/csv',
  'R /api/service-provider/public-ip',
  'R =/api/announcements',
  'R =/api/user-merchant',
  'R /api/user-merchant/callback-delivery',
  'R /api/approvals',
  'W /api/approvals/{id}/actions/withdraw',
  'W /api/logout',
] as const;
const RESERVED = ['A /api/sso/connections'] as const;

interface Part {
  methods: string;
  path: string;
  /** Nothing below it. */
  alone: boolean;
  right: Right | null;
}
const parts = (opens: readonly string[], right: Right | null): Part[] =>
  opens.map((open) => ({
    methods: open[0]!,
    path: open.slice(2).replace('=', ''),
    alone: open.includes('='),
    right,
  }));

const PARTS: readonly Part[] = [
  ...rightsInOrder.flatMap((right) => parts(RIGHTS[right].opens, right)),
  ...parts(ALWAYS, null),
  ...parts(RESERVED, 'RESERVED'),
].toSorted((one, other) => other.path.length - one.path.length);

/** Whether the path is that one, its file or below it. */
const isWithin = (path: string, above: string) =>
  path === above || path.startsWith(`${above}/`) || path.startsWith(`${above}.`);

/** Which right a call of the endpoint table is part of; null: everybody's who is signed in. Undefined: of none. */
export function partOf(key: string): Right | null | undefined {
  const [method, path = ''] = key.split(' ');
  const methods = method === 'GET' ? 'RA' : 'WA';
  return PARTS.find(
    (part) =>
      methods.includes(part.methods) &&
      (part.alone ? path === part.path : isWithin(path, part.path)),
  )?.right;
}

const known = new Map<string, Right | null>();

/** What a call asks for of a role of a firm's own; a call that no right speaks of is left out of all of them. */
export function rightOf(key: string): Right | null {
  let right = known.get(key);
  if (right === undefined) {
    const found = partOf(key);
    known.set(key, (right = found === undefined ? 'RESERVED' : found));
  }
  return right;
}

/** Whether the role of somebody leaves this call to them; who has none of a firm's own is left everything. */
export function leaves(actor: Pick<Actor, 'role'>, key: string): boolean {
  if (!actor.role) return true;
  const right = rightOf(key);
  return right === null || !actor.role.lacks.includes(right);
}

/** All that a role made from this one can hold. */
export const rightsOf = (base: UserRole): GivenRight[] =>
  rightsInOrder.filter((right) => definitionOf(right).bases.includes(base));

/** Of the permissions of a person those that are left by what a role holds (RO-07). */
export function permissionsLeft(
  permissions: readonly Permission[],
  held: readonly Right[],
): Permission[] {
  const carried = (of: readonly Right[]) =>
    new Set(
      of.flatMap((right) => (right === 'RESERVED' ? [] : (definitionOf(right).carries ?? []))),
    );
  const some = carried(rightsInOrder);
  const left = carried(held);
  return permissions.filter((one) => !some.has(one) || left.has(one));
}

/** The screens that are closed by what a role leaves out. */
export const closedBy = (lacks: readonly Right[]): string[] => [
  'sso-connections',
  ...rightsInOrder.flatMap((right) =>
    lacks.includes(right) ? (definitionOf(right).routes ?? []) : [],
  ),
];
