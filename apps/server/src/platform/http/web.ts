import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import plugin from './plugin.ts';

const NONCE = '__CSP_NONCE__';

/** Serves the built web app: hashed files for ever, the page of every other path with this answer's nonce. */
export const webApp = plugin(async (app: FastifyInstance, options: { folder: string | null }) => {
  const { folder } = options;
  if (!folder) return;
  let page: string | undefined;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    // a missing file is a 404, not the page: a stale client must not parse HTML as a script
    if (/^\/(api|assets|health)(\/|$)/.test(path)) throw new Refusal('NOT_FOUND');
    page ??= await readFile(join(folder, 'index.html'), 'utf8');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replaceAll(NONCE, reply.nonce));
  });
});
