import { issueToken } from '../../platform/auth/tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { lastingWords, mailLetter, type Letter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';

/** Makes a link to a new password and mails it, in the transaction of what it belongs to. Gives the link. */
export async function mailReset(
  tx: Tx,
  services: Services,
  user: { id: string; email: string; first_name: string },
  asked: { address: string; askedDate: string },
): Promise<string> {
  const minutes = services.config.RESET_TOKEN_MINUTES;
  const token = await issueToken(tx, { userId: user.id, purpose: 'RESET', minutes });
  const link = `${services.publicUrl()}/password-recovery?reset=${token}`;
  const written = { email: user.email, name: user.first_name, link, minutes, ...asked };
  await mailLetter(tx, services, (house) => resetMail(written, house), { minutes });
  return link;
}

/** The mail with the link that resets a forgotten password. */
function resetMail(
  reset: {
    email: string;
    name: string;
    link: string;
    minutes: number;
    /** From where it was asked for, and when. */
    address: string;
    askedDate: string;
  },
  house: string,
): Letter {
  const { email, name, link, minutes, address, askedDate } = reset;
  return {
    to: email,
    subject: `Reset your ${house} password`,
    heading: 'Choose a new password',
    before: [
      `Hello ${name}, somebody has asked for a new password for your ${house} account: on ${dateTime(askedDate)} UTC, from the network address ${address}.`,
    ],
    action: { label: 'Reset password', link },
    after: [
      `The link works once, for ${lastingWords(minutes)}. A new password ends all your sessions.`,
      'If it was not you, do nothing: your password stays as it is. If it happens again, tell your administrator.',
    ],
  };
}

/** The mail that says when a password ends. */
export function expiryMail(
  person: {
    email: string;
    name: string;
    ends: string;
    link: string;
  },
  house: string,
): Letter {
  const { email, name, ends, link } = person;
  return {
    to: email,
    subject: `Your ${house} password expires soon`,
    heading: 'Choose a new password in time',
    before: [
      `Hello ${name}, your ${house} password can be used until ${dateTime(ends)} UTC. Choose a new one in your profile before then.`,
    ],
    action: { label: 'Open profile', link },
    after: [
      'Whoever comes later signs in once more with the old password and must choose a new one first.',
    ],
  };
}

/** 21.11.2026 04:08, as the console writes it. */
function dateTime(instant: string): string {
  const [date = '', time = ''] = instant.split('T');
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
}
