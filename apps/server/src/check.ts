import { booksAgree } from './books.ts';
import { readHeads } from './platform/audit-heads.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { onOwnersDatabase, runCommand, say } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Anchor } from './platform/seals.ts';

/**
 * npm run check: compares, in the database that DATABASE_URL names or in the embedded one, beside a
 * running server too, the counters with the rows and the audit log with its seals. Changes nothing; ends
 * with status 1 where something is wrong. `npm run check -- 41:9f86d0…` also holds seals against what
 * the server's log says of them, any number of them; with AUDIT_HEADS_DIR against the signed heads there.
 */

const anchorOf = (text: string): Anchor => {
  const [, number, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new CannotStart(`${text}: a seal is written as NUMBER:HASH`);
  return [BigInt(number), hash];
};

const wrong = (line: string) => {
  process.exitCode = 1;
  say(line);
};
const give = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const config = readConfig(process.env);
  const { AUDIT_HEADS_DIR: folder } = config;
  const heads = folder ? readHeads(folder, wrong) : [];
  if (heads.length) give(`${heads.length} seals are held against signed heads of ${folder}`);
  const anchors = [...heads, ...process.argv.slice(2).map(anchorOf)];
  await onOwnersDatabase(config, async (url) => {
    const database = openDatabase(url, { statementTimeoutMs: config.STATEMENT_TIMEOUT_MS });
    try {
      if (!(await booksAgree(database, { result: give, fault: say }, anchors)))
        process.exitCode = 1;
    } finally {
      await database.close();
    }
  });
});
