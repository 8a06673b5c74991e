import type { Tx } from '../../platform/db/database.ts';
import { lastingWords, mailLetter, type Letter } from '../../platform/mail-layout.ts';
import type { Services } from '../../platform/services.ts';

const IGNORE =
  'If you do not know what this is about, do nothing: somebody has typed a wrong address.';

type Said = Pick<Letter, 'heading' | 'after'> & {
  words: string;
  action?: Letter['action'];
  minutes?: number;
};

/** A letter about an application, with the sign-in behind its button unless it says otherwise. */
const mail = (
  tx: Tx,
  services: Services,
  to: string,
  { heading, words, after, action, minutes }: Said,
) =>
  mailLetter(
    tx,
    services,
    (house) => ({
      to,
      subject: `Your application to ${house}`,
      heading,
      before: [words],
      action: action ?? { label: `Open ${house}`, link: `${services.publicUrl()}/login` },
      after,
    }),
    { minutes: minutes ?? null },
  );

/** The link that opens an application, to whoever has the address. */
export const mailLink = (
  tx: Tx,
  services: Services,
  { email, token, minutes }: { email: string; token: string; minutes: number },
) =>
  mail(tx, services, email, {
    heading: 'Apply as a merchant',
    words:
      'With this link you tell us of your business, hand in documents and send the application in. What you have typed stays in your browser until then.',
    action: {
      label: 'Open the application',
      link: `${services.publicUrl()}/apply?token=${token}`,
    },
    after: [
      `The link works until the application is sent in, for ${lastingWords(minutes)}.`,
      IGNORE,
    ],
    minutes,
  });

/** Whoever can sign in already administers one merchant, and no other by the same address. */
export const mailKnown = (tx: Tx, services: Services, email: string) =>
  mail(tx, services, email, {
    heading: 'You have an account already',
    words:
      'Somebody asked to apply as a merchant with this address, which belongs to an account. A new merchant needs an address of its own: please apply with another one.',
    after: [IGNORE],
  });

const ASK = ['We will gladly answer your questions.'];

export const mailReceived = (tx: Tx, services: Services, email: string, name: string) =>
  mail(tx, services, email, {
    heading: 'We have your application',
    words: `Your application for ${name} is with us. We look at it, and write to you as soon as it is decided.`,
    after: ASK,
  });

export const mailDeclined = (tx: Tx, services: Services, email: string, name: string) =>
  mail(tx, services, email, {
    heading: 'Your application was declined',
    words: `We have looked at your application for ${name}, and can’t take it on.`,
    after: ASK,
  });
