import * as z from 'zod';
import { uuid } from './kernel/endpoint.ts';
import type { Field, Fields } from './kernel/fields.ts';

/** What all ways of signing in have alike. */

/** What a browser answers for a passkey, as the text of its JSON. */
export const credentialField = {
  label: 'Passkey',
  kind: 'text',
  required: true,
  maxLength: 10_000,
  secret: true,
} as const satisfies Field;

/** Where somebody signs in from. */
export const whereFrom = {
  timezone: { label: 'Time zone', kind: 'text', maxLength: 64 },
  // what the browser keeps of itself, so that a new one is told of
  device: { label: 'Device', kind: 'text', maxLength: 64 },
} as const satisfies Fields;

export const loginAnswer = () =>
  z.strictObject({
    token: z.string(),
    userId: uuid(),
    passwordExpired: z.boolean(),
    expiresIn: z.int(),
  });
