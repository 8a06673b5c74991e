import * as z from 'zod';
import { editOf, endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import {
  PERMISSIONS,
  ROLES,
  type OwnRole,
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
  /** An authenticator app is one. */
  app: boolean;
  /** How many passkeys are. */
  passkeys: number;
}

/** Own user (API-07); `roles` is userRole and what it carries along (AM-02). */
export interface Me {
  id: string;
  email: string;
  /** What it is to be once that address has confirmed it by link (AM-120). */
  pendingEmail: string | null;
  firstName: string;
  lastName: string;
  phoneNumber: string | null;
  position: string | null;
  description: string | null;
  userRole: UserRole;
  roles: Role[];
  /** Those that are left by the own role. */
  userPermissions: Permission[];
  /** One of the firm's own, and what it leaves out. */
  role: OwnRole | null;
  /** As whom the console is looked at; null: as oneself. */
  viewing: { name: string } | null;
  status: { name: string; description: string };
  merchantId: string | null;
  merchantName: string | null;
  passwordExpired: boolean;
  secondFactor: MySecondFactor;
  createdDate: string;
}

/** What a person changes of themselves (AU-37..40); the email stands in the form and can't be changed (AM-72). */
export const profileFields = {
  firstName: { label: 'First name', kind: 'text', required: true, maxLength: 25 },
  lastName: { label: 'Last name', kind: 'text', required: true, maxLength: 25 },
  phoneNumber: { label: 'Phone', kind: 'text', required: true, maxLength: 20 },
  email: { label: 'Email', kind: 'email', required: true, maxLength: 254, readOnly: true },
} as const satisfies Fields;

/** The own merchant as an employee sees it (API-09). */
export interface Company {
  companyName: string;
  position: string | null;
  role: UserRole;
}

const READ_ONLY: readonly (keyof Me)[] = [
  'id',
  'pendingEmail',
  'position',
  'description',
  'userRole',
  'roles',
  'userPermissions',
  'role',
  'viewing',
  'status',
  'merchantId',
  'merchantName',
  'passwordExpired',
  'secondFactor',
  'createdDate',
];

const meSchema = () =>
  z.strictObject({
    id: uuid(),
    email: z.string(),
    pendingEmail: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    position: z.string().nullable(),
    description: z.string().nullable(),
    userRole: z.enum(Object.keys(ROLES) as UserRole[]),
    roles: z.array(z.string()),
    userPermissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
    role: z
      .strictObject({
        id: uuid(),
        name: z.string(),
        lacks: z.array(z.string()),
        beneath: z.array(z.string()),
        closes: z.array(z.string()),
        merchants: z.array(uuid()).nullable(),
        refundUpTo: z.number().nullable(),
        reverseUpTo: z.number().nullable(),
      })
      .nullable(),
    viewing: z.strictObject({ name: z.string() }).nullable(),
    status: z.strictObject({ name: z.string(), description: z.string() }),
    merchantId: uuid().nullable(),
    merchantName: z.string().nullable(),
    passwordExpired: z.boolean(),
    secondFactor: z.strictObject({
      on: z.boolean(),
      required: z.boolean(),
      stepUpUntil: instant().nullable(),
      recoveryCodesLeft: z.int(),
      app: z.boolean(),
      passkeys: z.int(),
    }),
    createdDate: instant(),
  }) as z.ZodType<Me>;

export const profileEndpoints = endpoints(() => ({
  'GET /api/users/me': {
    summary: 'Own user',
    serves: 'API-07, API-107, SH-28',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
    beforeSecondFactor: true,
    answer: meSchema(),
  },
  'PUT /api/users/me': {
    summary: 'Change the own names and phone number',
    serves: 'API-08, SB-13, AM-72',
    access: 'authenticated',
    scope: 'self',
    body: editOf(profileFields, READ_ONLY),
    answer: meSchema(),
  },
  'GET /api/users/me/company': {
    summary: 'The own merchant, position and role',
    serves: 'API-09, AU-33',
    alsoAnswers: { 404: 'Of somebody who belongs to no merchant.' },
    access: 'authenticated',
    scope: 'self',
    answer: z.strictObject({
      companyName: z.string(),
      position: z.string().nullable(),
      role: z.enum(Object.keys(ROLES) as UserRole[]),
    }) as z.ZodType<Company>,
  },
  'GET /api/users/me/avatar': {
    summary: 'The own picture as a data URL, looked up by a hash of the email; null without one',
    serves: 'SH-29, AM-50',
    access: 'authenticated',
    scope: 'self',
    answer: z.strictObject({ image: z.string().nullable() }),
  },
}));
