import { randomUUIDv7 } from 'node:crypto';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { MailServer } from '../gateways/mail.ts';
import type { Config } from './config.ts';
import { canonicalTimeZone } from './config.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Database, Tx } from './db/database.ts';
import type { Tables } from './db/schema.ts';
import type { Encryption } from './encryption.ts';
import type { Log } from './log.ts';
import type { Task } from './tasks.ts';

/** What staff have said of their installation; null: nothing yet. */
export interface Said {
  name: string | null;
  country: string | null;
  timeZone: string | null;
  publicAddress: string | null;
  logo: string | null;
  mail: MailServer | null;
  setAside: readonly string[];
}

const NOTHING: Said = {
  name: null,
  country: null,
  timeZone: null,
  publicAddress: null,
  logo: null,
  mail: null,
  setAside: [],
};

/** What the password of the mail server is sealed as. */
export const SEALED_FOR = 'mail-server';

/**
 * What staff have said of their installation, at hand for what can't wait for a read: the address in a
 * link, the mail server. Each process reads it anew every few seconds; who writes reads at once.
 */
export interface Installation {
  said(): Said;
  read(): Promise<Said>;
}

export function installationOf({
  database,
  encryption,
  log,
}: {
  database: Database;
  encryption: Encryption;
  log: Log;
}): Installation {
  let said = NOTHING;
  return {
    said: () => said,
    async read() {
      const row = await database.kysely
        .selectFrom('provider')
        .select(['name', 'country', 'time_zone', 'public_address', 'logo'])
        .select(['mail_server', 'set_aside'])
        .executeTakeFirst();
      said = row
        ? {
            name: row.name,
            country: row.country,
            timeZone: row.time_zone,
            publicAddress: row.public_address,
            logo: row.logo,
            mail: row.mail_server && opened(encryption, log, row.mail_server),
            setAside: row.set_aside,
          }
        : NOTHING;
      return said;
    },
  };
}

/** A server that the key does not open is none, and said: mails wait meanwhile. */
function opened(encryption: Encryption, log: Log, sealed: Buffer): MailServer | null {
  try {
    return JSON.parse(encryption.open(sealed, SEALED_FOR)) as MailServer;
  } catch {
    log.error('the mail server set in the console does not open under this ENCRYPTION_KEY');
    return null;
  }
}

const READ_MS = 5000;

/** What another process was told reaches this one. */
export const followInstallation = ({ installation }: { installation: Installation }): Task => ({
  name: 'follow-installation',
  everyMs: READ_MS,
  inEachProcess: true,
  run: async () => void (await installation.read()),
});

/** The zone that cuts business days: of the environment, else what staff said, under the name that PostgreSQL reads as Temporal does (AM-23). */
export const businessZone = ({
  config,
  installation,
}: {
  config: Pick<Config, 'BUSINESS_TIME_ZONE'>;
  installation: Pick<Installation, 'said'>;
}): string =>
  canonicalTimeZone(config.BUSINESS_TIME_ZONE ?? installation.said().timeZone ?? 'UTC') ?? 'UTC';

/** The one row under its lock, made where nobody has said anything yet. */
export async function changeInstallation(tx: Tx, { userName }: Pick<SignedIn, 'userName'>) {
  const { rows } = await sql<Selectable<Tables['provider']>>`
    insert into provider (id, updated_date, updated_by)
    values (${randomUUIDv7()}, now(), ${userName})
    on conflict (single) do update set updated_date = now(), updated_by = ${userName}
    returning *`.execute(tx);
  return rows[0]!;
}

/** What is said now, of the row under its lock. */
export const sayOfInstallation = (
  tx: Tx,
  id: string,
  said: Updateable<Tables['provider']>,
): Promise<unknown> => tx.updateTable('provider').set(said).where('id', '=', id).execute();
