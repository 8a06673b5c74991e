import * as z from 'zod';
import { bodyOf, endpoints, instant } from '../../kernel/endpoint.ts';
import { EMAIL_OUTCOMES, type EmailAnswer } from '../../kernel/email-change.ts';
import { passwordFields } from '../../kernel/fields.ts';

/** Calls of people who are not signed in, who could guess (SB-07). */
const TOKEN_CALLS_A_MINUTE = 60;

const token = { label: 'Token', kind: 'text', required: true } as const;

export const emailChangeEndpoints = endpoints(() => {
  const byLink = {
    tag: 'Addresses',
    access: 'public',
    scope: 'self',
    serves: 'AM-120',
    callsAMinute: TOKEN_CALLS_A_MINUTE,
    body: bodyOf({ token }),
    answer: z.strictObject({
      outcome: z.enum(EMAIL_OUTCOMES),
      email: z.string().nullable(),
    }) as z.ZodType<EmailAnswer>,
  } as const;
  return {
    'POST /api/email-changes/confirm': {
      ...byLink,
      summary:
        'A new address is confirmed by the link that was mailed to it, and counts from now on',
    },
    'POST /api/email-changes/stop': {
      ...byLink,
      summary:
        'A change is stopped by the link that was mailed to the old address; one that counts already is taken back. Ends the person’s sessions',
    },
    'DELETE /api/users/me/pending-email': {
      tag: 'Addresses',
      summary: 'Withdraw the change of the own address that waits for its confirmation',
      serves: 'AM-120',
      access: 'authenticated',
      scope: 'self',
      answer: z.strictObject({}),
    },
    'POST /api/users/me/password/confirm': {
      tag: 'Passwords',
      summary:
        'Show the own password anew, for what asks for one of the last five minutes (`PASSWORD_STALE`)',
      serves: 'AM-120',
      access: 'authenticated',
      scope: 'self',
      sensitive: 'KEYS',
      provenBy: 'password',
      beforeSecondFactor: true,
      body: bodyOf(passwordFields),
      answer: z.strictObject({ until: instant() }),
    },
  };
});
