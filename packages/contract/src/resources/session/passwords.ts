import * as z from 'zod';
import { bodyOf, endpoints } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { messages } from '../../kernel/messages.ts';
import { newPasswordField } from '../../kernel/password.ts';

export const recoveryFields = {
  email: {
    label: 'Email address',
    kind: 'email',
    required: true,
    requiredMessage: 'Please enter your email address',
    maxLength: 255,
  },
} as const satisfies Fields;

/** Reset, invitation and renewal: the password, and once more against a slip (AU-28). */
export const newPasswordFields = {
  newPassword: newPasswordField,
  confirmPassword: {
    label: 'Confirm new password',
    kind: 'password',
    required: true,
    requiredMessage: 'Please confirm your new password',
  },
} as const satisfies Fields;

/** The profile's form (AU-42..45). */
export const changePasswordFields = {
  currentPassword: { label: 'Current password', kind: 'password', required: true },
  newPassword: newPasswordField,
  confirmPassword: { ...newPasswordFields.confirmPassword, label: 'Repeat new password' },
} as const satisfies Fields;

/** What the person reads afterwards (section 8). */
export const passwordWords = {
  recovery:
    'Check your email for a link to reset your password. If it does not appear within a few minutes, check your spam folder.',
  reset: 'Password was reset successfully.',
  resetRefused: 'Password reset URL has expired. Please request a new one.',
  created: 'Password created successfully.',
  invitationRefused: 'Invitation is invalid or user has already registered.',
  changed: 'Password updated successfully',
} as const;

/** AU-29; null, or why the second is not the first. */
export const confirmationError = (texts: Readonly<Record<string, unknown>>): string | null =>
  texts['newPassword'] === texts['confirmPassword'] ? null : messages.passwordsDiffer;

/** Calls of people who are not signed in, who could guess and flood (SB-07). */
const TOKEN_CALLS_A_MINUTE = 60;

const token = { label: 'Token', kind: 'text', required: true } as const;

export const passwordEndpoints = endpoints(() => ({
  'POST /api/passwords/recover': {
    summary: 'Forgotten password: mails a link to whoever has an account; the answer tells nobody',
    tag: 'Passwords',
    serves: 'API-03, SB-08',
    access: 'public',
    scope: 'self',
    callsAMinute: TOKEN_CALLS_A_MINUTE,
    body: bodyOf(recoveryFields),
    answer: z.strictObject({}),
  },
  'POST /api/passwords/reset': {
    summary: 'A new password by the link of the mail; false: the link is not valid any more',
    tag: 'Passwords',
    serves: 'API-04, SB-09',
    access: 'public',
    scope: 'self',
    callsAMinute: TOKEN_CALLS_A_MINUTE,
    body: bodyOf({ token, newPassword: newPasswordField }),
    answer: z.boolean(),
  },
  'POST /api/passwords': {
    summary: 'The first password by an invitation; false: it is invalid or has been used',
    tag: 'Passwords',
    serves: 'API-06, SB-10',
    access: 'public',
    scope: 'self',
    callsAMinute: TOKEN_CALLS_A_MINUTE,
    body: bodyOf({ token, newPassword: newPasswordField }),
    answer: z.boolean(),
  },
  'POST /api/passwords/renew': {
    summary: 'A new password in place of an expired one',
    tag: 'Passwords',
    serves: 'API-05, SB-11',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
    sensitive: 'KEYS',
    provenBy: 'fresh sign-in',
    body: bodyOf({ newPassword: newPasswordField }),
    answer: z.strictObject({}),
  },
  'PUT /api/users/me/password': {
    summary: 'A new own password; ends the other sessions',
    tag: 'Passwords',
    serves: 'API-10, SB-12, AM-59',
    access: 'authenticated',
    scope: 'self',
    sensitive: 'KEYS',
    provenBy: 'password',
    body: bodyOf({
      userId: { label: 'User', kind: 'id', own: true, required: true },
      currentPassword: changePasswordFields.currentPassword,
      newPassword: newPasswordField,
    }),
    answer: z.strictObject({}),
  },
}));
