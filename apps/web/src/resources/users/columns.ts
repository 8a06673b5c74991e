import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';

interface Person {
  userRole?: UserRole | undefined;
  roleName?: string | null | undefined;
}

/** By the name that the firm has given it, where it is one of its own. */
const roleWords = ({ userRole: role, roleName }: Person) => roleName ?? (role ? ROLES[role] : '');

/** As wide as its words, whichever firm named it. */
export const userRole = { cell: roleWords, words: roleWords };

/** Where the room goes: to the address, the role and the longest status. */
export const peopleColumns = {
  firstName: { width: 150 },
  lastName: { width: 96 },
  phoneNumber: { width: 118 },
  position: { width: 108 },
  status: { width: 204 },
  userRole,
} as const;
