import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { installationHandlers } from './handlers.ts';

export const manifest = defineManifest({
  handlers: [installationHandlers],
  toDo: {
    provider: async ({ installation, config }) => {
      const { name, publicAddress } = installation.said();
      return name !== null && (config.PUBLIC_URL ?? publicAddress) !== null;
    },
    mail: async ({ mailer }) => mailer() !== null,
    administrator: async ({ database }) => {
      const { n } = await database.kysely
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('user_role', '=', 'BACKOFFICE_ADMIN')
        .where('status', '=', 'ACTIVATED')
        .executeTakeFirstOrThrow();
      return Number(n) > 1;
    },
    merchant: ({ database }) =>
      isThere(database, sql`select from merchants where status = 'ACTIVE' limit 1`),
    lending: ({ database }) => isThere(database, sql`select from financing_products limit 1`),
  },
});

const isThere = async (database: Database, query: RawBuilder<unknown>): Promise<boolean> =>
  (await database.run(query as RawBuilder<object>, 'all')).length > 0;
