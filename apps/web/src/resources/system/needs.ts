import type { Call } from '@paydesk/contract/index.ts';
import {
  QUEUES,
  REPLICA_NOT_READ,
  SYSTEM_GATEWAYS,
  type QueueName,
} from '@paydesk/contract/system.ts';
import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';

export type System = Call<'GET /api/system'>['answer'];

/** One thing that somebody has to see to. */
export interface Need {
  tone: 'error' | 'warning';
  words: string;
  /** What there is to read about it. */
  about?: { queue: QueueName } | { task: TaskType } | undefined;
}

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** As long as more is there than this part, connections are no matter. */
const CONNECTIONS_FULL = 0.9;

/** Needs attention now, what is broken first; out of what the screen's own cards and tables say. */
export function needsOf(system: System): Need[] {
  const needs = [
    ...backups(system),
    ...mail(system),
    ...system.tasks.flatMap(taskNeeds),
    ...system.queues.flatMap(queueNeeds),
    ...system.gateways.flatMap(gatewayNeeds),
    ...database(system),
  ];
  return [
    ...needs.filter(({ tone }) => tone === 'error'),
    ...needs.filter(({ tone }) => tone === 'warning'),
  ];
}

/** It has gone wrong since it last went well. */
const isAfter = (failed: { date: string } | null, well: string | null) =>
  failed !== null && (well === null || failed.date > well);

function backups({ backups: of }: System): Need[] {
  if (!of) return [{ tone: 'warning', words: 'No automatic backups' }];
  const needs: Need[] = [];
  if (isAfter(of.failure, of.newest))
    needs.push({ tone: 'error', words: 'The last backup failed' });
  else if (!of.newest) needs.push({ tone: 'warning', words: 'No backup yet' });
  if (of.log?.brokenOff)
    needs.push({ tone: 'error', words: 'The archive of writes has a gap until the next backup' });
  else if (of.log && isAfter(of.log.failure, of.log.reached))
    needs.push({ tone: 'error', words: 'Writes are not archived' });
  return needs;
}

function mail({ mail: of }: System): Need[] {
  if (of.by === 'NOBODY')
    return [{ tone: 'warning', words: 'Emails are waiting: no mail server is set' }];
  return isAfter(of.failure, of.lastDelivered)
    ? [{ tone: 'error', words: 'Mail is not delivered' }]
    : [];
}

function taskNeeds({ name, type, status, late }: System['tasks'][number]): Need[] {
  const called = type ? TASK_TYPES[type] : name;
  const about = type ? { task: type } : undefined;
  return [
    ...(late ? [{ tone: 'error' as const, words: `Late: ${called}`, about }] : []),
    ...(status === 'FAILED'
      ? [{ tone: 'error' as const, words: `Failed at its last run: ${called}`, about }]
      : []),
    ...(status === 'PARTLY_FAILED'
      ? [{ tone: 'warning' as const, words: `Failed in part at its last run: ${called}`, about }]
      : []),
  ];
}

function queueNeeds({ name, failing, givenUp }: System['queues'][number]): Need[] {
  const about = { queue: name };
  return [
    ...(givenUp
      ? [{ tone: 'error' as const, words: `${QUEUES[name]}: ${givenUp} given up`, about }]
      : []),
    ...(failing
      ? [
          {
            tone: 'warning' as const,
            words: `${QUEUES[name]}: ${many(failing, 'fails and is tried again', 'fail and are tried again')}`,
            about,
          },
        ]
      : []),
  ];
}

function gatewayNeeds({ name, failure, lastAnswer }: System['gateways'][number]): Need[] {
  return isAfter(failure, lastAnswer)
    ? [{ tone: 'error', words: `${SYSTEM_GATEWAYS[name]} does not answer` }]
    : [];
}

function database({ database: of }: System): Need[] {
  const needs: Need[] = [];
  if (of.connections >= of.mostConnections * CONNECTIONS_FULL)
    needs.push({
      tone: 'error',
      words: `The database has ${of.connections} of ${of.mostConnections} connections`,
    });
  if (of.replica?.notRead)
    needs.push({
      tone: 'warning',
      words: `The replica is not read from: ${REPLICA_NOT_READ[of.replica.notRead].toLowerCase()}`,
    });
  return needs;
}
