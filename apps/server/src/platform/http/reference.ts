import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { EndpointTable } from '@paydesk/contract/kernel/endpoint.ts';
import { openApi } from '@paydesk/contract/kernel/openapi.ts';
import { bothSchemes } from '@paydesk/contract/palette.ts';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '../version.ts';
import plugin from './plugin.ts';
import { referencePage } from './reference/page.ts';

const STYLE = new URL('reference/style.css', import.meta.url);

/**
 * The OpenAPI document and its reference page, both public (AM-110). Each is written when it is first
 * asked for: that takes a third of a second, which every start would wait for, and most never need.
 */
export const reference = plugin(
  async (app: FastifyInstance, { table }: { table: EndpointTable }) => {
    const document = once(() => openApi(table, { version: VERSION }));
    fixed(app, '/api/openapi.json', 'application/json', () => JSON.stringify(document()));
    fixed(app, '/api/docs', 'text/html', () => referencePage(document()));
    fixed(app, '/api/docs.css', 'text/css', styleSheet);
  },
);

const styleSheet = () => `${bothSchemes()}\n${readFileSync(STYLE, 'utf8')}`;

/** Serves a text that never changes while we run: packed once, and not at all where it is known. */
function fixed(app: FastifyInstance, url: string, type: string, write: () => string) {
  const known = once(async () => {
    const text = write();
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`;
    return { text, etag, packed: await promisify(gzip)(text) };
  });
  app.get(url, async (request, reply) => {
    const { text, etag, packed } = await known();
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.type(`${type}; charset=utf-8`);
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(text);
    return reply.header('content-encoding', 'gzip').send(packed);
  });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
