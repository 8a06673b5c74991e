import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest, ManifestChunk } from 'vite';

/** What a browser has to fetch, gzipped (design: sizes of the web app). */
export const INITIAL_LIMIT = 150 * 1024;
export const LAZY_LIMIT = 115 * 1024;

/** The chunks of a build and what they weigh. */
export async function bundleIn(dist: string) {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const chunks = Object.values(manifest);

  /** A chunk with all that it imports at once, and their styles. */
  function filesOf(chunk: ManifestChunk, files = new Set<string>()): Set<string> {
    if (files.has(chunk.file)) return files;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const key of chunk.imports ?? []) filesOf(manifest[key]!, files);
    return files;
  }

  return {
    chunks,
    /** Fetched before the first screen. */
    initial: filesOf(chunks.find(({ isEntry }) => isEntry)!),
    async gzipped(files: Iterable<string>): Promise<number> {
      let total = 0;
      for (const file of files) total += gzipSync(await readFile(join(dist, file))).length;
      return total;
    },
  };
}
