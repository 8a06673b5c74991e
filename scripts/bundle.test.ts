import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, type Manifest, type ManifestChunk } from 'vite';

/** What a browser has to fetch, gzipped (design: sizes of the web app). */
const INITIAL_LIMIT = 180 * 1024;
const LAZY_LIMIT = 115 * 1024;

const root = join(import.meta.dirname, '../apps/web');
let dist: string;
let manifest: Manifest;

// its own build, so that no older one is measured
before(async () => {
  dist = await mkdtemp(join(tmpdir(), 'paydesk-bundle-'));
  process.env['NODE_ENV'] = 'production';
  await build({ root, logLevel: 'warn', build: { outDir: dist, emptyOutDir: true } });
  manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
});
after(() => rm(dist, { recursive: true, force: true }));

const gzipped = async (file: string) => gzipSync(await readFile(join(dist, file))).length;

/** A chunk with all that it imports at once, and their styles. */
function filesOf(chunk: ManifestChunk, files = new Set<string>()): Set<string> {
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const key of chunk.imports ?? []) filesOf(manifest[key]!, files);
  return files;
}

async function sum(files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of files) total += await gzipped(file);
  return total;
}

const entry = () => Object.values(manifest).find((chunk) => chunk.isEntry)!;

test('the first load stays within its limit', async (t) => {
  const total = await sum(filesOf(entry()));
  t.diagnostic(`initial JS and CSS: ${(total / 1024).toFixed(1)} KB gzip`);
  assert.ok(total <= INITIAL_LIMIT, `${total} bytes`);
});

test('every chunk that loads later stays within its limit', async (t) => {
  const first = filesOf(entry());
  for (const chunk of Object.values(manifest).filter(({ isEntry }) => !isEntry)) {
    const own = [chunk.file, ...(chunk.css ?? [])].filter((file) => !first.has(file));
    if (!/\.(js|css)$/.test(chunk.file)) continue;
    const total = await sum(own);
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
