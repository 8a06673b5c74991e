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
  firstName: { width: 152 },
  lastName: { width: 96 },
  phoneNumber: { width: 120 },
  position: { width: 112 },
  status: { width: 204 },
  // the longer of the two that a merchant's people have
  userRole: { ...userRole, width: 160 },
} as const;
