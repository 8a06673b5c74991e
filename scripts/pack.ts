import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const pack = promisify(brotliCompress);

/** What is smaller goes in one packet either way. */
const LEAST_BYTES = 1024;

/**
 * Beside each built text a `.br` of it, as small as Brotli makes it: once at the build, since that takes
 * a thousand times as long as sending it. Who does not take Brotli gets gzip, made as it is sent.
 */
export async function packAssets(dist: string): Promise<void> {
  const files = globSync('assets/*.{js,css,svg,json}', { cwd: dist });
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(`${dist}/${file}`);
      if (text.length < LEAST_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      const packed = await pack(text, { params });
      if (packed.length < text.length) await writeFile(`${dist}/${file}.br`, packed);
    }),
  );
}
