import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  holdsAny,
  type Actor,
  type Permission,
  type UserRole,
} from './permissions.ts';
import type { Right } from './rights.ts';

/** What something asks of a person: any one of the permissions (RO-07), and one of the roles. Nothing asks nothing. */
export interface Requirement {
  anyOf?: readonly Permission[] | undefined;
  roles?: readonly UserRole[] | undefined;
  /** And nothing that a role of a firm's own leaves out (ADR 163). */
  right?: Right | null | undefined;
}

/** One requirement, or several of which one is enough: staff by their role, a merchant's people by a permission. */
export type Requirements = Requirement | readonly Requirement[];

/** Whether, and why not: menu, route, button and API ask the same question. */
export type Decision =
  | { allowed: true }
  | {
      allowed: false;
      reason: string;
      /** The permissions of which one would do, those alone that people of this kind hold at all. */
      missing: readonly Permission[];
      /** Whom to ask for it. */
      ask: string;
    };

type Holder = Pick<Actor, 'userRole' | 'permissions' | 'role'>;

/** The one answer to 'may this person?' (NG-10, RO-07); what the record's state forbids is another question. */
export function decide(actor: Holder, asked: Requirements): Decision {
  const decisions = [asked].flat().map((one) => [one, decideOne(actor, one)] as const);
  const allowed = decisions.find(([, decision]) => decision.allowed);
  // what is asked of people of their own side is what they can do something about
  const own = decisions.find(([{ roles }]) => !roles || kindred(actor, roles).length);
  return (allowed ?? own ?? decisions[0]!)[1];
}

function decideOne(actor: Holder, { anyOf, roles, right }: Requirement): Decision {
  if (anyOf && !holdsAny(actor, anyOf))
    return leftOut(actor, anyOf.some(ofRole(actor))) ?? refuse(actor, anyOf);
  if (roles && !roles.includes(actor.userRole)) {
    const holders = kindred(actor, roles);
    return {
      allowed: false,
      missing: [],
      reason: `Only ${either(roles.map((role) => `a ${ROLES[role]}`))} may do this; you are a ${ROLES[actor.userRole]}.`,
      ask: holders.length ? askFor(holders) : OTHER_SIDE[sideOf(actor.userRole)],
    };
  }
  return leftOut(actor, right ? actor.role?.lacks.includes(right) : false) ?? { allowed: true };
}

const ofRole =
  ({ userRole }: Holder) =>
  (permission: Permission) =>
    ROLE_PERMISSIONS[userRole].includes(permission);

/** What the role that theirs is made from has, and theirs has not. */
const leftOut = ({ userRole, role }: Holder, out: boolean | undefined): Decision | null =>
  role && out
    ? {
        allowed: false,
        missing: [],
        reason: `Your role “${role.name}” leaves this out.`,
        ask: `It can be put in: ask ${administratorOf(userRole)}.`,
      }
    : null;

const administratorOf = (role: UserRole) =>
  sideOf(role) === 'MERCHANT' ? 'an administrator of your merchant' : 'a back office administrator';

/** True and nothing more, for what only shows or hides. */
export const isAllowed = (actor: Holder, asked: Requirements) => decide(actor, asked).allowed;

type Side = 'BACKOFFICE' | 'MERCHANT';
const sideOf = (role: UserRole): Side => (role.startsWith('MERCHANT_') ? 'MERCHANT' : 'BACKOFFICE');

const OTHER_SIDE: Readonly<Record<Side, string>> = {
  MERCHANT: 'It belongs to the back office of your payment provider; nobody at a merchant has it.',
  BACKOFFICE: 'It belongs to the people of a merchant; staff have their own screens for it.',
};

/** Roles of the same side, the only ones that this person could be given. */
const kindred = (actor: Holder, roles: readonly UserRole[]) =>
  roles.filter((role) => sideOf(role) === sideOf(actor.userRole));

function refuse(actor: Holder, anyOf: readonly Permission[]): Decision {
  const everyRole = Object.keys(ROLES) as UserRole[];
  const holders = kindred(
    actor,
    everyRole.filter((role) => holdsAny({ permissions: ROLE_PERMISSIONS[role] }, anyOf)),
  );
  const within = anyOf.filter((permission) =>
    holders.some((role) => ROLE_PERMISSIONS[role].includes(permission)),
  );
  const missing = within.length ? within : anyOf;
  return {
    allowed: false,
    missing: within,
    // the code behind the words, for whoever gives it; a screen sets it apart from the sentence
    reason: `You need the permission to ${either(missing.map(inWords))} (${either(missing)}).`,
    ask: holders.length ? askFor(holders) : OTHER_SIDE[sideOf(actor.userRole)],
  };
}

/** 'read the employees of your own merchant' */
const inWords = (permission: Permission) =>
  PERMISSIONS[permission].replace(/^./, (first) => first.toLowerCase()).replace('their', 'your');

const askFor = (holders: readonly UserRole[]) =>
  `Every ${either(holders.map((role) => ROLES[role]))} has it: ask ${administratorOf(holders[0]!)}.`;

function either(words: readonly string[]): string {
  return words.length < 2
    ? (words[0] ?? '')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
}
