import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Call } from '@paydesk/contract/index.ts';
import { QUEUES_LEAVE, TREND_SPANS, type TrendSpan } from '@paydesk/contract/system.ts';
import { sql } from 'kysely';
import type { Handlers } from './http/handlers.ts';
import type { Services } from './services.ts';
import { connectionsOf, queuesOf, tasksNow } from './system.ts';
import type { Task } from './tasks.ts';

type Trend = Call<'GET /api/system/trends'>['answer'];

/** One row for so long, whatever the number of processes. */
const STEP_MS = 5 * 60_000;
/** How soon a process sees that the next one has begun. */
const LOOK_MS = 60_000;

const secondsFrom = (from: string | null, now: number) =>
  from === null ? 0 : Math.max(0, Math.round((now - Date.parse(from)) / 1000));

/**
 * Writes down how the installation is doing, a row for five minutes. What all processes share is looked up by
 * the one that comes first; of what is a process's own, each puts in how it was where that is worse.
 */
export function keepFigures(services: Services, tasksOf: () => readonly Task[]): Task {
  const { database, now, realNow } = services;
  let loop: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let tasks: readonly Task[] | undefined;
  let told = -1;

  async function shared() {
    const queues = await queuesOf(services, []);
    const leave = queues.filter(({ name }) => QUEUES_LEAVE.includes(name));
    const callbacks = queues.find(({ name }) => name === 'CALLBACK')!;
    const late = (await tasksNow(services, (tasks ??= tasksOf()))).map(
      ({ started, everySeconds }) =>
        started ? secondsFrom(started, realNow().getTime()) - everySeconds : 0,
    );
    const { rows } = await sql<{ bytes: bigint }>`
      select pg_database_size(current_database()) as bytes`.execute(database.kysely);
    return {
      waiting: leave.reduce((sum, { waiting }) => sum + waiting, 0),
      oldest: Math.max(...leave.map(({ oldest }) => secondsFrom(oldest, now().getTime()))),
      failing: callbacks.failing,
      givenUp: callbacks.givenUp,
      lag: Math.max(0, ...late),
      bytes: rows[0]!.bytes,
      connections: (await connectionsOf(services)).used,
    };
  }

  return {
    name: 'keep-figures',
    everyMs: LOOK_MS,
    inEachProcess: true,
    async run() {
      if (!loop) {
        loop = monitorEventLoopDelay();
        loop.enable();
      }
      const step = Math.floor(realNow().getTime() / STEP_MS);
      if (step === told) return;
      const at = new Date(step * STEP_MS).toISOString();
      // without a measure yet it is none: a figure that is no number
      const loopMs = Math.round((loop.percentile(99) || 0) / 1e6);
      const { rows: known } = await sql`
        update system_figures set loop_ms = greatest(loop_ms, ${loopMs})
        where at = ${at}::timestamptz returning at`.execute(database.kysely);
      if (!known.length) {
        const { waiting, oldest, failing, givenUp, lag, bytes, connections } = await shared();
        await sql`insert into system_figures
            (at, waiting, oldest_seconds, failing, given_up, task_lag_seconds, bytes, connections, loop_ms)
          values (${at}, ${waiting}, ${oldest}, ${failing}, ${givenUp}, ${lag}, ${bytes}, ${connections}, ${loopMs})
          on conflict (at) do update set loop_ms = greatest(system_figures.loop_ms, excluded.loop_ms)`.execute(
          database.kysely,
        );
      }
      loop.reset();
      told = step;
    },
  };
}

/** How it was over a day or a week, in steps of which each says the worst. */
export function trendHandlers({ database, realNow }: Services): Handlers<'GET /api/system/trends'> {
  return {
    'GET /api/system/trends': async ({ query: { span } }) => {
      const { hours, stepMinutes } = TREND_SPANS[span as TrendSpan];
      const until = realNow();
      const from = new Date(until.getTime() - hours * 3_600_000).toISOString();
      const { rows: points } = await sql<Trend['points'][number]>`
        select date_bin(make_interval(mins => ${stepMinutes}), at, 'epoch') as at,
          max(waiting) as waiting, max(oldest_seconds) as "oldestSeconds", max(failing) as failing,
          max(given_up) as "givenUp", max(task_lag_seconds) as "taskLagSeconds",
          max(bytes)::float8 as bytes, max(connections) as connections, max(loop_ms) as "loopMs"
        from system_figures where at >= ${from}::timestamptz group by 1 order by 1`.execute(
        database.kysely,
      );
      return { from, until: until.toISOString(), stepMinutes, points };
    },
  };
}
