import * as z from 'zod';
import { endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import {
  PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
  type UserRole,
} from '../../permissions.ts';

/** Where the own user stands with two-factor sign-in. */
export interface MySecondFactor {
  on: boolean;
  /** Must be on before anything else is done. */
  required: boolean;
  /** Until when this session is asked for no further code. */
  stepUpUntil: string | null;
  recoveryCodesLeft: number;
}

/** Own user (API-07); `roles` is userRole and what it carries along (AM-02). */
export interface Me {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  position: string | null;
  description: string | null;
  userRole: UserRole;
  roles: Role[];
  userPermissions: Permission[];
  status: { name: string; description: string };
  merchantId: string | null;
  merchantName: string | null;
  passwordExpired: boolean;
  secondFactor: MySecondFactor;
  createdDate: string;
}

export const profileEndpoints = endpoints(() => ({
  'GET /api/users/me': {
    summary: 'Own user',
    serves: 'API-07, API-107, SH-28',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
    beforeSecondFactor: true,
    answer: z.strictObject({
      id: uuid(),
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      phoneNumber: z.string().nullable(),
      position: z.string().nullable(),
      description: z.string().nullable(),
      userRole: z.enum(Object.keys(ROLES) as UserRole[]),
      roles: z.array(z.string()),
      userPermissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
      status: z.strictObject({ name: z.string(), description: z.string() }),
      merchantId: uuid().nullable(),
      merchantName: z.string().nullable(),
      passwordExpired: z.boolean(),
      secondFactor: z.strictObject({
        on: z.boolean(),
        required: z.boolean(),
        stepUpUntil: instant().nullable(),
        recoveryCodesLeft: z.int(),
      }),
      createdDate: instant(),
    }) as unknown as z.ZodType<Me>,
  },
}));
