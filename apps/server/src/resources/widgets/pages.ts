import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { ANY_ORIGIN, type Page } from '../../platform/http/pages.ts';
import type { Services } from '../../platform/services.ts';
import { buttonOf } from './button.ts';
import { payPage } from './pay-page.ts';

/** The script of the buttons, and the page that they open (AM-108). */
export function widgetPages({ database }: Services): Page[] {
  const script = readFileSync(new URL('widget.js', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 16);
  return [
    {
      path: '/widget.js',
      serve: async () => ({
        type: 'text/javascript',
        body: script,
        headers: {
          ...ANY_ORIGIN,
          etag: `W/"${hash}"`,
          // a new one reaches every shop within minutes
          'cache-control': 'public, max-age=300',
        },
      }),
    },
    {
      path: '/pay/{id}',
      serve: async ({ params: { id = '' }, nonce }) => {
        const button = isUuid(id) ? await buttonOf(database, id) : null;
        return {
          status: button ? (button.active ? 200 : 409) : 404,
          type: 'text/html',
          body: payPage(button, nonce),
          headers: { 'cache-control': 'no-store', 'x-frame-options': 'DENY' },
        };
      },
    },
  ];
}
