import { parseArgs } from 'node:util';
import { CannotStart } from './platform/cannot-start.ts';
import { onOwnersDatabase, runCommand } from './platform/command.ts';
import { readConfig } from './platform/config.ts';
import { onClient } from './platform/db/client.ts';
import type { Plan } from './platform/db/spread/plan.ts';
import { spread, wouldBe } from './platform/db/spread/run.ts';

/**
 * npm run distribute -- [--dry-run] [--shards N]: spreads the rows of merchants over the machines of a Citus
 * cluster whose coordinator DATABASE_URL names (docs/scale.md), with the servers ended. Does nothing where they
 * are spread; --dry-run says what would be done, on any PostgreSQL, and changes nothing.
 */

const USAGE = 'Usage: npm run distribute -- [--dry-run] [--shards N]';
const give = (line: string) => process.stdout.write(`${line}\n`);

function asked(args: string[]): { dryRun: boolean; shards: number | undefined } {
  try {
    const { values } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean', default: false }, shards: { type: 'string' } },
    });
    if (values.shards !== undefined && !/^[1-9]\d{0,3}$/.test(values.shards))
      throw new Error('--shards takes a whole number');
    return {
      dryRun: values['dry-run'],
      shards: values.shards === undefined ? undefined : Number(values.shards),
    };
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n${USAGE}`);
  }
}

function told({ steps, gone }: Plan, dryRun: boolean): void {
  if (dryRun) for (const { says, sql } of steps) give(`-- ${says}\n${sql.trim()};`);
  for (const [says, some] of Map.groupBy(steps, (step) => step.says))
    give(`${dryRun ? '-- ' : ''}${some.length} statements: ${says}`);
  if (!steps.length) give('The rows are where they belong: nothing is to be done');
  for (const line of gone) give(`${dryRun ? '-- ' : ''}not held by the database any more: ${line}`);
}

await runCommand(async () => {
  const { dryRun, shards } = asked(process.argv.slice(2));
  await onOwnersDatabase(readConfig(process.env), (url) =>
    onClient(url, async (client) =>
      told(await (dryRun ? wouldBe(client) : spread(client, shards)), dryRun),
    ),
  );
});
