import type { Tx } from '../db/database.ts';
import { lastingWords, mailLetter, type Letter } from '../mail-layout.ts';
import type { Services } from '../services.ts';
import { issueToken } from './tokens.ts';

export interface Invitation {
  userId: string;
  email: string;
  name: string;
  /** None for staff. */
  merchantName: string | null;
  /** The name of who invites. */
  invitedBy: string;
}

/** Makes the person's link, voids earlier ones, and mails it, in the transaction of what it belongs to (SB-22). Gives the link. */
export async function sendInvitation(
  tx: Tx,
  services: Services,
  invitation: Invitation,
): Promise<string> {
  const minutes = services.config.INVITATION_HOURS * 60;
  const token = await issueToken(tx, {
    userId: invitation.userId,
    purpose: 'INVITATION',
    minutes,
  });
  const link = `${services.publicUrl()}/register?invitation=${token}`;
  const written = { ...invitation, link, minutes };
  await mailLetter(tx, services, (house) => invitationMail(written, house), { minutes });
  return link;
}

/** The mail that invites somebody to the console. */
export function invitationMail(
  invitation: Omit<Invitation, 'userId'> & { link: string; minutes: number },
  house: string,
): Letter {
  const { email, name, merchantName, invitedBy, link, minutes } = invitation;
  const where = merchantName ? `the console of ${merchantName}` : 'the back office';
  return {
    to: email,
    subject: `Your invitation to ${house}`,
    heading: `Welcome to ${house}, ${name}`,
    before: [
      `${invitedBy} has invited you to ${where} on ${house}. You sign in with this address, ${email}, and a password that you choose now.`,
    ],
    action: { label: 'Create your password', link },
    after: [
      `The link works once, for ${lastingWords(minutes)}. After that, ask ${invitedBy} for a new one.`,
      'If you do not know what this is about, do nothing: without a password the account can’t be used.',
    ],
  };
}
