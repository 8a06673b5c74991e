import type { Tx } from '../../platform/db/database.ts';
import { lastingWords, layOut } from '../../platform/mail-layout.ts';
import { post } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';

const IGNORE =
  'If you do not know what this is about, do nothing: somebody has typed a wrong address.';

/** The link that opens an application, to whoever has the address. */
export const mailLink = (
  tx: Tx,
  services: Services,
  { email, token, minutes }: { email: string; token: string; minutes: number },
) =>
  post(
    tx,
    services,
    'MAIL',
    layOut({
      to: email,
      subject: 'Your application to Paydesk',
      heading: 'Apply as a merchant',
      before: [
        'With this link you tell us of your business, hand in documents and send the application in. What you have typed stays in your browser until then.',
      ],
      action: {
        label: 'Open the application',
        link: `${services.publicUrl()}/apply?token=${token}`,
      },
      after: [
        `The link works until the application is sent in, for ${lastingWords(minutes)}.`,
        IGNORE,
      ],
    }),
    { minutes },
  );

/** Whoever can sign in already administers one merchant, and no other by the same address. */
export const mailKnown = (tx: Tx, services: Services, email: string) =>
  post(
    tx,
    services,
    'MAIL',
    layOut({
      to: email,
      subject: 'Your application to Paydesk',
      heading: 'You have an account already',
      before: [
        'Somebody asked to apply as a merchant with this address, which belongs to an account. A new merchant needs an address of its own: please apply with another one.',
      ],
      action: { label: 'Open Paydesk', link: `${services.publicUrl()}/login` },
      after: [IGNORE],
    }),
    { minutes: null },
  );

const decided = (
  tx: Tx,
  services: Services,
  email: string,
  { heading, words }: { heading: string; words: string },
) =>
  post(
    tx,
    services,
    'MAIL',
    layOut({
      to: email,
      subject: 'Your application to Paydesk',
      heading,
      before: [words],
      action: { label: 'Open Paydesk', link: `${services.publicUrl()}/login` },
      after: ['We will gladly answer your questions.'],
    }),
    { minutes: null },
  );

export const mailReceived = (tx: Tx, services: Services, email: string, name: string) =>
  decided(tx, services, email, {
    heading: 'We have your application',
    words: `Your application for ${name} is with us. We look at it, and write to you as soon as it is decided.`,
  });

export const mailDeclined = (tx: Tx, services: Services, email: string, name: string) =>
  decided(tx, services, email, {
    heading: 'Your application was declined',
    words: `We have looked at your application for ${name}, and can’t take it on.`,
  });

export const mailApproved = (tx: Tx, services: Services, email: string, name: string) =>
  decided(tx, services, email, {
    heading: 'Your application was approved',
    words: `Your application for ${name} was approved. Your address has an account of its own by now: we write to you how you come in.`,
  });
