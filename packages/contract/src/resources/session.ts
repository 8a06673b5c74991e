import * as z from 'zod';
import { bodyOf, endpoints, instant, uuid } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { PERMISSIONS, ROLES, type Permission, type Role, type UserRole } from '../permissions.ts';

export const loginFields = {
  username: {
    label: 'Email address',
    kind: 'text',
    required: true,
    requiredMessage: 'Please input username',
  },
  password: {
    label: 'Password',
    kind: 'password',
    required: true,
    requiredMessage: 'Please input your password',
  },
} as const satisfies Fields;

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
  createdDate: string;
}

export const sessionEndpoints = endpoints(() => ({
  'POST /api/login': {
    summary: 'Sign in',
    tag: 'Session',
    alsoAnswers: { 401: 'Not a person who may sign in, or not their password.' },
    serves: 'API-02, NG-25, SB-07',
    access: 'public',
    scope: 'self',
    body: bodyOf({
      ...loginFields,
      timezone: { label: 'Time zone', kind: 'text', maxLength: 64 },
    }),
    answer: z.strictObject({
      token: z.string(),
      userId: uuid(),
      passwordExpired: z.boolean(),
      expiresIn: z.int(),
    }),
  },
  'POST /api/logout': {
    summary: 'Sign out: the token is refused from now on',
    tag: 'Session',
    serves: 'AM-60, SB-14',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
    answer: z.strictObject({}),
  },
  'GET /api/users/me': {
    summary: 'Own user',
    serves: 'API-07, API-107, SH-28',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
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
      createdDate: instant(),
    }) as unknown as z.ZodType<Me>,
  },
}));
