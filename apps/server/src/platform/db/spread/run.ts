import type { Client } from 'pg';
import { CannotStart } from '../../cannot-start.ts';
import { EVERYWHERE, OF_MERCHANTS } from '../placement.ts';
import { hasCitus, readCatalogue } from './catalogue.ts';
import { CHANGES } from './functions.ts';
import { planOf, type Plan } from './plan.ts';
import { FORGET_ELSEWHERE, TOLD_ELSEWHERE } from './told.ts';

/** The first version that was tried. */
const CITUS = 13;

/**
 * Into how many shares rows are parted, of which each machine has some; more machines than that have none. What asks
 * all of them, as staff's lists do, costs by their number (docs/scale.md).
 */
const SHARDS = 8;

/** How each connection to it works from then on. */
export const OF_DATABASE = [
  // many small statements: one connection to each machine does, and what is written next sees what was read
  `citus.multi_shard_modify_mode = 'sequential'`,
  // migrations bring triggers too
  'citus.enable_unsafe_triggers = on',
  // whom somebody of some merchants reaches is asked by a policy
  'citus.allow_nested_distributed_execution = on',
];

interface Standing {
  version: number;
  superuser: boolean;
  sets: string;
  coordinators: number;
  workers: number;
}

const STANDING = `
  select split_part(extversion, '.', 1)::int as version,
    (select rolsuper from pg_roles where rolname = current_user) as superuser,
    current_setting('citus.propagate_set_commands') as sets,
    (select count(*) from pg_dist_node where groupid = 0)::int as coordinators,
    (select count(*) from pg_dist_node where groupid <> 0 and isactive and noderole = 'primary')::int as workers
  from pg_extension where extname = 'citus'`;

/** What has to be otherwise before rows can be spread, a line each. */
function amiss({ version, superuser, sets, coordinators, workers }: Standing): string[] {
  return [
    version < CITUS && `Citus is ${version}, and ${CITUS} or newer is needed`,
    !superuser && 'the owner is no superuser, and triggers go to the machines by one alone',
    sets !== 'local' &&
      `citus.propagate_set_commands is '${sets}': whose rows may be seen is said by “set local”, which has to reach the machines, so it must be 'local'`,
    !coordinators && 'the coordinator does not know itself: select citus_set_coordinator_host(…)',
    !workers && 'there is no machine to spread rows to: select citus_add_node(…)',
  ].filter((line) => line !== false);
}

/** What would be done to this database, with Citus or without. */
export const wouldBe = async (client: Client): Promise<Plan> => planOf(await readCatalogue(client));

/** Spreads the rows of merchants over the machines, all of them or none; does nothing where they are. */
export async function spread(client: Client, shards = SHARDS): Promise<Plan> {
  if (!(await hasCitus(client)))
    throw new CannotStart(
      'This database has no Citus: create extension citus, here and on each machine (docs/scale.md). --dry-run says what would be done.',
    );
  const { rows } = await client.query<Standing>(STANDING);
  const lines = amiss(rows[0]!);
  if (lines.length) throw new CannotStart(`Rows can’t be spread yet:\n${lines.join('\n')}`);
  const plan = await wouldBe(client);
  // before any trigger writes there
  await onWorkers(client, CHANGES);
  for (const asks of [TOLD_ELSEWHERE, FORGET_ELSEWHERE]) await client.query(asks);
  if (plan.steps.length) {
    await client.query('begin');
    for (const setting of [
      ...OF_DATABASE,
      `citus.shard_count = ${shards}`,
      'client_min_messages = error',
    ])
      await client.query(`set local ${setting}`);
    for (const setting of OF_DATABASE)
      await client.query(
        `alter database ${client.escapeIdentifier(client.database!)} set ${setting}`,
      );
    // the machines are asked as whoever asks
    for (const role of ['paydesk_server', 'paydesk_merchant', 'paydesk_confined'])
      await client.query(`alter role ${role} login`);
    for (const { says, sql } of plan.steps)
      await client.query(sql).catch((error: Error) => {
        throw new CannotStart(`${says}: ${error.message}\n${sql}`);
      });
    await client.query('commit');
    // shards begin without statistics: a payment's record took 88 ms until they were there, and 3 then
    for (const table of [...OF_MERCHANTS, ...EVERYWHERE]) await client.query(`analyze ${table}`);
  }
  await mustBeSpread(client);
  return plan;
}

/** As merchants' people a table of one machine under policies, joined with rows of others, ends the backend. */
async function mustBeSpread(client: Client): Promise<void> {
  const { tables } = await readCatalogue(client);
  const now = new Map(tables.map((table) => [table.name, table.now]));
  const left = [
    ...OF_MERCHANTS.filter((name) => now.get(name) !== 'merchant'),
    ...EVERYWHERE.filter((name) => now.get(name) !== 'everywhere'),
  ];
  if (left.length) throw new CannotStart(`Still in one place: ${left.join(', ')}`);
}

async function onWorkers(client: Client, sql: string): Promise<void> {
  const { rows } = await client.query<{ nodename: string; success: boolean; result: string }>(
    'select nodename, success, result from run_command_on_workers($1)',
    [sql],
  );
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new CannotStart(`${failed.nodename}: ${failed.result}`);
}
