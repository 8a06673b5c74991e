import { Refusal } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/pages.ts';
import type { Services } from '../../platform/services.ts';
import { settingOf } from '../../platform/settings.ts';

/** How long what it says holds, as RFC 9116 wants it told: it is made anew at each reading. */
const HOLDS_DAYS = 180;

/** Whom to tell of a weakness (RFC 9116), by what staff have set; none is made up. */
export function securityPages(services: Services): Page[] {
  return [
    {
      path: '/.well-known/security.txt',
      onCheckoutHost: 'too',
      serve: async () => {
        const contact = await settingOf(services.database.kysely, 'security.contact');
        if (!contact) throw new Refusal('NOT_FOUND');
        const expires = new Date(services.now().getTime() + HOLDS_DAYS * 86_400_000);
        expires.setUTCHours(0, 0, 0, 0);
        const address = services.publicUrl();
        const lines = [
          `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          ...(address ? [`Canonical: ${new URL('/.well-known/security.txt', address).href}`] : []),
        ];
        return {
          type: 'text/plain',
          body: `${lines.join('\n')}\n`,
          headers: { 'cache-control': 'public, max-age=3600' },
        };
      },
    },
  ];
}
