import * as z from 'zod';
import { AMOUNTS, amountNames, counts } from '../amounts.ts';
import { covers, holdingOf } from '../holdings.ts';
import { namedId } from '../kernel/body.ts';
import { anyOf, endpoints, listEndpoint, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { ROLES, type Actor, type Amounts, type UserRole } from '../permissions.ts';
import type { Requirements } from '../policy.ts';
import {
  isOfMerchants,
  rightsInOrder,
  rightsOf,
  RIGHT_WORDS,
  RIGHTS,
  type GivenRight,
} from '../rights.ts';

/** Roles of a firm's own, each made from one of the specification's by leaving something out (ADR 163). */
export const roles = resource({
  slug: 'roles',
  title: 'Roles',
  path: '/api/roles',
  read: ['READ_ANY_USER', 'UPDATE_MERCHANT_EMPLOYEE'],
  scope: 'merchant',
  created: 'createdDate',
  order: { key: 'name', direction: 'ASC' },
  serves: 'SB-46',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    name: { label: 'Name', kind: 'text', sort: true },
    base: { label: 'Based on', kind: 'choice', sort: true, enumeration: ROLES },
    people: { label: 'People', kind: 'number', sort: true },
    description: { label: 'Description', kind: 'text', nullable: true, sort: true },
    merchantName: {
      label: 'Merchant',
      kind: 'text',
      sort: true,
      nullable: true,
      visibleTo: 'staff',
    },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: 'screen' },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, nullable: true },
  },
});

const MOST = 9_999_999.99;
/** So many merchants a role of the house can name. */
export const MOST_MERCHANTS = 100;

const named = {
  name: {
    label: 'Name',
    kind: 'text',
    required: true,
    maxLength: 50,
    unique: 'There is a role of this name',
    alike: true,
  },
  description: { label: 'Description', kind: 'textarea', maxLength: 255 },
  refundUpTo: { label: AMOUNTS.refundUpTo.label, kind: 'amount', min: 0.01, max: MOST },
  reverseUpTo: { label: AMOUNTS.reverseUpTo.label, kind: 'amount', min: 0.01, max: MOST },
} as const satisfies Fields;

const { name, description, ...upTo } = named;
export const roleFields = {
  name,
  description,
  base: { label: 'Based on', kind: 'choice', required: true, enumeration: ROLES },
  ...upTo,
} as const satisfies Fields;

interface RoleState extends Amounts {
  id: string;
  merchants?: readonly string[];
  name: string;
  base: UserRole;
  rights: GivenRight[];
  people: number;
}

const asks = [
  { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'ROLES' },
  { anyOf: ['UPDATE_MERCHANT_EMPLOYEE'], roles: ['MERCHANT_ADMIN'], right: 'ROLES' },
] as const satisfies Requirements;

const shared = { serves: 'SB-46, EM-33', asks, sensitive: 'RIGHTS' } as const;

/** Why somebody may not touch this one: that it is theirs, or that it holds what they do not. */
export const whyNotTouch = (role: RoleState, actor: Actor): string | null =>
  actor.role?.id === role.id
    ? 'It is your own role: another administrator changes it'
    : covers(actor, holdingOf(role))
      ? null
      : 'It holds more than your own role does';

/** What a set of rights lacks to be one. */
export function whyNotRights(base: UserRole, given: readonly GivenRight[]): string | null {
  const possible = rightsOf(base);
  const beyond = given.find((right) => !possible.includes(right));
  if (beyond) return `“${RIGHTS[beyond].label}”: no ${ROLES[base]} can do this`;
  for (const right of given) {
    const { label, needs } = RIGHTS[right] as { label: string; needs?: GivenRight };
    if (needs && !given.includes(needs))
      return `“${label}” is nothing without “${RIGHTS[needs].label}”`;
  }
  return null;
}

/** Why a role that reaches some merchants alone can't hold one of these (ADR 182). */
export function whyNotOfMerchants(given: readonly GivenRight[]): string | null {
  const wide = given.find((right) => !isOfMerchants(right));
  return wide
    ? `“${RIGHTS[wide].label}” is of all merchants at once: a role of some merchants can’t hold it`
    : null;
}

interface Checked {
  base?: UserRole;
  rights?: GivenRight[];
  merchants?: string[];
}

const check = (values: Readonly<Record<string, unknown>>, role: RoleState | null) => {
  const given = values as Checked;
  const { base = role?.base, rights, merchants = role?.merchants ?? [] } = given;
  const wrong = base && rights ? whyNotRights(base, rights) : null;
  const wide = rights && merchants.length ? whyNotOfMerchants(rights) : null;
  const refused: Record<string, string> = {};
  if (wrong ?? wide) refused['rights'] = (wrong ?? wide)!;
  if (merchants.length && base?.startsWith('MERCHANT_'))
    refused['merchants'] = 'Your people reach your own merchant alone: name none';
  for (const name of rights ? amountNames : [])
    if (values[name] && !counts(name, rights!))
      refused[name] = `Nobody of this role ${AMOUNTS[name].does} anything: leave it empty`;
  return refused;
};

const schemas = () => ({
  rights: z
    .array(z.enum(rightsInOrder as [GivenRight, ...GivenRight[]]))
    .max(rightsInOrder.length)
    .refine((given) => new Set(given).size === given.length, 'Each once'),
  merchants: z
    .array(namedId())
    .max(MOST_MERCHANTS)
    .refine((given) => new Set(given).size === given.length, 'Each once')
    .optional(),
});
type Nested = ReturnType<typeof schemas>;

export const createRole = recordAction<unknown, typeof roleFields, Nested>({
  ...shared,
  label: 'New role',
  summary:
    'Make a role out of one of the specification’s by saying what is left of it. Nobody puts in what their own role leaves out',
  audited: 'CREATE_ROLE',
  whyNot: () => null,
  fields: roleFields,
  nested: ['rights', 'merchants'],
  check: (values) => check(values, null),
  success: 'Role created successfully',
});

export const updateRole = recordAction<RoleState, typeof named, Nested>({
  ...shared,
  label: 'Save role',
  summary: 'Change a role: it counts for everybody who has it from their next call on',
  audited: 'UPDATE_ROLE',
  whyNot: (role, _now, actor) => whyNotTouch(role, actor),
  looksAt: 'rights',
  fields: named,
  nested: ['rights', 'merchants'],
  check: (values, role) => check(values, role),
  success: 'Role updated successfully',
});

const deleteRole = recordAction<RoleState>({
  ...shared,
  label: 'Delete',
  summary: 'Delete a role that nobody has',
  audited: 'DELETE_ROLE',
  looksAt: 'people',
  whyNot: (role, _now, actor) =>
    whyNotTouch(role, actor) ??
    (role.people === 0
      ? null
      : role.people === 1
        ? 'One person has it: give them another first'
        : `${role.people} people have it: give them another first`),
  dialog: {
    title: ({ name }) => `Delete “${name}”?`,
    consequence: 'Nobody has it. What it was stays in the audit log.',
    submit: ({ name }) => `Delete “${name}”`,
  },
  danger: true,
  success: 'Role deleted successfully',
});

export const role = record({
  of: roles,
  name: 'Role',
  entity: 'ROLE',
  one: {
    path: '/api/roles/{id}',
    summary: 'One role, and what it holds',
    serves: 'SB-46',
    history: 'AT-01, SB-46',
  },
  fields: {
    rights: {
      label: 'Rights',
      kind: 'choice',
      many: true,
      enumeration: RIGHT_WORDS,
    },
    refundUpTo: { label: AMOUNTS.refundUpTo.label, kind: 'amount', nullable: true },
    reverseUpTo: { label: AMOUNTS.reverseUpTo.label, kind: 'amount', nullable: true },
    merchants: { label: 'Merchants it reaches', kind: 'id', many: true },
    merchantNames: { label: 'Their names', kind: 'text', many: true },
    // of very many people those that come first
    peopleIds: { label: 'Who has it', kind: 'id', many: true },
    peopleNames: { label: 'Their names', kind: 'text', many: true },
    createdBy: { label: 'Created by', kind: 'text', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  },
  shown: {},
  actions: {
    'POST /api/roles': createRole,
    'PUT /api/roles/{id}': updateRole,
    'DELETE /api/roles/{id}': deleteRole,
  },
});
export type Role = RecordOf<typeof role>;

/** Everybody who may sign in, by what they may do. */
export interface Holding extends Amounts {
  /** Null: the specification's own, whole. */
  id: string | null;
  name: string;
  base: UserRole;
  rights: GivenRight[];
  /** The names of those that it reaches; none: all. */
  merchants: string[];
  people: { id: string; name: string }[];
  /** Of them a few are named. */
  count: number;
}

export const roleEndpoints = endpoints(() => ({
  'GET /api/roles': listEndpoint(roles),
  ...recordEndpoints(role, schemas()),
  'GET /api/rights': {
    summary: 'Who can do what: every role of the own side, what it holds and who has it',
    serves: 'SB-46, RO-07',
    tag: 'Roles',
    access: anyOf('READ_ANY_USER', 'UPDATE_MERCHANT_EMPLOYEE'),
    scope: 'merchant',
    answer: z.array(
      z.strictObject({
        id: uuid().nullable(),
        name: z.string(),
        base: z.enum(Object.keys(ROLES) as UserRole[]),
        rights: z.array(z.enum(rightsInOrder as [GivenRight, ...GivenRight[]])),
        refundUpTo: z.number().nullable(),
        reverseUpTo: z.number().nullable(),
        merchants: z.array(z.string()),
        people: z.array(z.strictObject({ id: uuid(), name: z.string() })),
        count: z.int(),
      }),
    ) as z.ZodType<Holding[]>,
  },
}));
