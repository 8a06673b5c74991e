import { sql } from 'kysely';
import { defineManifest } from '../platform/manifest.ts';
import { PICTURES } from '../platform/pictures.ts';

export const manifest = defineManifest({
  pages: ({ database }) => [
    {
      path: `${PICTURES}{file}`,
      // a shop's logo stands on the checkout, wherever that is
      onCheckoutHost: 'too',
      serve: async ({ params: { file = '' } }) => {
        const [, id] = /^([0-9a-f]{64})\.png$/.exec(file) ?? [];
        const query = sql<{ png: Buffer }>`select png from pictures where id = ${id ?? ''}`;
        const [row] = id ? await database.run(query, 'all') : [];
        return row
          ? {
              type: 'image/png',
              body: row.png,
              headers: { 'cache-control': 'public, max-age=31536000, immutable' },
            }
          : {
              status: 404,
              type: 'text/plain',
              body: 'Not found',
              headers: { 'cache-control': 'no-store' },
            };
      },
    },
  ],
});
