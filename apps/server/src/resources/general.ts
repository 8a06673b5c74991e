import type { Handlers } from '../platform/http/handlers.ts';
import type { Services } from '../platform/services.ts';
import { settingOf } from '../platform/settings.ts';
import { defineManifest } from '../platform/manifest.ts';

export const generalHandlers = ({
  config,
  database,
}: Services): Handlers<
  'GET /api/csv/records-limit' | 'GET /api/settings/console' | 'GET /api/service-provider/public-ip'
> => ({
  'GET /api/csv/records-limit': async () => ({ recordsLimit: config.CSV_RECORDS_LIMIT }),
  'GET /api/settings/console': async () => ({
    portalUrl: config.PORTAL_URL,
    developerDocsUrl: config.DEVELOPER_DOCS_URL,
    businessTimeZone: config.BUSINESS_TIME_ZONE,
    supportPhone: (await settingOf(database.kysely, 'support.phone')) || null,
  }),
  'GET /api/service-provider/public-ip': async () => config.PUBLIC_IP ?? '',
});

export const manifest = defineManifest({
  handlers: [generalHandlers],
});
