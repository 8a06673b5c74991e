import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { IMPORT_KINDS, type ImportKind } from '@paydesk/contract/imports.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onDatabase, runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import type { Encryption } from './platform/encryption.ts';
import { importFile } from './resources/imports/run.ts';
import type { By } from './resources/imports/rows.ts';

/**
 * npm run import -- transactions FILE: brings in what was elsewhere, row by row, each once by its external
 * id; NDJSON, or CSV where the file is called so. On the database of DATABASE_URL, or on the embedded one,
 * beside a running server too. What was refused stands in FILE.refused.csv.
 */

const USAGE = `Usage: npm run import -- ${IMPORT_KINDS.join('|')} FILE [--dry-run] [--by EMAIL]`;

interface Asked {
  kind: ImportKind;
  path: string;
  dryRun: boolean;
  email: string | undefined;
}

function asked(args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean', default: false }, by: { type: 'string' } },
    });
    const [kind, path, ...more] = positionals;
    const known = IMPORT_KINDS.find((one) => one === kind);
    if (!known) throw new Error(`What is to come in? One of ${IMPORT_KINDS.join(', ')}`);
    if (!path || more.length) throw new Error('One file is needed');
    if (!existsSync(path)) throw new Error(`There is no file ${path}`);
    return { kind: known, path, dryRun: values['dry-run'], email: values.by?.toLowerCase() };
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${USAGE}`);
  }
}

/** On whose word: an administrator of the provider, who answers for it in the audit log. */
async function byWhom(
  database: Database,
  encryption: Encryption,
  email: string | undefined,
): Promise<By> {
  const row = await database.kysely
    .selectFrom('users')
    .select(['id'])
    .where('user_role', '=', 'BACKOFFICE_ADMIN')
    .where('status', '=', 'ACTIVATED')
    .$if(email !== undefined, (query) => query.where('email', '=', email!))
    .orderBy('created_date')
    .orderBy('id')
    .executeTakeFirst();
  if (!row)
    throw new CannotStart(
      email
        ? `${email} is no active administrator`
        : 'There is no administrator yet on whose word rows could come in: invite one by npm run admin',
    );
  return { userId: row.id, userName: 'npm run import', address: null, encryption };
}

const count = (rows: number) => String(rows).replace(/\B(?=(\d{3})+$)/g, "'");

async function main(): Promise<void> {
  const { kind, path, dryRun, email } = asked(process.argv.slice(2));
  const config = readConfig(process.env);
  await onDatabase(config, async ({ addresses, encryption }) => {
    const database = openDatabase(addresses.server, {
      statementTimeoutMs: Math.max(config.STATEMENT_TIMEOUT_MS, 60_000),
      directUrl: addresses.direct,
    });
    try {
      const by = await byWhom(database, encryption, email);
      const begun = performance.now();
      const now = new Date();
      const done = await importFile(database, { kind, path, by, dryRun, now });
      const seconds = (performance.now() - begun) / 1000;
      process.stdout.write(
        `${dryRun ? 'Tried, and nothing stayed: ' : ''}${count(done.rows)} rows, ${count(done.created)} created, ` +
          `${count(done.changed)} changed, ${count(done.unchanged)} there already, ${count(done.refused)} refused; ${seconds.toFixed(1)} s, ` +
          `${count(Math.round(done.rows / Math.max(seconds, 0.001)))} rows a second\n` +
          (done.report ? `What was refused and why: ${done.report}\n` : ''),
      );
    } finally {
      await database.close();
    }
  });
}

await runCommand(main);
