import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';

interface Person {
  userRole?: UserRole | undefined;
  roleName?: string | null | undefined;
}

/** By the name that the firm has given it, where it is one of its own. */
export const userRole = {
  cell: ({ userRole: role, roleName }: Person) => roleName ?? (role ? ROLES[role] : ''),
};

/** Where the room goes: to the address, and to the longest status. */
export const peopleColumns = {
  firstName: { width: 128 },
  lastName: { width: 104 },
  phoneNumber: { width: 132 },
  position: { width: 112 },
  status: { width: 204 },
  // the longer of the two that a merchant's people have
  userRole: { ...userRole, width: 164 },
} as const;
