import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { table } from '@paydesk/contract/index.ts';
import { handlersOf, lists } from '../../resources.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { buildApp } from './app.ts';
import type { Page } from './pages.ts';

const CODE = 'export const words = ["one", "two"];\n'.repeat(200);
const PACKED = brotliCompressSync(CODE);
/** As Chrome asks over TLS, in its order. */
const BROWSERS = 'gzip, deflate, br, zstd';

const page: Page = {
  path: '/for-all/{file}',
  serve: async () => ({
    type: 'text/javascript',
    body: CODE,
    brotli: PACKED,
    headers: { 'cache-control': 'public' },
  }),
};

describe('what the build has made', () => {
  let server: TestServer;
  let folder: string;
  let app: FastifyInstance;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'paydesk-web-'));
    await mkdir(join(folder, 'assets'));
    for (const [name, content] of Object.entries({
      'index.html': '<title>Paydesk</title>',
      'assets/app-1234567.js': CODE,
      'assets/app-1234567.js.br': PACKED,
      'assets/old-1234567.js': CODE,
    }))
      await writeFile(join(folder, name), content);
    server = await testServer();
    const { services } = server;
    app = await buildApp({
      services,
      table,
      handlers: handlersOf(services),
      lists,
      pages: [page],
      draining: () => false,
      webFolder: folder,
    });
  });
  after(async () => {
    await app.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const get = (url: string, encoding?: string, headers: Record<string, string> = {}) =>
    app.inject({
      url,
      headers: { ...(encoding !== undefined && { 'accept-encoding': encoding }), ...headers },
    });
  const read = ({ headers, rawPayload }: Awaited<ReturnType<typeof get>>) => {
    const as = headers['content-encoding'];
    const text =
      as === 'br'
        ? brotliDecompressSync(rawPayload)
        : as === 'gzip'
          ? gunzipSync(rawPayload)
          : rawPayload;
    assert.equal(text.toString(), CODE);
    return as ?? null;
  };

  for (const url of ['/assets/app-1234567.js', '/for-all/app.js'])
    test(`${url} comes as Brotli to whom it says something, else as gzip or as it is, and caches keep them apart`, async () => {
      for (const [asked, as] of [
        [BROWSERS, 'br'],
        ['br', 'br'],
        ['gzip;q=0.5, br;q=0.9', 'br'],
        ['gzip, deflate', 'gzip'],
        ['gzip, br;q=0', 'gzip'],
        ['gzip, brx', 'gzip'],
        ['identity', null],
        ['', null],
        [undefined, null],
      ] as const) {
        const said = await get(url, asked);
        assert.equal(said.statusCode, 200);
        assert.equal(read(said), as, String(asked));
        assert.match(String(said.headers['content-type']), /^(text|application)\/javascript/);
        assert.equal(String(said.headers['vary']).toLowerCase(), 'accept-encoding', String(asked));
      }
    });

  test('each form has a mark of its own, by which it is asked for again', async () => {
    const url = '/assets/app-1234567.js';
    const [packed, plain] = [await get(url, BROWSERS), await get(url)];
    const [mark, other] = [String(packed.headers['etag']), String(plain.headers['etag'])];
    assert.notEqual(mark, other);
    assert.equal(packed.rawPayload.length, PACKED.length);
    assert.match(String(packed.headers['cache-control']), /immutable/);
    assert.equal((await get(url, BROWSERS, { 'if-none-match': mark })).statusCode, 304);
    assert.equal((await get(url, BROWSERS, { 'if-none-match': other })).statusCode, 200);
    const head = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'br' } });
    assert.deepEqual(
      [head.headers['content-encoding'], head.headers['content-length']],
      ['br', String(PACKED.length)],
    );
  });

  test('what the build has not packed is packed as it is sent, and the packed file has no address', async () => {
    assert.equal(read(await get('/assets/old-1234567.js', BROWSERS)), 'gzip');
    assert.equal((await get('/assets/app-1234567.js.br')).statusCode, 404);
    const shell = await get('/', BROWSERS);
    assert.equal(shell.statusCode, 200);
    assert.notEqual(shell.headers['content-encoding'], 'br');
  });
});
