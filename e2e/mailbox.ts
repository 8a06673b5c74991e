import { sendInvitation } from '../apps/server/src/platform/auth/invitations.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { encryption } from '../apps/server/src/platform/encryption.ts';
import type { Services } from '../apps/server/src/platform/services.ts';
import { openMailbox, type Mailbox } from '../apps/server/src/testing/mailbox.ts';
import { test as base, type Paydesk } from './server.ts';

const KEY = 'the key of the journeys, which is long enough';

/** As `test` of server.ts, with a mail server that Paydesk sends to and `mailbox` reads. */
export const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    // Playwright asks for the pattern
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const mailbox = await openMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  paydeskEnvironment: [
    async ({ mailbox }, use) => use({ SMTP_URL: mailbox.url, ENCRYPTION_KEY: KEY }),
    { scope: 'worker' },
  ],
});

export { expect } from './server.ts';

/** Invites somebody as an administrator would; Paydesk sends the mail. */
export async function invite(
  paydesk: Paydesk,
  invitation: Parameters<typeof sendInvitation>[2],
): Promise<void> {
  const database = openDatabase(paydesk.databaseUrl, { statementTimeoutMs: 10_000 });
  const services = {
    config: readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    encryption: encryption(KEY),
    mailer: () => null,
    publicUrl: () => paydesk.url,
    installation: { said: () => ({}) },
    now: () => new Date(),
  } as Services;
  await database.transaction('all', (tx) => sendInvitation(tx, services, invitation));
  await database.close();
}
