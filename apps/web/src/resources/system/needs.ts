import type { Call } from '@paydesk/contract/index.ts';
import {
  QUEUES,
  REPLICA_NOT_READ,
  SYSTEM_GATEWAYS,
  type QueueName,
} from '@paydesk/contract/system.ts';
import { TASK_TYPES, type TaskStatus, type TaskType } from '@paydesk/contract/tasks.ts';

export type System = Call<'GET /api/system'>['answer'];

/** One thing that somebody has to see to. */
export interface Need {
  tone: 'error' | 'warning';
  words: string;
  /** Where it is read, or mended; none where the console has neither. */
  about?: About | undefined;
}

export type About =
  | { queue: QueueName; state: QueueState }
  | { task: TaskType; status?: TaskStatus }
  | { mail: 'unset' | 'failing' };
/** What a queue’s figure counts. */
export type QueueState = 'failing' | 'givenUp';

const need = (tone: Need['tone'], words: string, about?: About): Need => ({ tone, words, about });

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
  // set where the server is started, and nowhere here
  if (!of) return [need('warning', 'No automatic backups: BACKUP_DIR is not set')];
  const needs: Need[] = [];
  const about = { task: 'BACKUP' } as const;
  if (isAfter(of.failure, of.newest)) needs.push(need('error', 'The last backup failed', about));
  else if (!of.newest) needs.push(need('warning', 'No backup yet', about));
  if (of.log?.brokenOff)
    needs.push({ tone: 'error', words: 'The archive of writes has a gap until the next backup' });
  else if (of.log && isAfter(of.log.failure, of.log.reached))
    needs.push({ tone: 'error', words: 'Writes are not archived' });
  return needs;
}

function mail({ mail: of }: System): Need[] {
  if (of.by === 'NOBODY')
    return [need('warning', 'Emails are waiting: no mail server is set', { mail: 'unset' })];
  return isAfter(of.failure, of.lastDelivered)
    ? [need('error', 'Mail is not delivered', { mail: 'failing' })]
    : [];
}

function taskNeeds({ name, type, status, late }: System['tasks'][number]): Need[] {
  const called = type ? TASK_TYPES[type] : name;
  const task = type ? { task: type } : undefined;
  const runs = task && status ? { ...task, status } : task;
  return [
    ...(late ? [need('error', `Late: ${called}`, task)] : []),
    ...(status === 'FAILED' ? [need('error', `Failed at its last run: ${called}`, runs)] : []),
    ...(status === 'PARTLY_FAILED'
      ? [need('warning', `Failed in part at its last run: ${called}`, runs)]
      : []),
  ];
}

function queueNeeds({ name: queue, failing, givenUp }: System['queues'][number]): Need[] {
  const are = many(failing, 'fails and is tried again', 'fail and are tried again');
  return [
    ...(givenUp
      ? [need('error', `${QUEUES[queue]}: ${givenUp} given up`, { queue, state: 'givenUp' })]
      : []),
    ...(failing ? [need('warning', `${QUEUES[queue]}: ${are}`, { queue, state: 'failing' })] : []),
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
