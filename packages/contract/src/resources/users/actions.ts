import { fullName } from '../../kernel/full-name.ts';
import { recordAction } from '../../kernel/record.ts';
import {
  ROLES,
  USER_STATUSES,
  type Actor,
  type UserRole,
  type UserStatus,
} from '../../permissions.ts';
import { covers } from '../../holdings.ts';
import type { GivenRight } from '../../rights.ts';
import {
  changedFields,
  changesPeople,
  changesRoles,
  isAdmin,
  personFields,
  removesPeople,
} from './fields.ts';

/** What the rules look at. */
export interface PersonState {
  id: string;
  status: { name: UserStatus };
  userRole: UserRole;
  merchantId: string | null;
  onlyAdmin: boolean;
  roleId: string | null;
  roleRights: GivenRight[] | null;
  roleRefundUpTo: number | null;
  roleReverseUpTo: number | null;
}

/** What their questions are asked with. */
export type Person = PersonState & { firstName: string; lastName: string; email: string };

export const isSelf = ({ id }: PersonState, actor: Actor) => id === actor.userId;

const ABOVE = 'Only an administrator can change an administrator';
export const BEYOND = 'Your own role leaves out some of what this person may do';
const NO_EMPLOYEE = 'Only a merchant’s employees can be changed here';

export const lastAdmin = ({ merchantId }: PersonState) =>
  `The ${merchantId === null ? 'back office' : 'merchant'} would be left without an administrator`;

const wordsOf = ({ status }: PersonState) => USER_STATUSES[status.name].toLowerCase();

export const refuseAlways = (user: PersonState, actor: Actor): string | null =>
  user.status.name === 'DEACTIVATED'
    ? 'A deactivated person can’t be changed'
    : !isSelf(user, actor) && isAdmin(user) && !isAdmin(actor)
      ? ABOVE
      : isSelf(user, actor) || covers(actor, user)
        ? null
        : BEYOND;

const unless = (expected: readonly UserStatus[], what: string) => (user: PersonState) =>
  expected.includes(user.status.name) ? null : `Only ${what}; this one is ${wordsOf(user)}`;

const activated = unless(['ACTIVATED'], 'an activated person can be blocked');
const blocked = unless(['BLOCKED', 'BLOCKED_SELF'], 'a blocked person can be activated');
const invited = unless(['NOT_ACTIVATED'], 'a person who is not activated yet can be invited');

export const nameOf = ({ firstName, lastName }: Person) => fullName(firstName, lastName);

/** Which role stands beside this one: the administrator's, and the other. */
const ADMINS: Readonly<Record<UserRole, UserRole>> = {
  BACKOFFICE_ADMIN: 'BACKOFFICE_ADMIN',
  BACKOFFICE_TECHNICAL: 'BACKOFFICE_ADMIN',
  MERCHANT_ADMIN: 'MERCHANT_ADMIN',
  MERCHANT_OPERATOR: 'MERCHANT_ADMIN',
};
const OTHERS: Readonly<Record<UserRole, UserRole>> = {
  BACKOFFICE_ADMIN: 'BACKOFFICE_TECHNICAL',
  BACKOFFICE_TECHNICAL: 'BACKOFFICE_TECHNICAL',
  MERCHANT_ADMIN: 'MERCHANT_OPERATOR',
  MERCHANT_OPERATOR: 'MERCHANT_OPERATOR',
};
export const grantedRole = ({ userRole }: Pick<PersonState, 'userRole'>) => ADMINS[userRole];
export const revokedRole = ({ userRole }: Pick<PersonState, 'userRole'>) => OTHERS[userRole];

/** Whose calls for employees alone are: staff are changed by their own. */
export const whyNoEmployee = ({ merchantId }: Pick<PersonState, 'merchantId'>): string | null =>
  merchantId === null ? NO_EMPLOYEE : null;

/** Whoever is to have the role of one, by which call ever. */
export const administrator = ({ userRole }: Readonly<Record<string, unknown>>) =>
  isAdmin({ userRole: userRole as UserRole }) ? 'ADMINISTRATOR' : null;

/** Who it is that becomes one: whoever agrees to Ana agrees to nobody else's mailbox, nor to Ben. */
export const whoItIs = ({ firstName, lastName, email }: Person) => [firstName, lastName, email];

/** Whoever gets an administrator's mail becomes them: another address is another person. */
export const administratorsAddress = (
  { email }: Readonly<Record<string, unknown>>,
  person: Person,
) =>
  isAdmin(person) &&
  typeof email === 'string' &&
  email.trim().toLowerCase() !== person.email.toLowerCase()
    ? 'ADMINISTRATOR'
    : null;

export const updateUser = recordAction<Person, typeof changedFields>({
  label: 'Edit',
  summary:
    'Change what is written about a person; role and status stay. Another email asks for the own password or second factor, and counts once that address has confirmed it by link; of who is not activated yet it changes at once, and a new invitation goes to it',
  serves: 'EM-02, EM-22, SB-24, AM-120',
  asks: changesPeople,
  audited: 'UPDATE',
  whyNot: (user, _now, actor) => refuseAlways(user, actor),
  fields: changedFields,
  fieldsOf: ({ merchantId }) => (merchantId === null ? changedFields : personFields),
  sensitive: 'ADDRESSES',
  secondPerson: { kind: administratorsAddress, proven: true },
  dialog: {
    title: (user) => `Edit ${nameOf(user)}`,
    consequence: ({ status }) =>
      status.name === 'NOT_ACTIVATED'
        ? 'With another email address the invitation sent so far opens nothing any more, and a new one goes to that address.'
        : 'Another email address asks for your password, and takes effect once it is confirmed by the link mailed to it. The old one is notified.',
    submit: 'Save changes',
  },
  success: 'User successfully updated.',
});

/** AM-120: the change of the address that waits for its confirmation. */
export const withdrawEmail = recordAction<PersonState>({
  label: 'Withdraw',
  summary: 'Withdraw the change of an address that waits for its confirmation',
  serves: 'AM-120',
  asks: changesPeople,
  audited: 'WITHDRAW_EMAIL_CHANGE',
  whyNot: (user, _now, actor) => refuseAlways(user, actor),
  sensitive: 'RIGHTS',
  success: 'The change was withdrawn.',
});

export const blockUser = recordAction<Person>({
  label: 'Block',
  summary: 'Block a user: their sessions end at once',
  serves: 'API-14, EM-19, EM-26, SB-20',
  asks: changesPeople,
  audited: 'BLOCK',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isSelf(user, actor) ? 'You can’t block yourself' : activated(user)) ??
    (user.onlyAdmin ? lastAdmin(user) : null),
  sensitive: 'RIGHTS',
  danger: true,
  dialog: {
    title: (user) => `Block ${nameOf(user)}?`,
    consequence:
      'They are signed out everywhere at once and can’t sign in until somebody activates them again.',
    submit: (user) => `Block ${nameOf(user)}`,
  },
  success: 'User was blocked successfully.',
  did: (_after, before) => `${nameOf(before)} is signed out everywhere.`,
});

export const activateUser = recordAction<Person>({
  label: 'Activate',
  summary: 'Activate a blocked user',
  serves: 'API-15, EM-20, EM-21, EM-27, SB-21',
  asks: changesPeople,
  audited: 'ACTIVATE',
  whyNot: (user, _now, actor) => refuseAlways(user, actor) ?? blocked(user),
  sensitive: 'RIGHTS',
  primary: true,
  dialog: {
    title: (user) => `Activate ${nameOf(user)}?`,
    consequence: 'They can sign in again with the password they have.',
    submit: (user) => `Activate ${nameOf(user)}`,
  },
  success: 'User was activated successfully.',
  did: (_after, before) => `${nameOf(before)} can sign in again.`,
});

export const resendInvitation = recordAction<Person>({
  label: 'Send invitation email',
  summary: 'Send a new invitation; older ones are void',
  serves: 'API-16, EM-22, SB-22',
  asks: changesPeople,
  audited: 'RESEND_INVITATION',
  whyNot: (user, _now, actor) => refuseAlways(user, actor) ?? invited(user),
  sensitive: 'RIGHTS',
  primary: true,
  dialog: {
    title: (user) => `Send an invitation to ${nameOf(user)}?`,
    consequence: ({ email }) =>
      `A mail with a new link goes to ${email}. The links that were sent before open nothing any more.`,
    submit: 'Send invitation email',
  },
  success: 'Invitation was sent successfully.',
});

export const endUserSessions = recordAction<Person>({
  label: 'End sessions',
  summary: 'End all sessions of a person, who signs in anew',
  serves: 'SB-01, SB-20, SB-46',
  asks: changesPeople,
  audited: 'END_SESSIONS',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isSelf(user, actor)
      ? 'Your own sessions stand in your profile'
      : user.status.name === 'ACTIVATED' || user.status.name === 'BLOCKED_SELF'
        ? null
        : `Nobody is signed in with an account that is ${wordsOf(user)}`),
  sensitive: 'RIGHTS',
  dialog: {
    title: (user) => `End the sessions of ${nameOf(user)}?`,
    consequence:
      'They are signed out everywhere at once, and can sign in again. What they had typed and not saved is lost.',
    submit: 'End sessions',
  },
  success: 'Sessions were ended successfully.',
});

export const revokeRole = recordAction<Person>({
  label: 'Revoke administrator role',
  summary: 'Take the role of an administrator, of a merchant or of the back office',
  serves: 'EM-31, EM-33, SB-26',
  asks: changesRoles,
  audited: 'REVOKE_ROLE',
  // with no question: the specification lists every prompt (AM-99)
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isSelf(user, actor)
      ? 'You can’t revoke your own role'
      : isAdmin(user)
        ? user.onlyAdmin
          ? lastAdmin(user)
          : null
        : 'Only an administrator can have the role revoked'),
  sensitive: 'RIGHTS',
  success: 'Role was revoked successfully.',
});

export const grantRole = recordAction<Person>({
  label: 'Grant administrator role',
  summary: 'Make somebody an administrator, of their merchant or of the back office',
  serves: 'EM-32, EM-33, SB-26',
  asks: changesRoles,
  audited: 'GRANT_ROLE',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isAdmin(user) ? `This one is a ${ROLES[user.userRole]} already` : null),
  sensitive: 'RIGHTS',
  secondPerson: { kind: 'ADMINISTRATOR', version: whoItIs },
  success: 'Role was granted successfully.',
});

export const deleteEmployee = recordAction<Person>({
  label: 'Delete',
  summary: 'Delete a person, who is kept as deactivated for the records',
  serves: 'EM-28..30, AM-43, SB-25',
  asks: removesPeople,
  audited: 'DELETE',
  whyNot: (user, _now, actor) =>
    refuseAlways(user, actor) ??
    (isSelf(user, actor) ? 'You can’t delete yourself' : user.onlyAdmin ? lastAdmin(user) : null),
  sensitive: 'RIGHTS',
  danger: true,
  dialog: {
    title: (user) => `Delete ${nameOf(user)}?`,
    consequence: ({ merchantId }) =>
      `They are signed out at once${merchantId === null ? '' : ' and leave the list of employees'}; the address can be used again. This can’t be undone.`,
    submit: (user) => `Delete ${nameOf(user)}`,
  },
  success: 'Employee deleted successfully.',
});
