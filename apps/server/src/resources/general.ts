import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { sandboxWarning } from '../gateways/choice.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import type { Services } from '../platform/services.ts';
import { businessZone } from '../platform/installation.ts';
import { settingsOf } from '../platform/settings.ts';
import { defineManifest } from '../platform/manifest.ts';

/** What everybody reads, signed in or not. */
const TOLD = [
  'support.phone',
  'banner.text',
  'banner.date',
  'banner.address',
  'footer.copyright',
] as const;

export const generalHandlers = (
  services: Services,
): Handlers<
  'GET /api/csv/records-limit' | 'GET /api/settings/console' | 'GET /api/service-provider/public-ip'
> => ({
  'GET /api/csv/records-limit': async () => ({ recordsLimit: services.config.CSV_RECORDS_LIMIT }),
  'GET /api/settings/console': async () => {
    const { config, database, demo, gateways, installation } = services;
    const set = await settingsOf(database.kysely, TOLD);
    const warning = sandboxWarning(gateways, demo);
    const date = set['banner.date'];
    const written = set['banner.text'].replaceAll('{date}', date && formatIsoDay(date));
    const text = [warning, written].filter(Boolean).join(' ');
    const [before = '', link = '', after = ''] = text.split(/\[(.*?)\]/s);
    const address = set['banner.address'] || config.PORTAL_URL;
    const { name, country, logo } = installation.said();
    return {
      provider: { name, country, logo },
      publicUrl: services.publicUrl(),
      portalUrl: config.PORTAL_URL,
      developerDocsUrl: config.DEVELOPER_DOCS_URL ?? '/api/docs',
      businessTimeZone: businessZone(services),
      supportPhone: set['support.phone'] || null,
      banner: text ? { before, link, after, address } : null,
      copyright: set['footer.copyright'] || null,
    };
  },
  'GET /api/service-provider/public-ip': async () => services.config.PUBLIC_IP ?? '',
});

export const manifest = defineManifest({
  handlers: [generalHandlers],
});
