import * as z from 'zod';
import { bodyOf, endpoints } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { credentialField, loginAnswer, whereFrom } from '../../signing-in.ts';

export const loginFields = {
  username: {
    label: 'Email address',
    kind: 'text',
    required: true,
    keys: 'email',
    requiredMessage: 'Please input username',
  },
  password: {
    label: 'Password',
    kind: 'password',
    required: true,
    requiredMessage: 'Please input your password',
  },
} as const satisfies Fields;

export const loginEndpoints = endpoints(() => ({
  'POST /api/login': {
    summary: 'Sign in',
    tag: 'Session',
    alsoAnswers: {
      401: 'Not a person who may sign in, or not their password. With the right password: `SECOND_FACTOR_REQUIRED` where `code` and `passkey` are missing (`errors` names which of them the person has), `SECOND_FACTOR_REFUSED` where it is wrong or used up.',
    },
    serves: 'API-02, NG-25, SB-07',
    access: 'public',
    scope: 'self',
    body: bodyOf({
      ...loginFields,
      code: { label: 'Authentication code or recovery code', kind: 'text', maxLength: 64 },
      passkey: { ...credentialField, required: false },
      ...whereFrom,
    }),
    answer: loginAnswer(),
  },
  'POST /api/logout': {
    summary: 'Sign out: the token is refused from now on',
    tag: 'Session',
    serves: 'AM-60, SB-14',
    access: 'authenticated',
    scope: 'self',
    whileExpired: true,
    beforeSecondFactor: true,
    answer: z.strictObject({}),
  },
}));
