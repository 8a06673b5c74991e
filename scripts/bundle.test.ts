import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'vite';
import { bundleIn, INITIAL_LIMIT, LAZY_LIMIT } from './bundle.ts';

const root = join(import.meta.dirname, '../apps/web');
let dist: string;
let bundle: Awaited<ReturnType<typeof bundleIn>>;

// its own build, so that no older one is measured
before(async () => {
  dist = await mkdtemp(join(tmpdir(), 'paydesk-bundle-'));
  process.env['NODE_ENV'] = 'production';
  await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } });
  bundle = await bundleIn(dist);
});
after(() => rm(dist, { recursive: true, force: true }));

test('the first load stays within its limit', async (t) => {
  const total = await bundle.gzipped(bundle.initial);
  t.diagnostic(`initial JS and CSS: ${(total / 1024).toFixed(1)} KB gzip`);
  assert.ok(total <= INITIAL_LIMIT, `${total} bytes`);
});

test('every chunk that loads later stays within its limit', async (t) => {
  for (const chunk of bundle.chunks.filter(({ isEntry }) => !isEntry)) {
    const own = [chunk.file, ...(chunk.css ?? [])].filter((file) => !bundle.initial.has(file));
    if (!/\.(js|css)$/.test(chunk.file)) continue;
    const total = await bundle.gzipped(own);
    if (total > 10 * 1024) t.diagnostic(`${chunk.file}: ${(total / 1024).toFixed(1)} KB gzip`);
    assert.ok(total <= LAZY_LIMIT, `${chunk.file}: ${total} bytes`);
  }
});

test('the browser carries no schema library: the contract gives it types and data alone', async () => {
  for (const file of await readdir(join(dist, 'assets'))) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(dist, 'assets', file), 'utf8');
    assert.doesNotMatch(text, /\bZod(Error|Type|String)\b|\b_zod\b/, file);
  }
});

test('the page holds no inline script and a nonce on each it loads', async () => {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)/g)];
  assert.ok(scripts.length >= 2);
  for (const [, attributes = '', body = ''] of scripts) {
    assert.match(attributes, /src="/);
    assert.match(attributes, /nonce="__CSP_NONCE__"/);
    assert.equal(body.trim(), '');
  }
  assert.doesNotMatch(html, /<style|\son\w+=/);
});
