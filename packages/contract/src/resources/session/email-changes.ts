import * as z from 'zod';
import { bodyOf, endpoints, instant } from '../../kernel/endpoint.ts';
import { passwordFields } from './second-factor.ts';

/** For how long an address can be confirmed, and its change stopped: a weekend is in it (AM-120). */
export const EMAIL_LINK_HOURS = 72;

/** Changes of one person’s address that may be asked for within an hour. */
export const EMAIL_CHANGES_AN_HOUR = 3;
export const TOO_MANY_CHANGES = `was changed ${EMAIL_CHANGES_AN_HOUR} times within an hour; please try again later`;

/**
 * What came of a link: done now; done by it before; too late; the address belongs to somebody else
 * by now; or there is nothing any more that it could do.
 */
export const EMAIL_OUTCOMES = ['DONE', 'USED', 'EXPIRED', 'TAKEN', 'VOID'] as const;
export type EmailOutcome = (typeof EMAIL_OUTCOMES)[number];

export interface EmailAnswer {
  outcome: EmailOutcome;
  /** The address that the person signs in with from now on, where the link has done its work. */
  email: string | null;
}

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
    }) as unknown as z.ZodType<EmailAnswer>,
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
      body: bodyOf(passwordFields),
      answer: z.strictObject({ until: instant() }),
    },
  };
});
