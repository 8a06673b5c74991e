import * as z from 'zod';
import { bodyOf, endpoints, instant } from '../../kernel/endpoint.ts';
import { codeFields, passwordFields } from '../../kernel/fields.ts';

export const secondFactorEndpoints = endpoints(() => {
  const own = {
    tag: 'Two-factor sign-in',
    access: 'authenticated',
    scope: 'self',
    serves: 'SB-07',
    sensitive: 'KEYS',
  } as const;
  const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
  return {
    'POST /api/users/me/second-factor': {
      ...own,
      provenBy: 'password',
      summary: 'Begin to set up an authenticator app; it counts from its first right code on',
      beforeSecondFactor: true,
      body: bodyOf(passwordFields),
      answer: z.strictObject({ uri: z.string(), secret: z.string() }),
    },
    'POST /api/users/me/second-factor/confirm': {
      ...own,
      provenBy: 'code',
      summary:
        'Prove the authenticator app; answers the recovery codes, once. Other sessions of the person end.',
      beforeSecondFactor: true,
      body: bodyOf(codeFields),
      answer: recoveryCodes,
    },
    'DELETE /api/users/me/second-factor': {
      ...own,
      provenBy: 'code',
      summary: 'Turn two-factor sign-in off; not where it is required',
      body: bodyOf({ ...passwordFields, ...codeFields }),
      answer: z.strictObject({}),
    },
    'POST /api/users/me/second-factor/recovery-codes': {
      ...own,
      summary: 'New recovery codes, answered once; the old ones are void',
      body: bodyOf(passwordFields),
      answer: recoveryCodes,
    },
    'POST /api/users/me/second-factor/renew': {
      ...own,
      provenBy: 'code',
      summary: 'Show the second factor anew, for what asks for one of the last five minutes',
      body: bodyOf(codeFields),
      answer: z.strictObject({ stepUpUntil: instant() }),
    },
  };
});
