import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from './build.ts';
import { bundleIn, INITIAL_LIMIT, LAZY_LIMIT } from './bundle.ts';

const root = join(import.meta.dirname, '../apps/web');
// by a computed name: the types of the screens behind the table are none of this test's business
const table = join(root, 'src/route-table.ts');
const dist = join(root, 'dist');
const checkout = join(root, '../checkout/dist');
let bundle: Awaited<ReturnType<typeof bundleIn>>;

// of the sources as they are: what was built of others is built anew
before(async () => {
  await buildIfStale();
  bundle = await bundleIn(dist);
});

/** The custom properties that a text sets, and to what. */
const said = (text: string) =>
  [...text.matchAll(/(--[\w-]+): ?([^;]+)/g)].map((it) => it.slice(1) as [string, string]);

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

test('a colour of the library that a style asks for is there: those that none did are left out', async () => {
  const names = (await readdir(join(dist, 'assets'))).filter((name) => /\.(css|js)$/.test(name));
  const texts = await Promise.all(
    names.map((name) => readFile(join(dist, 'assets', name), 'utf8')),
  );
  const all = texts.join('\n');
  const asked = new Set(
    [...all.matchAll(/var\((--mantine-color-[a-z]+-[\w-]+)\)/g)].map((it) => it[1]!),
  );
  assert.ok(asked.size > 30);
  assert.deepEqual(
    [...asked].filter((name) => !all.includes(`${name}:`)),
    [],
  );
});

test('the browser carries no schema library: the contract gives it types and data alone', async () => {
  for (const file of await readdir(join(dist, 'assets'))) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(join(dist, 'assets', file), 'utf8');
    assert.doesNotMatch(text, /\bZod(Error|Type|String)\b|\b_zod\b/, file);
  }
});

test('whatever the page loads or holds of script and style carries the nonce, and nothing stands in attributes', async () => {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const parts = [...html.matchAll(/<(?:script|style|link rel="stylesheet")(?=[\s>])([^>]*)>/g)];
  assert.ok(parts.length >= 4);
  for (const [tag, attributes = ''] of parts)
    assert.match(attributes, /nonce="__CSP_NONCE__"/, tag);
  assert.equal(html.match(/<style/g)?.length, 1, 'of the frame');
  assert.equal(html.match(/<script(?![^>]* src=)/g)?.length, 1, 'of the frame');
  assert.doesNotMatch(html, /\son\w+=|\sstyle=/);
});

test('the frame waits for nothing: no script and no sheet of another file stands before it', async () => {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const before = html.slice(0, html.indexOf('<div id="frame"'));
  assert.doesNotMatch(before, /rel="stylesheet"/);
  for (const [tag] of before.matchAll(/<script[^>]* src=[^>]*>/g))
    assert.match(tag, /type="module"/);
  assert.doesNotMatch(html, /as="font"/, 'a slow line is the code’s first');
});

test('the page asks for the code of its screen by the names that this build gave it, and no more than a list has', async () => {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const [, text = ''] = /const files = (\{.*\});/.exec(html) ?? [];
  const files = JSON.parse(text) as Record<string, string>;
  for (const path of ['', '/transactions', '/soap-logs']) assert.ok(files[path], path);
  const built = new Set(await readdir(join(dist, 'assets')));
  for (const [path, names] of Object.entries(files)) {
    const unknown = names.split(' ').filter((name) => !built.has(name));
    assert.deepEqual(unknown, [], path);
  }
  const list = `${files['']} ${files['/transactions']}`.split(' ').map((name) => `assets/${name}`);
  const size = await bundle.gzipped(list);
  assert.ok(size < 50 * 1024, `${size} bytes before the rows of a first list`);
});

test('the frame has the colours and sizes of the console, and leaves out the pages without a menu', async () => {
  const html = await readFile(join(dist, 'index.html'), 'utf8');
  const sheets = [...bundle.initial].filter((file) => file.endsWith('.css'));
  const sheet = await Promise.all(sheets.map((file) => readFile(join(dist, file), 'utf8')));
  for (const scheme of [
    /:root\{([^}]*)\}/g,
    /:root\[data-mantine-color-scheme=dark\]\{([^}]*)\}/g,
  ]) {
    const of = (text: string) => said([...text.matchAll(scheme)].map(([, own]) => own).join(';'));
    const known = Object.fromEntries(of(sheet.join(''))) as Record<string, string>;
    const frame = of(html);
    assert.ok(frame.length >= 4);
    for (const [name, value] of frame) assert.equal(value, known[name], name);
  }
  const [, words = ''] = /\/\^\\\/\(([\w|-]+)\)/.exec(html) ?? [];
  const { ROUTES } = (await import(table)) as {
    ROUTES: readonly { path: string; access?: string }[];
  };
  const bare = ROUTES.filter(({ access }) => access).map(({ path }) => path.slice(1));
  assert.deepEqual(words.split('|').sort(), bare.sort());
});

const assets = () => join(checkout, 'assets');

describe('the checkout', () => {
  const MOST = 60 * 1024;

  test('weighs at most 60 KB, whatever a shopper does', async (t) => {
    let total = 0;
    for (const file of (await readdir(assets())).filter((name) => !name.endsWith('.br')))
      total += gzipSync(await readFile(join(assets(), file))).length;
    t.diagnostic(`all of its JS and CSS: ${(total / 1024).toFixed(1)} KB gzip`);
    assert.ok(total <= MOST, `${total} bytes`);
  });

  test('carries the nonce on all that it runs, no schema library, and loads nothing later', async () => {
    const html = await readFile(join(checkout, 'index.html'), 'utf8');
    const tags = [...html.matchAll(/<(?:script|style|link rel="stylesheet")(?=[\s>])([^>]*)>/g)];
    assert.equal(tags.length, 4);
    for (const [tag] of tags) assert.match(tag, /nonce="__CSP_NONCE__"/);
    assert.match(html, /<meta name="frame-src" content="__FRAME_SRC__"/);
    const scripts = (await readdir(assets())).filter((file) => file.endsWith('.js'));
    assert.equal(scripts.length, 1);
    const text = await readFile(join(assets(), scripts[0]!), 'utf8');
    assert.doesNotMatch(text, /\b_zod\b|\bimport\(|innerHTML\s*=\s*`|4242424242424242/);
  });
});
