import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { packAssets } from './pack.ts';

test('beside each built text that is worth it stands the same as Brotli, and beside nothing else', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'paydesk-pack-'));
  await mkdir(join(dist, 'assets'));
  const code = 'export const words = [];\n'.repeat(200);
  const files = { 'a.js': code, 'a.css': code, 'few.js': 'x', 'face.woff2': code };
  for (const [name, text] of Object.entries(files))
    await writeFile(join(dist, 'assets', name), text);
  await packAssets(dist);
  const made = (await readdir(join(dist, 'assets'))).filter((name) => !(name in files)).sort();
  assert.deepEqual(made, ['a.css.br', 'a.js.br']);
  for (const name of made) {
    const packed = await readFile(join(dist, 'assets', name));
    assert.ok(packed.length < code.length / 10);
    assert.equal(brotliDecompressSync(packed).toString(), code);
  }
  await rm(dist, { recursive: true });
});
