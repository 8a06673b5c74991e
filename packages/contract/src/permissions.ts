import type { Right } from './rights.ts';

/** Who may do what: permissions, roles, audiences and route sets, one file shared by router, menu and server (AM-02, AM-07, AM-101). */

export const PERMISSIONS = {
  READ_ANY_USER: 'Read every user and the back office',
  READ_ANY_TRANSACTION: 'Read the transactions of every merchant',
  READ_ANY_PURCHASE: 'Read the purchases of every merchant',
  READ_MERCHANT_PURCHASE: 'Read the purchases of their own merchant',
  READ_MERCHANT_TRANSACTION: 'Read the transactions of their own merchant',
  UPDATE_MY_MERCHANT: 'Change their own merchant, its certificates and API key',
  READ_MERCHANT_EMPLOYEE: 'Read the employees of their own merchant',
  UPDATE_MERCHANT_EMPLOYEE: 'Create and change the employees of their own merchant',
  READ_MERCHANT_WIDGET: 'Read the widgets of their own merchant',
  CREATE_MERCHANT_WIDGET: 'Create and change the widgets of their own merchant',
  READ_MERCHANT_CERTIFICATE: 'Read the certificates and the API key of their own merchant',
  READ_MERCHANT_ORDER: 'Read the orders and loans of their own merchant',
  READ_MERCHANT_SHIPPING_METHOD: 'Read the shipping methods of their own merchant',
  CREATE_MERCHANT_SHIPPING_METHOD: 'Create shipping methods of their own merchant',
  UPDATE_MERCHANT_SHIPPING_METHOD: 'Change shipping methods of their own merchant',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ROLES = {
  BACKOFFICE_ADMIN: 'Back Office Administrator',
  BACKOFFICE_TECHNICAL: 'Back Office Technical',
  MERCHANT_ADMIN: 'Merchant Administrator',
  MERCHANT_OPERATOR: 'Merchant Operator',
} as const;

/** The one `userRole` of a user; MERCHANT_CONSOLE is carried along by both merchant roles. */
export type UserRole = keyof typeof ROLES;
export type Role = UserRole | 'MERCHANT_CONSOLE';

/** A person as an account: may sign in only while ACTIVATED (EM-07, EM-08). */
export const USER_STATUSES = {
  NOT_ACTIVATED: 'Not activated',
  ACTIVATED: 'Activated',
  BLOCKED: 'Blocked',
  BLOCKED_SELF: 'Blocked by wrong passwords',
  DEACTIVATED: 'Deactivated',
} as const;
export type UserStatus = keyof typeof USER_STATUSES;

/** A merchant as a tenant: the people of a DISABLED one read and change nothing (MM-04, SB-43). */
export const MERCHANT_STATUSES = {
  PENDING_APPROVAL: 'Pending approval',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  ACTIVE: 'Active',
  DISABLED: 'Disabled',
} as const;
export type MerchantStatus = keyof typeof MERCHANT_STATUSES;

/** The application ids there are (SH-08); the payer's app has no session here. */
export const APPLICATIONS = {
  BACKOFFICE: 'Back office',
  MERCHANT_CONSOLE: 'Merchant console',
  PAYMENT_APP: 'Payment app',
} as const;
export type Application = keyof typeof APPLICATIONS;

/** Default permissions by role; the list is held per user and may differ. */
export const ROLE_PERMISSIONS: Readonly<Record<UserRole, readonly Permission[]>> = {
  BACKOFFICE_ADMIN: ['READ_ANY_USER', 'READ_ANY_TRANSACTION', 'READ_ANY_PURCHASE'],
  BACKOFFICE_TECHNICAL: ['READ_ANY_USER', 'READ_ANY_TRANSACTION', 'READ_ANY_PURCHASE'],
  MERCHANT_ADMIN: [
    'READ_MERCHANT_TRANSACTION',
    'READ_MERCHANT_PURCHASE',
    'UPDATE_MY_MERCHANT',
    'READ_MERCHANT_EMPLOYEE',
    'UPDATE_MERCHANT_EMPLOYEE',
    'READ_MERCHANT_WIDGET',
    'CREATE_MERCHANT_WIDGET',
    'READ_MERCHANT_CERTIFICATE',
    'READ_MERCHANT_ORDER',
    'READ_MERCHANT_SHIPPING_METHOD',
    'CREATE_MERCHANT_SHIPPING_METHOD',
    'UPDATE_MERCHANT_SHIPPING_METHOD',
  ],
  MERCHANT_OPERATOR: [
    'READ_MERCHANT_TRANSACTION',
    'READ_MERCHANT_ORDER',
    'READ_MERCHANT_WIDGET',
    'READ_MERCHANT_SHIPPING_METHOD',
    'READ_MERCHANT_EMPLOYEE',
  ],
};

export const REVERSAL_ROLES: readonly UserRole[] = ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'];

/** How much at once somebody may give back; null: no limit (ADR 164). */
export interface Amounts {
  refundUpTo: number | null;
  reverseUpTo: number | null;
}

/**
 * A role of a firm's own as whoever has it meets it: what it leaves out of the role that it is made from
 * (ADR 163). It opens nothing; of it row-level security looks at the merchants alone.
 */
export interface OwnRole extends Amounts {
  id: string;
  name: string;
  lacks: readonly Right[];
  /** Of a role of the house: the merchants that it reaches, and of which alone anything is seen; null: all (ADR 182). */
  merchants?: readonly string[] | null;
  /** Roles of the specification that may no more than this one. */
  beneath: readonly UserRole[];
  /** The screens that it closes, by the names of their routes; what a console is told. */
  closes?: readonly string[];
}

/** Who asks: the part of a signed-in user that every rule may look at. */
export interface Actor {
  userId: string;
  userRole: UserRole;
  /** Those that are left by the own role too. */
  permissions: readonly Permission[];
  merchantId: string | null;
  /** None: one of the specification's, and nothing is left out. */
  role?: OwnRole | null;
}

/** True if the actor holds any one of the permissions (RO-07). */
export function holdsAny(actor: Pick<Actor, 'permissions'>, permissions: readonly Permission[]) {
  return permissions.some((permission) => actor.permissions.includes(permission));
}

/** The role and the ones it carries along. */
export function rolesOf(userRole: UserRole): Role[] {
  return userRole.startsWith('MERCHANT_') ? [userRole, 'MERCHANT_CONSOLE'] : [userRole];
}

/** The groups a column or field may be limited to (RO-08, AM-03, AM-58). */
export const AUDIENCES = {
  staff: (actor: Actor) => actor.permissions.includes('READ_ANY_USER'),
  technical: (actor: Actor) => actor.userRole === 'BACKOFFICE_TECHNICAL',
  merchant: (actor: Actor) => !actor.permissions.includes('READ_ANY_USER'),
  merchantAdmin: (actor: Actor) => actor.userRole === 'MERCHANT_ADMIN',
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Audience = keyof typeof AUDIENCES;

/** Who an audience is, in the words of the reference. */
export const AUDIENCE_WORDS: Readonly<Record<Audience, string>> = {
  staff: 'Staff',
  technical: 'BACKOFFICE_TECHNICAL',
  merchant: 'Merchants’ people',
  merchantAdmin: 'MERCHANT_ADMIN',
};

/** True if the actor belongs to the audience; no audience means everyone. */
export function isAudience(actor: Actor, audience: Audience | undefined) {
  return audience === undefined || AUDIENCES[audience](actor);
}

/** Which application the actor works in (AM-04). */
export function applicationOf(actor: Actor): Application {
  return AUDIENCES.staff(actor) ? 'BACKOFFICE' : 'MERCHANT_CONSOLE';
}

/** Route sets: any one of the permissions opens the routes of the set (AM-101). */
export const ROUTE_SETS = {
  TRANSACTION_DASHBOARD: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
  ADMIN_LEVEL: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
  WIDGET_VIEW: ['READ_MERCHANT_WIDGET'],
  WIDGET_ADD: ['CREATE_MERCHANT_WIDGET'],
  SHIPPING_LIST: ['READ_MERCHANT_SHIPPING_METHOD'],
  SHIPPING_ADD: ['CREATE_MERCHANT_SHIPPING_METHOD'],
  SHIPPING_VIEW: ['READ_MERCHANT_SHIPPING_METHOD', 'UPDATE_MERCHANT_SHIPPING_METHOD'],
  USER_DETAIL: ['READ_ANY_USER', 'READ_MERCHANT_EMPLOYEE'],
  CERT_ORDER_LOAN: ['READ_ANY_USER', 'READ_MERCHANT_CERTIFICATE', 'READ_MERCHANT_ORDER'],
  CERT_MENU: ['READ_MERCHANT_CERTIFICATE'],
  // a merchant's people's own; staff have a list of all
  OWN_LOANS: ['READ_MERCHANT_ORDER'],
  // whoever can ask for what waits for a second person
  APPROVALS: ['READ_ANY_USER', 'READ_MERCHANT_TRANSACTION'],
  THRESHOLDS: ['READ_ANY_USER', 'UPDATE_MY_MERCHANT'],
  ROLES: ['READ_ANY_USER', 'UPDATE_MERCHANT_EMPLOYEE'],
  // what was done at the own merchant, for its administrators
  OWN_AUDIT: ['UPDATE_MY_MERCHANT'],
  BACKOFFICE: ['READ_ANY_USER'],
} as const satisfies Record<string, readonly Permission[]>;

export type RouteSet = keyof typeof ROUTE_SETS;
