/** How an address becomes another, as browser and server agree on it (AM-120). */

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
