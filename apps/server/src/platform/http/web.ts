import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import { html } from '@paydesk/contract/kernel/html-template.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import { BARE_HEADERS } from './headers.ts';
import plugin from './plugin.ts';

const NONCE = '__CSP_NONCE__';
const TITLE = '<title>Paydesk</title>';

/** The place of the banner in the frame that stands before any script. */
const BANNER = /<div class="frame-banner"><\/div>/;
/**
 * What says nothing of a file that is no page of its own: of each of twenty files that a first screen asks
 * for, 600 bytes of a slow line.
 */
const OF_PAGES = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** A database that does not answer keeps nobody from the page. */
const PATIENCE_MS = 300;

interface Options {
  folder: string | null;
  /** Whether a banner stands above every page (AM-117). */
  hasBanner: () => Promise<boolean>;
  /** Whose console it is, in the browser's tab from the start. */
  house: () => string;
}

/** Serves the built web app: hashed files for ever, the page of every other path with this answer's nonce. */
export const webApp = plugin(
  async (app: FastifyInstance, { folder, hasBanner, house }: Options) => {
    if (!folder) return;
    let page: string | undefined;
    let banner = true;
    const look = async () => {
      banner = await hasBanner().catch(() => banner);
    };
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      // made by the build (scripts/pack.ts), found beside each file and by no address of its own
      preCompressed: true,
      globIgnore: ['**/*.br'],
      setHeaders: (reply, path) => {
        const hashed = path.startsWith(join(folder, 'assets'));
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (!hashed) return;
        reply.header('content-security-policy', BARE_HEADERS['content-security-policy']);
        for (const name of OF_PAGES) reply.removeHeader(name);
      },
    });
    app.get('/*', async (request, reply) => {
      const path = request.url.split('?', 1)[0]!;
      // a missing file is a 404, not the page: a stale client must not parse HTML as a script, and
      // what looks for something well-known must not take the page for it
      if (/^\/(api|assets|health|\.well-known|scim)(\/|$)/.test(path))
        throw new Refusal('NOT_FOUND');
      page ??= await readFile(join(folder, 'index.html'), 'utf8');
      await inTime(look(), PATIENCE_MS, () => {});
      const framed = banner ? page : page.replace(BANNER, '');
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(
          framed
            .replace(TITLE, () => html`<title>${house()}</title>`.text)
            .replaceAll(NONCE, reply.nonce),
        );
    });
  },
);
