import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * npm run requirements -- FILE takes a newer catalogue over as docs/requirements.md, whole, and says
 * which rows are new, reworded or gone. A file that is no catalogue is refused.
 */

const HOME = fileURLToPath(new URL('../docs/requirements.md', import.meta.url));

/** Each row of a catalogue by its id (`TX-47`), as it is written. Throws where an id stands twice. */
export function rowsOf(catalogue: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const [row, id = ''] of catalogue.matchAll(/^\| ([A-Z]{2,3}-\d+) \|.*$/gm)) {
    if (rows.has(id)) throw new Error(`${id} stands twice`);
    rows.set(id, row);
  }
  return rows;
}

const told = (word: string, ids: string[]) => (ids.length ? [`${word}: ${ids.join(' ')}`] : []);

function takeOver(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const now = rowsOf(text);
  if (now.size === 0) throw new Error(`${file} has no rows such as '| TX-47 | … |'`);
  const before = rowsOf(existsSync(HOME) ? readFileSync(HOME, 'utf8') : '');
  writeFileSync(HOME, text);
  return [
    ...told(
      'new',
      [...now.keys()].filter((id) => !before.has(id)),
    ),
    ...told(
      'reworded',
      [...now].filter(([id, row]) => before.has(id) && before.get(id) !== row).map(([id]) => id),
    ),
    ...told(
      'gone',
      [...before.keys()].filter((id) => !now.has(id)),
    ),
    `${now.size} rows`,
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  if (!file) {
    console.error('Usage: npm run requirements -- FILE');
    process.exit(2);
  }
  try {
    for (const line of takeOver(file)) console.log(line);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
