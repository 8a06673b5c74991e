import type { TaskStatus, TaskType } from '@paydesk/contract/tasks.ts';
import type { TaskExecutionRow } from './tables.ts';
import { HOUR_MS, later, type World } from './world.ts';

/** A demo was never backed up, never had another key, hands its log to nobody, and erased nobody. */
type Past = Exclude<
  TaskType,
  'BACKUP' | 'KEY_CHANGE' | 'AUDIT_HEAD' | 'AUDIT_PUSH' | 'ERASURE_CHECK' | 'CUSTOMER_RETENTION'
>;

/** What an earlier installation left, by how often a task runs and how long it takes. */
const RHYTHMS: Readonly<Record<Past, { hours: number; seconds: number; rows: number }>> = {
  SETTLEMENT_BATCH: { hours: 24, seconds: 90, rows: 900 },
  SETTLEMENT_FILE: { hours: 24, seconds: 20, rows: 900 },
  RECURRING_CHARGE: { hours: 24, seconds: 240, rows: 120 },
  CALLBACK_RETRY: { hours: 6, seconds: 5, rows: 8 },
  PASSWORD_EXPIRY: { hours: 24, seconds: 2, rows: 3 },
  SCREENING_UPDATE: { hours: 48, seconds: 600, rows: 3000 },
  ORDER_EXPIRY: { hours: 24, seconds: 2, rows: 2 },
  PURCHASE_EXPIRY: { hours: 24, seconds: 2, rows: 3 },
  COUNTER_CHECK: { hours: 24, seconds: 4, rows: 0 },
  BUSINESS_DAY_CHECK: { hours: 24, seconds: 4, rows: 0 },
  JOURNAL_CHECK: { hours: 24, seconds: 4, rows: 900 },
  HOUSEKEEPING: { hours: 12, seconds: 1, rows: 40 },
  AUDIT_SEAL: { hours: 12, seconds: 1, rows: 60 },
  OUTBOX_AGEING: { hours: 12, seconds: 1, rows: 80 },
};

const ERRORS = [
  'The settlement file could not be delivered',
  'The database did not answer in time',
  'The process ended before the run did',
];

const DAYS = 30;
/** So long ago the newest run of each was; no sooner, so that one under way is the newest of all. */
const SINCE_MS = HOUR_MS;

/** The runs of every task over the last days, of each type one at least in every status that it can have. */
export function taskExecutions(world: World): void {
  const { random, clock } = world;
  for (const type of Object.keys(RHYTHMS) as Past[]) {
    const { hours, seconds, rows } = RHYTHMS[type];
    for (let nth = Math.floor((DAYS * 24) / hours); nth >= 0; nth--) {
      const started = later(clock, -SINCE_MS - nth * hours * HOUR_MS);
      const failed = nth === 2 || (random.chance(0.04) && nth !== 3);
      const finished = later(started, Math.round(seconds * 1000 * (0.5 + random.fraction())));
      const usual = random.int(Math.floor(rows / 2), rows + 1);
      const processed = nth === 3 ? Math.max(usual, 2) : usual;
      const some = nth === 3 || random.chance(0.1) ? Math.ceil(processed / 100) : 0;
      const partly = !failed && some < processed ? some : 0;
      add(world, type, failed ? 'FAILED' : partly ? 'PARTLY_FAILED' : 'SUCCESS', started, {
        finishedDate: finished,
        ...(failed ? { error: random.pick(ERRORS) } : { processed, failed: partly }),
      });
    }
    add(world, type, 'RUNNING', later(clock, -random.int(1000, seconds * 500 + 2000)), {});
  }
}

function add(
  { random, emit }: World,
  type: TaskType,
  status: TaskStatus,
  startedDate: Date,
  given: Partial<TaskExecutionRow>,
): void {
  emit('taskExecutions', {
    id: random.id(startedDate),
    type,
    status,
    startedDate,
    finishedDate: null,
    processed: null,
    failed: null,
    error: null,
    skipped: null,
    askedBy: null,
    ...given,
  });
}
