import * as z from 'zod';
import { endpoints, instant, uuid } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import {
  GATEWAY_WAYS,
  MAIL_BY,
  QUEUES,
  REPLICA_NOT_READ,
  SYSTEM_GATEWAYS,
  SYSTEM_READ,
  TREND_SPANS,
  type QueueName,
  type TrendSpan,
} from '../system.ts';
import { RUN_TASK } from '../run-task.ts';
import { TASK_STATUSES, TASK_TYPES, type TaskStatus, type TaskType } from '../tasks.ts';

const names = <E extends Enumeration>(of: E) =>
  z.enum(Object.keys(of) as [keyof E & string, ...(keyof E & string)[]]);

/** What is under way on the machines of an installation, as it is now. */
export const systemEndpoints = endpoints(() => {
  const failure = z.strictObject({ date: instant(), words: z.string() }).nullable();
  return {
    'GET /api/system': {
      tag: 'System',
      summary:
        'Sizes and growth of tables and how long their rows stay, tasks, queues, database, mail, gateways, backups, encryption keys, versions',
      serves: 'AM-118',
      access: SYSTEM_READ.anyOf,
      roles: SYSTEM_READ.roles,
      scope: 'all',
      answer: z.strictObject({
        at: instant(),
        versions: z.strictObject({
          paydesk: z.string(),
          node: z.string(),
          postgres: z.string(),
          migration: z.string(),
          /** Of the process that answers. */
          started: instant(),
        }),
        database: z.strictObject({
          embedded: z.boolean(),
          bytes: z.int(),
          /** Of all who are connected to the server of the database, and how many may be. */
          connections: z.int(),
          mostConnections: z.int(),
          /** Of the process that answers: open, of them at work, and who waits for one. */
          open: z.int(),
          busy: z.int(),
          waiting: z.int(),
          /** Null without DATABASE_READ_URL. */
          replica: z
            .strictObject({
              /** Why nothing is read from it now; null while it is. */
              notRead: names(REPLICA_NOT_READ).nullable(),
              lagMs: z.int().nullable(),
            })
            .nullable(),
        }),
        tables: z.array(
          z.strictObject({
            name: z.string(),
            /** As the database estimates it; null where it has not looked yet. */
            rows: z.int().nullable(),
            bytes: z.int(),
            /** Since the day that is named; null: nothing to compare with yet. */
            grown: z.strictObject({ bytes: z.int(), since: z.iso.date() }).nullable(),
            /** For how long its rows stay; null: for ever. */
            keeps: z
              .array(
                z.strictObject({
                  setting: z.string().nullable(),
                  hours: z.int(),
                  least: z.int().nullable(),
                }),
              )
              .nullable(),
          }),
        ),
        tasks: z.array(
          z.strictObject({
            name: z.string(),
            type: names(TASK_TYPES).nullable() as z.ZodType<TaskType | null>,
            everySeconds: z.number(),
            started: instant().nullable(),
            ended: instant().nullable(),
            status: names(TASK_STATUSES).nullable() as z.ZodType<TaskStatus | null>,
            error: z.string().nullable(),
            late: z.boolean(),
            /** Somebody wants it run now, and no process has begun it yet. */
            asked: z.strictObject({ by: z.string(), date: instant() }).nullable(),
          }),
        ),
        queues: z.array(
          z.strictObject({
            name: names(QUEUES) as z.ZodType<QueueName>,
            waiting: z.int(),
            failing: z.int(),
            givenUp: z.int(),
            oldest: instant().nullable(),
          }),
        ),
        mail: z.strictObject({
          by: names(MAIL_BY) as z.ZodType<keyof typeof MAIL_BY>,
          lastDelivered: instant().nullable(),
          failure,
        }),
        /** Counted by the process that answers, since it started. */
        gateways: z.array(
          z.strictObject({
            name: names(SYSTEM_GATEWAYS) as z.ZodType<keyof typeof SYSTEM_GATEWAYS>,
            way: names(GATEWAY_WAYS) as z.ZodType<keyof typeof GATEWAY_WAYS>,
            calls: z.int(),
            unanswered: z.int(),
            meanMs: z.number().nullable(),
            lastAnswer: instant().nullable(),
            failure,
          }),
        ),
        backups: z
          .strictObject({
            folder: z.string(),
            everyHours: z.number(),
            keep: z.int(),
            count: z.int(),
            newest: instant().nullable(),
            bytes: z.int().nullable(),
            next: instant().nullable(),
            failure,
            /** The archive of the log of writes; null: none is made (BACKUP_WAL). */
            log: z
              .strictObject({
                folder: z.string(),
                /** All that was committed until then can be restored from it. */
                reached: instant().nullable(),
                /** What was written since. */
                behindBytes: z.int(),
                bytes: z.int(),
                failure,
                /** Nothing between then and the next backup can be restored. */
                brokenOff: instant().nullable(),
              })
              .nullable(),
          })
          /** Null: no folder is named, and nobody backs up by the clock. */
          .nullable(),
        encryption: z.strictObject({
          /** The newest first: it seals. By the beginning of their fingerprints. */
          keys: z.array(
            z.strictObject({ id: z.string(), since: instant(), retired: instant().nullable() }),
          ),
          /** How far secrets are gone through that older keys may hold, twice; null: none is left to go. */
          change: z.strictObject({ round: z.int(), seen: z.int(), about: z.int() }).nullable(),
        }),
      }),
    },
    'POST /api/system/tasks/{type}/actions/run': {
      tag: 'System',
      summary:
        'Run a task before its time: a process begins it within so many seconds, under the id of the answer; refused while it runs',
      serves: 'AT-02, AM-82',
      access: RUN_TASK.anyOf,
      roles: RUN_TASK.roles,
      scope: 'all',
      entity: 'TASK_EXECUTION',
      // some charge cards, and what a batch holds is paid out
      sensitive: 'MONEY',
      idempotent: true,
      params: z.strictObject({ type: names(TASK_TYPES) as z.ZodType<TaskType> }),
      answer: z.strictObject({
        id: uuid().meta({ description: 'Of the run, among the task executions once it begins.' }),
        withinSeconds: z.int(),
      }),
    },
    'GET /api/system/trends': {
      tag: 'System',
      summary:
        'How the installation was doing over a day or a week: what waited and for how long, failed callbacks, tasks’ lag, size of the database, connections, event loops; of each step the worst',
      serves: 'AM-118',
      access: SYSTEM_READ.anyOf,
      roles: SYSTEM_READ.roles,
      scope: 'all',
      query: z.strictObject({
        span: z
          .enum(Object.keys(TREND_SPANS) as [TrendSpan, ...TrendSpan[]])
          .meta({ description: 'A day in steps of 15 minutes, or a week in steps of two hours.' }),
      }),
      answer: z.strictObject({
        from: instant(),
        until: instant(),
        stepMinutes: z.int(),
        /** The oldest first; a step in which no process ran has none. */
        points: z.array(
          z.strictObject({
            at: instant(),
            waiting: z.int(),
            oldestSeconds: z.int(),
            failing: z.int(),
            givenUp: z.int(),
            taskLagSeconds: z.int(),
            bytes: z.int(),
            connections: z.int(),
            loopMs: z.int(),
          }),
        ),
      }),
    },
  };
});
