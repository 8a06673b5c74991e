import { resolve } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { missingGateways, type MissingGateway } from '../../gateways/choice.ts';
import { backupsIn } from '../../platform/backup/schedule.ts';
import { defineManifest } from '../../platform/manifest.ts';
import type { Services } from '../../platform/services.ts';
import { installationHandlers } from './handlers.ts';
import { securityPages } from './security-txt.ts';

const isChosen = (setting: MissingGateway['setting']) => async (services: Services) =>
  !missingGateways(services).some((missing) => missing.setting === setting);

export const manifest = defineManifest({
  handlers: [installationHandlers],
  pages: securityPages,
  toDo: {
    provider: async ({ installation, config }) => {
      const { name, publicAddress } = installation.said();
      return name !== null && (config.PUBLIC_URL ?? publicAddress) !== null;
    },
    mail: isChosen('SMTP_URL'),
    ACQUIRER: isChosen('ACQUIRER'),
    FINANCING_INSTITUTION: isChosen('FINANCING_INSTITUTION'),
    SCREENING: isChosen('SCREENING'),
    backups: async ({ config: { BACKUP_DIR } }) =>
      BACKUP_DIR !== undefined && (await backupsIn(resolve(BACKUP_DIR))).whole.length > 0,
    IDENTIFICATION: isChosen('IDENTIFICATION'),
    administrator: async ({ database }) => {
      const { n } = await database.kysely
        .selectFrom('users')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('user_role', '=', 'BACKOFFICE_ADMIN')
        .where('role_id', 'is', null)
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
