import type { EmailChanges } from '../../db/schema/people.ts';
import type { Letter } from '../../mail-layout.ts';
import type { Services } from '../../services.ts';

/** What the old address reads of a change. */

type Of = Pick<EmailChanges, 'old_email' | 'new_email' | 'expires_date'> & {
  person: { first_name: string };
};

/** What the old address reads once the new one counts. */
export function changedMail(services: Services, change: Of, house: string): Letter {
  return {
    to: change.old_email,
    subject: `Your email address for ${house} was changed`,
    heading: 'Your address was changed',
    before: [
      `Hello ${change.person.first_name}, ${change.new_email} has been confirmed: it is the address that you sign in to ${house} with, in place of ${change.old_email}.`,
    ],
    action: { label: `Open ${house}`, link: `${services.publicUrl()}/login` },
    after: [
      `If you did not expect it, use the link ‘Stop this change’ of our mail before this one: until ${change.expires_date.slice(0, 16).replace('T', ' ')} UTC it takes the change back and ends all sessions.`,
    ],
  };
}

/** What who stopped it reads, whose own password is gone too. */
export function forgottenMail(services: Services, change: Of, house: string): Letter {
  return {
    to: change.old_email,
    subject: `Choose a new password for ${house}`,
    heading: 'Your password is not the one you know',
    before: [
      `Hello ${change.person.first_name}, a new password was chosen by ${change.new_email} or an address after it before you stopped the change. That password opens nothing any more, and neither does the one before it.`,
    ],
    action: { label: 'Choose a new password', link: `${services.publicUrl()}/password-recovery` },
    after: ['Ask for a link there by this address. Then look at who can sign in, in your profile.'],
  };
}

/** What who stopped it reads, where ways to sign in, keys and certificates of systems, or people had been added meanwhile. */
export function removedMail(
  services: Services,
  change: Of,
  added: string[],
  people: boolean,
  house: string,
): Letter {
  return {
    to: change.old_email,
    subject: `What was added to your ${house} account is removed`,
    heading: 'What was added meanwhile is removed',
    before: [
      `Hello ${change.person.first_name}, between the request for another address and your stopping it this was added by your account, and opens nothing any more: ${added.join(', ')}.`,
    ],
    action: { label: `Open ${house}`, link: `${services.publicUrl()}/login` },
    after: [
      'If you had added it yourself, add it anew: ways to sign in in your profile, keys and certificates on the screen Certificates, and give your systems the new ones. Choose a new password too.',
      ...(people
        ? [
            'Whom you had invited, activated or given another role yourself, an administrator invites again, or activates where they had signed up already.',
          ]
        : []),
    ],
  };
}
