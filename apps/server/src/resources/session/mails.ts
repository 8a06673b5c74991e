import { lastingWords, layOut } from '../../platform/mail-layout.ts';
import type { Outgoing } from '../../platform/outbox.ts';

/** The mail with the link that resets a forgotten password. */
export function resetMail(reset: {
  email: string;
  name: string;
  link: string;
  minutes: number;
  /** From where it was asked for, and when. */
  address: string;
  askedDate: string;
}): Outgoing['MAIL'] {
  const { email, name, link, minutes, address, askedDate } = reset;
  return layOut({
    to: email,
    subject: 'Reset your Paydesk password',
    heading: 'Choose a new password',
    before: [
      `Hello ${name}, somebody has asked for a new password for your Paydesk account: on ${dateTime(askedDate)} UTC, from the network address ${address}.`,
    ],
    action: { label: 'Reset password', link },
    after: [
      `The link works once, for ${lastingWords(minutes)}. A new password ends all your sessions.`,
      'If it was not you, do nothing: your password stays as it is. If it happens again, tell your administrator.',
    ],
  });
}

/** The mail that says when a password ends. */
export function expiryMail(person: {
  email: string;
  name: string;
  ends: string;
  link: string;
}): Outgoing['MAIL'] {
  const { email, name, ends, link } = person;
  return layOut({
    to: email,
    subject: 'Your Paydesk password expires soon',
    heading: 'Choose a new password in time',
    before: [
      `Hello ${name}, your Paydesk password can be used until ${dateTime(ends)} UTC. Choose a new one in your profile before then.`,
    ],
    action: { label: 'Open profile', link },
    after: [
      'Whoever comes later signs in once more with the old password and must choose a new one first.',
    ],
  });
}

/** 21.11.2026 04:08, as the console writes it. */
function dateTime(instant: string): string {
  const [date = '', time = ''] = instant.split('T');
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
}
