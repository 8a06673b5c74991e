import type { Tx } from '../db/database.ts';
import { post } from '../outbox.ts';
import type { Services } from '../services.ts';
import { issueToken } from './tokens.ts';

/** Whom an invitation is for, and who asks them in. */
export interface Invitation {
  userId: string;
  email: string;
  name: string;
  /** None: the person joins the back office. */
  merchantName: string | null;
  invitedBy: string;
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Asks a person in by mail; the link of an earlier invitation is void from now on (SB-22, SB-23). */
export async function sendInvitation(
  tx: Tx,
  services: Services,
  { userId, email, name, merchantName, invitedBy }: Invitation,
): Promise<void> {
  const hours = services.config.INVITATION_HOURS;
  const token = await issueToken(tx, { userId, purpose: 'INVITATION', minutes: hours * 60 });
  const link = `${services.publicUrl()}/register?invitation=${token}`;
  const what = `${invitedBy} invites you to Paydesk${merchantName ? ` for ${merchantName}` : ''}.`;
  const how = `Choose a password within ${hours} hours:`;
  await post(tx, services, 'MAIL', {
    to: email,
    subject: 'Your invitation to Paydesk',
    text: `Hello ${name},\n\n${what} ${how}\n\n${link}\n`,
    html: `<p>Hello ${escaped(name)},</p><p>${escaped(what)} ${how}</p><p><a href="${link}">${link}</a></p>`,
    link,
  });
}
