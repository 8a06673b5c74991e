import { parseArgs } from 'node:util';
import { checkField } from '@paydesk/contract/kernel/fields.ts';
import { ROLES } from '@paydesk/contract/permissions.ts';
import { personFields } from '@paydesk/contract/resources/users/fields.ts';
import { typedAddress, compose } from './compose.ts';
import type { StaffRole } from './platform/auth/people.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onDatabase, runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { inviteByHand, letIn, staffOf } from './resources/session/by-hand.ts';

/**
 * npm run admin -- list | invite EMAIL [--role R] [--name 'Ana Birch'] | let-in EMAIL: staff without a browser, for
 * an installation that nobody can sign in to. It works on the database of DATABASE_URL, or on the embedded
 * one of DATA_DIR, beside a running server too; what it does is audited, and told to all administrators.
 */

const USAGE = `Usage: npm run admin -- list
       npm run admin -- invite EMAIL [--role BACKOFFICE_ADMIN|BACKOFFICE_TECHNICAL] [--name 'First Last']
       npm run admin -- let-in EMAIL`;

const STAFF_ROLES: readonly StaffRole[] = ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'];

const isStaffRole = (text: string): text is StaffRole =>
  (STAFF_ROLES as readonly string[]).includes(text);

interface Asked {
  what: 'list' | 'invite' | 'let-in';
  email: string;
  role: StaffRole;
  name: string;
}

/** Throws with the usage where the words make no sense. */
function asked(args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: 'string', default: 'BACKOFFICE_ADMIN' },
        name: { type: 'string', default: '' },
      },
    });
    const [what, email = '', ...more] = positionals;
    if (more.length || !(what === 'list' || what === 'invite' || what === 'let-in'))
      throw new Error('What is to be done?');
    const problem = what !== 'list' && checkField(personFields.email, email);
    if (problem) throw new Error(`${email || 'EMAIL'}: ${problem}`);
    if (!isStaffRole(values.role))
      throw new Error(`--role: one of ${STAFF_ROLES.join(', ')}, not ${values.role}`);
    return { what, email: email.toLowerCase(), role: values.role, name: values.name.trim() };
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { what, email, role, name } = asked(process.argv.slice(2));
  const config = readConfig(process.env);
  await onDatabase(config, async ({ addresses, encryption, demo }) => {
    const { services, app, close } = await compose(
      {
        config,
        log: createLog('silent'),
        demo,
        encryption,
        databaseUrl: addresses.server,
        directUrl: addresses.direct,
        draining: () => false,
        webFolder: null,
        sandboxes: null,
      },
      { publicUrl: () => typedAddress(config, config.PORT) },
    );
    try {
      if (what === 'list') {
        const all = await staffOf(services.database);
        const lines = all.map(
          (one) =>
            `${one.email.padEnd(34)} ${ROLES[one.role].padEnd(27)} ${one.status.padEnd(14)} ${one.name}`,
        );
        process.stdout.write(all.length ? `${lines.join('\n')}\n` : 'There is no staff yet.\n');
        return;
      }
      const link =
        what === 'invite'
          ? await inviteByHand(services, { email, role, name })
          : await letIn(services, email);
      process.stdout.write(
        `${what === 'invite' ? `${email} is invited as ${ROLES[role]}` : `${email} is let in again, without a second factor`}. ` +
          `${services.mailer() ? 'A mail with this link is on its way' : 'No mail is sent without a mail server: pass this link on'}; it works once:\n  ${link}\n`,
      );
    } finally {
      await app.close();
      await close();
    }
  });
}

await runCommand(main);
