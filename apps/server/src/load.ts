import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LoadReport } from '@paydesk/contract/kernel/loads.ts';
import { SANCTION_SOURCES } from '@paydesk/contract/resources/screening.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onDatabase, runCommand, say } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import type { LoadHow } from './platform/csv-file.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import { loadRanges } from './resources/bin-ranges/load.ts';
import { loadNames } from './resources/screening/load.ts';
import type { Source } from './resources/screening/shapes.ts';

/**
 * npm run load -- bin-ranges FILE | sanctions LIST FILE [--check] [--skip-refused]: what staff load by the console, out of a
 * file of this machine. It works on the database of DATABASE_URL, or on the embedded one of DATA_DIR, beside a
 * running server too, and is audited.
 */

const USAGE = `Usage: npm run load -- bin-ranges FILE.csv [--check] [--skip-refused]
       npm run load -- sanctions ${Object.keys(SANCTION_SOURCES).join('|')} FILE.csv [--check] [--skip-refused]`;
const BY = { userId: null, userName: 'npm run load', address: null };

const isSource = (text: string | undefined): text is Source =>
  text !== undefined && Object.hasOwn(SANCTION_SOURCES, text);

type Load = (database: Database, file: AsyncIterable<Buffer>, how: LoadHow) => Promise<LoadReport>;

/** What there is to load, and from which words. */
function asked(args: string[]): { load: Load; path: string; how: LoadHow } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        'skip-refused': { type: 'boolean', default: false },
      },
    });
    const how = { check: values.check, skipRefused: values['skip-refused'] };
    const [what, ...more] = positionals;
    if (what === 'bin-ranges' && more.length === 1)
      return { load: (database, file) => loadRanges(database, BY, file, how), path: more[0]!, how };
    const [source, file] = more;
    if (what === 'sanctions' && isSource(source) && file && more.length === 2)
      return {
        load: (database, from) => loadNames(database, BY, from, { ...how, source }),
        path: file,
        how,
      };
    throw new Error('What is to be loaded?');
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  const { load, path, how } = asked(process.argv.slice(2));
  const config = readConfig(process.env);
  await onDatabase(config, async ({ addresses }) => {
    const database = openDatabase(addresses.server, {
      statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
      directUrl: addresses.direct,
    });
    try {
      const began = performance.now();
      const report = await load(database, createReadStream(path), how);
      for (const { line, message } of report.refusals) say(`line ${line}: ${message}`);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(
        `${report.rows} rows, ${report.refused} refused; ` +
          `${report.replaced ? `${report.good} loaded` : 'nothing was loaded'} (${seconds} s)\n`,
      );
    } finally {
      await database.close();
    }
  });
}

await runCommand(main, ({ field, message }) => `${field}: ${message}`);
