import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { logReached } from './backup/figures.ts';
import type { Services } from './services.ts';
import { connectionsOf, poolOf, queuesOf, tasksNow } from './system.ts';
import type { Task } from './tasks.ts';

/** What is told of a shop at a time: a label more is a series more, for ever. */
const MOST_LANES = 10;
/** Several who ask at once are told the same. */
const HOLDS_MS = 2000;

interface Found {
  queues: Awaited<ReturnType<typeof queuesOf>>;
  lanes: { merchant: string; oldest: string }[];
  tasks: Awaited<ReturnType<typeof tasksNow>>;
  connections: Awaited<ReturnType<typeof connectionsOf>>;
  archive: Awaited<ReturnType<typeof logReached>>;
}

/**
 * What hurts, for whoever watches from outside (docs/operations.md, 'Alerts'). What all processes share is
 * read from the database when /metrics is asked for; where it does not answer these series are absent
 * and `paydesk_database_up` is 0.
 */
export function measure(
  services: Services,
  { deltas, tasks }: { deltas: readonly string[]; tasks: () => readonly Task[] },
): void {
  const { database, meters, now } = services;
  let known: readonly Task[] | undefined;
  let last: { at: number; found: Promise<Found | null> } | undefined;

  async function look(): Promise<Found> {
    const { rows: lanes } = await sql<{ merchant: string; oldest: string }>`
      select merchant_id as merchant, min(created_date) as oldest from outbox
      where kind = 'CALLBACK' and delivered_date is null and given_up_date is null
        and merchant_id is not null
      group by merchant_id order by oldest limit ${MOST_LANES}`.execute(database.kysely);
    return {
      queues: await queuesOf(services, deltas),
      lanes,
      tasks: await tasksNow(services, (known ??= tasks())),
      connections: await connectionsOf(services),
      archive: await logReached(services),
    };
  }
  const found = () => {
    if (!last || performance.now() - last.at > HOLDS_MS)
      last = { at: performance.now(), found: look().catch(() => null) };
    return last.found;
  };
  const seconds = (from: string) => Math.max(0, (now().getTime() - Date.parse(from)) / 1000);
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    fill: (gauge: Gauge, found: Found) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [meters.registry],
      async collect() {
        this.reset();
        const all = await found();
        if (all) fill(this, all);
        // a gauge without labels is 0 after a reset, which would be a claim
        else if (!labelNames.length) this.set(NaN);
      },
    });

  const up = new Gauge({
    name: 'paydesk_database_up',
    help: 'Whether the database answered when /metrics was asked for',
    registers: [],
    async collect() {
      this.set((await found()) ? 1 : 0);
    },
  });
  gauge(
    'paydesk_queue_depth',
    'What waits to be delivered, folded or sealed; failing: tried and not taken yet',
    ['queue', 'state'],
    (one, { queues }) => {
      for (const { name, waiting, failing, givenUp } of queues) {
        one.set({ queue: name, state: 'waiting' }, waiting);
        one.set({ queue: name, state: 'failing' }, failing);
        one.set({ queue: name, state: 'given_up' }, givenUp);
      }
    },
  );
  gauge(
    'paydesk_queue_oldest_seconds',
    'Age of the oldest that waits; 0 where nothing does',
    ['queue'],
    (one, { queues }) => {
      for (const { name, oldest } of queues) one.set({ queue: name }, oldest ? seconds(oldest) : 0);
    },
  );
  gauge(
    'paydesk_callback_lane_oldest_seconds',
    `Age of the oldest callback of a merchant that waits, of the ${MOST_LANES} that wait longest`,
    ['merchant'],
    (one, { lanes }) => {
      for (const { merchant, oldest } of lanes) one.set({ merchant }, seconds(oldest));
    },
  );
  gauge(
    'paydesk_task_lag_seconds',
    'How long a task is past its time; 0 where it is not, or has not run yet',
    ['task'],
    (one, { tasks: all }) => {
      for (const { name, started, everySeconds } of all)
        one.set({ task: name }, started ? Math.max(0, seconds(started) - everySeconds) : 0);
    },
  );
  gauge(
    'paydesk_task_failed',
    'Whether the last run of a task failed, whole or in part',
    ['task'],
    (one, { tasks: all }) => {
      for (const { name, status } of all)
        one.set({ task: name }, status === 'FAILED' || status === 'PARTLY_FAILED' ? 1 : 0);
    },
  );
  gauge(
    'paydesk_database_connections',
    'Connections to the server of the database, all databases of it together; most: how many it takes',
    ['state'],
    (one, { connections }) => {
      one.set({ state: 'used' }, connections.used);
      one.set({ state: 'most' }, connections.most);
    },
  );
  if (services.config.BACKUP_DIR) {
    gauge(
      'paydesk_log_archive_age_seconds',
      'Since the moment until which the archive of the log holds all, or since the start; NaN where none is made',
      [],
      (one, { archive }) => {
        const from = archive?.reached?.getTime() ?? performance.timeOrigin;
        one.set(archive ? (Date.now() - from) / 1000 : NaN);
      },
    );
    gauge(
      'paydesk_log_archive_behind_bytes',
      'What the database has written to its log and the archive does not hold yet; NaN where none is made',
      [],
      (one, { archive }) => one.set(archive?.behindBytes ?? NaN),
    );
  }
  const { replica } = database;
  if (replica)
    for (const [name, help, figure] of [
      [
        'paydesk_replica_lag_seconds',
        'How far the replica is behind, for this process; NaN where nobody knows',
        () => (replica.state().lagMs ?? NaN) / 1000,
      ],
      [
        'paydesk_replica_read',
        'Whether what may lag is read from the replica (1), or it is left (0)',
        () => Number(replica.state().notRead === null),
      ],
    ] as const)
      meters.registry.registerMetric(
        new Gauge({
          name,
          help,
          registers: [],
          collect() {
            this.set(figure());
          },
        }),
      );
  const pool = new Gauge({
    name: 'paydesk_pool_connections',
    help: 'Connections of this process; waiting: calls that wait for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      for (const [state, count] of Object.entries(poolOf(services))) this.set({ state }, count);
    },
  });
  for (const one of [up, pool]) meters.registry.registerMetric(one);
}
