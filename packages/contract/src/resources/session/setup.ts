import * as z from 'zod';
import { bodyOf, endpoints } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { loginAnswer, whereFrom } from '../../signing-in.ts';
import { newPasswordFields } from './passwords.ts';
import { profileFields } from './profile.ts';

/** Whoever starts an installation: as with anybody, but a phone number is for later. */
export const firstAdministratorFields = {
  firstName: profileFields.firstName,
  lastName: profileFields.lastName,
  email: { label: 'Email', kind: 'email', required: true, maxLength: 50 },
  ...newPasswordFields,
} as const satisfies Fields;

const { confirmPassword: _, ...asked } = firstAdministratorFields;

export const setupWords = {
  over: 'This link has been used or is over. A new start of Paydesk prints another one, and so does `npm run admin -- invite`.',
  done: 'This installation has an administrator already.',
} as const;

export const setupEndpoints = endpoints(() => ({
  'GET /api/setup': {
    summary: 'Whether the installation waits for its first administrator',
    tag: 'Setup',
    serves: 'SB-10',
    access: 'public',
    scope: 'self',
    answer: z.strictObject({ open: z.boolean() }),
  },
  'POST /api/setup': {
    summary:
      'The first administrator, by the link that the start of an empty installation printed; null: it has been used or is over',
    tag: 'Setup',
    serves: 'SB-10',
    access: 'public',
    scope: 'self',
    callsAMinute: 60,
    body: bodyOf({
      token: { label: 'Link', kind: 'text', required: true, maxLength: 64 },
      ...asked,
      ...whereFrom,
    }),
    answer: loginAnswer().nullable(),
  },
}));
