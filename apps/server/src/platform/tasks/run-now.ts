import { randomUUIDv7 } from 'node:crypto';
import type { Call } from '@paydesk/contract/index.ts';
import { runTask } from '@paydesk/contract/run-task.ts';
import { TASK_TYPES } from '@paydesk/contract/tasks.ts';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Tx } from '../db/database.ts';
import type { Handlers } from '../http/handlers.ts';
import { answeredUnder, claimKey, keepAnswer } from '../idempotency.ts';
import { insist } from '../insist.ts';
import type { Services } from '../services.ts';
import { LOOK_MS, type Task } from '../tasks.ts';

type Run = 'POST /api/system/tasks/{type}/actions/run';

/**
 * A task that somebody wants run before its time: what is asked for lies in the database, and whichever process looks
 * first begins it, as it begins what is due. Nothing is run by the call itself.
 */
export function runNowHandlers(
  { database, now }: Services,
  tasksOf: () => readonly Task[],
): Handlers<Run> {
  let tasks: readonly Task[] | undefined;
  return {
    'POST /api/system/tasks/{type}/actions/run': ({
      actor,
      params: { type },
      idempotencyKey: key,
    }) =>
      database.transaction(actor.sight, async (tx): Promise<Call<Run>['answer']> => {
        if (await claimKey(tx, actor, { key, request: { call: 'run-task', type } }))
          return answeredUnder(tx, actor, key!);
        const task = (tasks ??= tasksOf()).find((one) => one.type === type);
        const id = randomUUIDv7();
        const stands = await asked(tx, task?.name ?? null, id, actor.userName);
        insist(runTask, { here: task !== undefined, ...stands }, actor, {}, now());
        const withinSeconds = Math.ceil(Math.min(task!.everyMs, LOOK_MS) / 1000);
        await audit(tx, actor, {
          action: 'RUN_TASK',
          entityType: 'TASK_EXECUTION',
          entityId: id,
          merchantId: null,
          result: 'SUCCESS',
          details: { task: TASK_TYPES[type] },
        });
        const answer = { id, withinSeconds };
        await keepAnswer(tx, actor, key, answer);
        return answer;
      }),
  };
}

/** Notes the wish, and says how the task stood; of two who ask at once the second waits here for the first. */
async function asked(tx: Tx, name: string | null, id: string, by: string) {
  if (name === null) return { running: false, askedBy: null };
  const { rows } = await sql`
    insert into task_asks (name, id, asked_by, asked_date) values (${name}, ${id}, ${by}, now())
    on conflict (name) do nothing returning name`.execute(tx);
  const {
    rows: [stands],
  } = await sql<{ running: boolean; by: string | null }>`
    select exists (select from task_runs where name = ${name} and ended_date is null) as running,
      (select asked_by from task_asks where name = ${name}) as by`.execute(tx);
  // what was asked for may have begun, and ended, since
  return { running: stands!.running, askedBy: rows.length ? null : (stands!.by ?? 'Somebody') };
}
