import { PERMISSIONS, type Actor, type Permission, type UserRole } from './permissions.ts';
import { RIGHT_GROUPS, type RightDefinition, type RightGroup } from './rights/definition.ts';
import { HOUSE_RIGHTS } from './rights/house.ts';
import { PARTNERS_RIGHTS } from './rights/partners.ts';
import { PAYMENTS_RIGHTS } from './rights/payments.ts';

export const RIGHTS = { ...PAYMENTS_RIGHTS, ...PARTNERS_RIGHTS, ...HOUSE_RIGHTS };

/** `RESERVED`: what decides who gets in at all, which no role of a firm's own ever holds. */
export type Right = keyof typeof RIGHTS | 'RESERVED';
export type GivenRight = keyof typeof RIGHTS;

export const rightsInOrder = Object.keys(RIGHTS) as GivenRight[];
export const RIGHT_WORDS = Object.fromEntries(
  Object.entries(RIGHTS).map(([right, { label }]) => [right, label]),
) as Readonly<Record<GivenRight, string>>;
export const definitionOf = (right: GivenRight): RightDefinition => RIGHTS[right];

/** Those of these rights by their groups, the groups that are empty left out. */
export const groupedRights = (
  rights: readonly GivenRight[],
): { group: RightGroup; title: string; of: GivenRight[] }[] =>
  (Object.keys(RIGHT_GROUPS) as RightGroup[])
    .map((group) => ({
      group,
      title: RIGHT_GROUPS[group],
      of: rightsInOrder.filter(
        (right) => rights.includes(right) && definitionOf(right).group === group,
      ),
    }))
    .filter(({ of }) => of.length);

/** As screens have them: in the order of the rights that they carry, and what carries none at the end. */
export const permissionsInOrder = (): Permission[] => [
  ...new Set([
    ...groupedRights(rightsInOrder).flatMap(({ of }) =>
      of.flatMap((right) => definitionOf(right).carries ?? []),
    ),
    ...(Object.keys(PERMISSIONS) as Permission[]),
  ]),
];

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

/** Whether it can be of some merchants alone; what tells of all at once, or of the house, can't. */
export const isOfMerchants = (right: GivenRight): boolean =>
  definitionOf(right).ofMerchants === true;

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

/** What somebody can do (RO-07): what their role holds, less what is nothing without a permission that they have not. */
export function rightsHeld({
  userRole,
  permissions,
  roleRights,
}: {
  userRole: UserRole;
  permissions: readonly Permission[];
  /** Of a role of a firm's own. */
  roleRights?: readonly GivenRight[] | null | undefined;
}): GivenRight[] {
  const held = new Set(
    rightsOf(userRole).filter((right) => {
      const { carries } = definitionOf(right);
      return (
        (!roleRights || roleRights.includes(right)) &&
        (!carries || carries.some((one) => permissions.includes(one)))
      );
    }),
  );
  const stands = (right: GivenRight): boolean => {
    const { needs } = definitionOf(right);
    return held.has(right) && (!needs || stands(needs as GivenRight));
  };
  return [...held].filter(stands);
}

/** The screens that are closed by what a role leaves out. */
export const closedBy = (lacks: readonly Right[]): string[] => [
  'sso-connections',
  ...rightsInOrder.flatMap((right) =>
    lacks.includes(right) ? (definitionOf(right).routes ?? []) : [],
  ),
];
