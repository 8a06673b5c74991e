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

/** 21.11.2026 04:08, as the console writes it. */
function dateTime(instant: string): string {
  const [date = '', time = ''] = instant.split('T');
  return `${date.split('-').reverse().join('.')} ${time.slice(0, 5)}`;
}
