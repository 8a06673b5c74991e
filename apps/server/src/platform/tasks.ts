import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TaskStatus, TaskType } from '@paydesk/contract/tasks.ts';
import { sql } from 'kysely';
import { isAway } from './db/away.ts';
import type { Database, Db } from './db/database.ts';
import { errorLine } from './log.ts';
import type { Services } from './services.ts';
import { taskSpan } from './tracing.ts';

/** What a run did, as far as it counts. */
export interface TaskFigures {
  processed?: number;
  failed?: number;
  /** How the last of them failed, in words that name no value. */
  why?: string;
  /** Why the run as a whole has failed though it came to its end: a check found books that are wrong. */
  error?: string;
  /** What was due and is rightly not done; the record says why. */
  skipped?: number;
}

/** What goes item by item: how many there were, how many of these failed, and how. */
export type Counted = TaskFigures & { processed: number; failed: number };

/** Some work, and how often. */
export interface Repeating {
  name: string;
  everyMs: number;
  /** Until the first run; at once where it says nothing. Heavy work keeps out of the start. */
  firstAfterMs?: number;
  /** Long work looks at `stopping` between its portions: nobody waits for the rest of it. */
  run(stopping?: AbortSignal): Promise<TaskFigures | void>;
}

/** Runs once in its time over all processes on the database; each run is a row of task_executions. */
interface SharedTask extends Repeating {
  type: TaskType;
  inEachProcess?: never;
}

/** For what runs too often to write down each run, and takes care of the others by itself. */
interface TaskOfEach extends Repeating {
  type?: never;
  inEachProcess: true;
}

/** Work that repeats. */
export type Task = SharedTask | TaskOfEach;

/** Of runs more frequent than this that find nothing to do, the newest alone stays written down. */
const FREQUENT_MS = 60_000;
const WAITS = 'the database can’t be used now, the task waits';

/** How soon a process sees that a run is due, is asked for, or was cut short by a kill. */
export const LOOK_MS = 10_000;
/** How soon a task that waits for its first run sees that the house's clock was moved. */
const MOVED_MS = 1000;

/** Runs each task again and again, never twice at once in this process; stop waits for what runs. */
export function startTasks(
  tasks: readonly Task[],
  {
    database,
    log,
    now = () => new Date(),
  }: Pick<Services, 'database' | 'log'> & Partial<Pick<Services, 'now'>>,
): { stop(): Promise<void> } {
  // by its name one run at a time is held, by its type one that was cut short is told from one under way
  const names = tasks.flatMap(({ name, type }) => [name, type ?? []].flat());
  const twice = names.find((name, nth) => names.indexOf(name) !== nth);
  if (twice) throw new Error(`Two tasks are called ${twice}`);
  const stopping = new AbortController();
  // refused at once when the stop has come while the task ran
  const pause = (ms: number) =>
    setTimeout(ms, undefined, { signal: stopping.signal }).catch(() => {});
  /** By the house's clock: where a demo's is moved on, what is due by then is done (ADR 119). */
  const untilFirst = async ({ name, firstAfterMs: ms = 0, inEachProcess }: Task) => {
    const due = now().getTime() + ms;
    // nor longer than it would be without one: the machine's own may jump back
    const end = performance.now() + ms;
    const left = () => Math.min(due - now().getTime(), end - performance.now());
    let look = performance.now() + LOOK_MS;
    for (; left() > 0 && !stopping.signal.aborted;) {
      await pause(Math.min(left(), MOVED_MS));
      if (inEachProcess || performance.now() < look) continue;
      // who asks for it waits no longer for a first run than for any other
      if (await isAsked(database, name).catch(() => false)) return;
      look = performance.now() + LOOK_MS;
    }
  };
  const loops = tasks.map(async (task) => {
    await untilFirst(task);
    while (!stopping.signal.aborted) {
      const { signal } = stopping;
      const ran = task.inEachProcess ? task.run(signal) : runIfDue(database, task, signal);
      await ran.catch((error: unknown) => {
        // no fault of the task's, which has its turn again soon
        if (isAway(error)) log.warn({ task: task.name, why: errorLine(error) }, WAITS);
        else log.error({ err: error, task: task.name }, 'task failed');
      });
      await pause(task.inEachProcess ? task.everyMs : Math.min(task.everyMs, LOOK_MS));
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/**
 * Runs the task if it is due, or somebody asks for it, and no process runs it. The lock is the connection's:
 * it goes with the process that is killed, and with no end written down the run is due again at once.
 */
async function runIfDue(
  database: Database,
  task: SharedTask,
  stopping: AbortSignal,
): Promise<void> {
  const { name, everyMs } = task;
  await database.direct.connection().execute(async (connection) => {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(hashtext('task_runs'), hashtext(${name})) as held`.execute(
      connection,
    );
    if (!lock!.held) return;
    try {
      const {
        rows: [begun],
      } = await sql<Began>`
        with asked as (delete from task_asks where name = ${name} returning id, asked_by)
        insert into task_runs (name, started_date) values (${name}, now())
        on conflict (name) do update set started_date = excluded.started_date, ended_date = null
        where task_runs.ended_date is null or exists (select from asked)
          -- the clock was put back: it would wait until it is that late again
          or task_runs.started_date > now() + interval '1 minute'
          or task_runs.started_date <= now() - make_interval(secs => ${everyMs / 1000})
        returning (select id from asked) as id, (select asked_by from asked) as by`.execute(
        connection,
      );
      if (!begun) return;
      // one that failed has had its turn too
      try {
        await writtenDown(connection, task, begun, stopping);
      } finally {
        await sql`update task_runs set ended_date = now() where name = ${name}`.execute(connection);
      }
    } finally {
      await sql`select pg_advisory_unlock(hashtext('task_runs'), hashtext(${name}))`.execute(
        connection,
      );
    }
  });
}

/** It is due from now on, though it has had its turn. */
export const dueNow = async (
  database: Database,
  { name, everyMs }: Pick<Repeating, 'name' | 'everyMs'>,
): Promise<void> =>
  void (await sql`update task_runs
    set started_date = least(started_date, now() - make_interval(secs => ${everyMs / 1000}))
    where name = ${name} and ended_date is not null`.execute(database.kysely));

/** What a run is called that somebody asked for, and who it was; of all others nothing. */
interface Began {
  id: string | null;
  by: string | null;
}

const isAsked = async ({ kysely }: Database, name: string): Promise<boolean> =>
  (await sql`select from task_asks where name = ${name}`.execute(kysely)).rows.length > 0;

const CUT_SHORT = 'The process ended before the run did';

/** Runs it between two writes of its row, while the lock is held: what else is RUNNING was cut short. */
async function writtenDown(
  db: Db,
  { name, type, everyMs, run }: SharedTask,
  { id: asked, by }: Began,
  stopping: AbortSignal,
): Promise<void> {
  const id = asked ?? randomUUIDv7();
  const end = (
    status: TaskStatus,
    { processed, failed, skipped }: TaskFigures,
    error: string | null,
  ) =>
    sql`update task_executions set status = ${status}, finished_date = clock_timestamp(),
      processed = ${processed ?? null}, failed = ${failed ?? null},
      skipped = ${skipped ?? null}, error = ${error}
      where id = ${id}`.execute(db);
  await sql`update task_executions
    set status = 'FAILED', finished_date = clock_timestamp(), error = ${CUT_SHORT}
    where type = ${type} and status = 'RUNNING'`.execute(db);
  await sql`insert into task_executions (id, type, status, started_date, asked_by)
    values (${id}, ${type}, 'RUNNING', clock_timestamp(), ${by})`.execute(db);
  try {
    const { figures, status, error } = await taskSpan(`task ${name}`, async (note) => {
      const figures = (await run(stopping)) ?? {};
      const outcome = outcomeOf(figures);
      note({ 'paydesk.outcome': outcome.status, 'paydesk.processed': figures.processed ?? 0 });
      return { figures, ...outcome };
    });
    await end(status, figures, error);
    if (everyMs < FREQUENT_MS && figures.processed === 0 && !figures.failed)
      await sql`delete from task_executions
        where type = ${type} and status = 'SUCCESS' and processed = 0 and failed = 0
          and asked_by is null and id = (
          select id from task_executions where type = ${type} and id < ${id}
          order by id desc limit 1)`.execute(db);
  } catch (error) {
    await end('FAILED', {}, errorLine(error));
    throw error;
  }
}

/** What a run came to, in a word that is true: where everything failed, so has the run (AT-03). */
export function outcomeOf({ processed = 0, failed = 0, why, error }: TaskFigures): {
  status: Exclude<TaskStatus, 'RUNNING'>;
  error: string | null;
} {
  if (error) return { status: 'FAILED', error };
  if (!failed) return { status: 'SUCCESS', error: null };
  const how = why ? `${failed === 1 ? '' : ', the last'}: ${why}` : '';
  if (failed < processed)
    return { status: 'PARTLY_FAILED', error: how ? `${failed} failed${how}` : null };
  return {
    status: 'FAILED',
    error: `${failed === 1 ? 'The only one' : `All ${failed}`} failed${how}`,
  };
}

/** The figures of a check that found so much wrong. */
export const found = (wrong: number): TaskFigures => ({
  failed: wrong,
  ...(wrong && { error: `The check found ${wrong} wrong` }),
});
