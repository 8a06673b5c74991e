import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ANY_ORIGIN, type Page } from '../../platform/http/pages.ts';

/** The script of the buttons (AM-108). */
export function widgetPages(): Page[] {
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
  ];
}
