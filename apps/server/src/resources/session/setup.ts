import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { endOfPassword } from '../../platform/auth/expiry.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { hashToken } from '../../platform/auth/next-token.ts';
import { addPerson, hasNoAdministrator } from '../../platform/auth/people.ts';
import { refuseWeak } from '../../platform/auth/strength.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession } from '../../platform/auth/begin.ts';

/** How long the link that a start prints is worth something. */
const LINK_MINUTES = 60;

/** Who sets up and who makes a link do so one after the other. */
const inTurn = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`.execute(tx);

/**
 * The token of a link into an installation that has no administrator yet, valid once and for an hour; links
 * of starts before are void. Null where somebody administers it.
 */
export const openSetup = (database: Database): Promise<string | null> =>
  database.transaction('all', async (tx) => {
    await inTurn(tx);
    if (!(await hasNoAdministrator(tx))) return null;
    const token = randomBytes(32).toString('base64url');
    await tx.deleteFrom('setup_links').execute();
    await tx
      .insertInto('setup_links')
      .values({
        token_hash: hashToken(token),
        created_date: sql`pg_catalog.now()`,
        expires_date: sql`pg_catalog.now() + make_interval(mins => ${LINK_MINUTES})`,
        used_date: null,
      })
      .execute();
    return token;
  });

/** The first administrator of an installation, who signs in by setting it up. */
export function setupHandlers(services: Services): Handlers<'GET /api/setup' | 'POST /api/setup'> {
  const { database, config } = services;
  return {
    'GET /api/setup': async () => ({ open: await hasNoAdministrator(database.kysely) }),
    'POST /api/setup': async (context) => {
      const { body, address } = context;
      const { firstName, lastName, email, newPassword } = body;
      // whoever has no link is refused before any slow work
      if (!(await isGood(database, body.token))) return null;
      await refuseWeak(newPassword, { email, firstName, lastName, merchantName: null });
      const hash = await hashPassword(newPassword);
      return database.transaction('all', async (tx) => {
        await inTurn(tx);
        if (!(await hasNoAdministrator(tx)) || !(await useLink(tx, body.token))) return null;
        const userId = await addPerson(
          tx,
          { firstName, lastName, email, userRole: 'BACKOFFICE_ADMIN', merchantId: null },
          { createdBy: null, password: { hash, expires: endOfPassword(config) } },
        );
        await audit(
          tx,
          { userId: null, userName: null, address },
          {
            action: 'SET_UP',
            entityType: 'USER',
            entityId: userId,
            merchantId: null,
            result: 'SUCCESS',
            details: {
              changes: changes({} as Record<string, string>, {
                email: email.toLowerCase(),
                userRole: 'BACKOFFICE_ADMIN',
              }),
            },
          },
        );
        return beginSession(tx, services, context, {
          userId,
          passwordExpired: false,
          secondFactor: false,
        });
      });
    },
  };
}

const isOpen = (token: string) =>
  sql<boolean>`token_hash = ${hashToken(token)} and used_date is null and expires_date > pg_catalog.now()`;

async function isGood({ kysely }: Database, token: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('setup_links')
    .select('created_date')
    .where(isOpen(token))
    .executeTakeFirst();
  return found !== undefined && hasNoAdministrator(kysely);
}

async function useLink(tx: Tx, token: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('setup_links')
    .set({ used_date: sql`pg_catalog.now()` })
    .where(isOpen(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
