import { SETTINGS, type SettingName } from '@paydesk/contract/settings.ts';
import { sql } from 'kysely';
import type { Database, Db } from './db/database.ts';
import { numberOf, type NumberName } from './settings.ts';

const DAY_HOURS = 24;

/** Rows that go once they have served their time: by which column, and after how long. */
export interface Ageing {
  table: string;
  /** The instant that their time runs from. */
  by: string;
  /** Which of them; all where it says nothing. */
  when?: string;
  /** How many days staff have said, within the least of the setting. */
  setting?: NumberName;
  /** Where nobody has a say: nothing reads them any more. */
  hours?: number;
  /** What is between this machine and the outside goes by the real time, however far a demo's clock was moved (ADR 119). */
  real?: true;
}

/**
 * All that goes by itself, and nothing else does: payments, journal, audit log and the story of a record
 * stay for ever. A table that is not named here keeps its rows.
 */
export const AGEING: readonly Ageing[] = [
  { table: 'idempotency_keys', by: 'created_date', setting: 'retention.idempotency-keys.days' },
  { table: 'sessions', by: 'expires_date', setting: 'retention.sessions.days', real: true },
  { table: 'tokens', by: 'expires_date', setting: 'retention.sessions.days', real: true },
  { table: 'email_changes', by: 'expires_date', setting: 'retention.sessions.days', real: true },
  { table: 'known_devices', by: 'last_seen_date', setting: 'retention.devices.days', real: true },
  // an application that was begun and never sent in: its link is over, and so is what was typed
  {
    table: 'merchant_applications',
    by: 'expires_date',
    when: 'submitted_date is null',
    setting: 'retention.sessions.days',
  },
  { table: 'task_executions', by: 'started_date', setting: 'retention.task-runs.days' },
  { table: 'outbox', by: 'delivered_date', setting: 'retention.messages-delivered.days' },
  {
    table: 'outbox',
    by: 'given_up_date',
    when: 'delivered_date is null',
    setting: 'retention.messages-given-up.days',
  },
  { table: 'soap_logs', by: 'created_date', setting: 'retention.soap-logs.days' },
  { table: 'mpi_logs', by: 'created_date', setting: 'retention.mpi-logs.days' },
  { table: 'exchange_logs', by: 'created_date', setting: 'retention.exchange-logs.days' },
  // a list of failures that is empty is over
  {
    table: 'login_attempts',
    by: `coalesce(dates[cardinality(dates)], '-infinity'::timestamptz)`,
    hours: DAY_HOURS,
    real: true,
  },
  // an hour is more than the clocks of two processes are apart
  { table: 'call_counts', by: 'minute', hours: 1, real: true },
  // longer than a signature could be sent again
  { table: 'seen_signatures', by: 'seen_date', hours: 1, real: true },
  // a question that was answered is over sooner than that
  { table: 'used_challenges', by: 'used_date', hours: 1, real: true },
  // what somebody has done of a day alone; longer than a day is in any zone
  { table: 'approval_sums', by: 'created_date', hours: 3 * DAY_HOURS },
  // that somebody might is in the audit log
  { table: 'personal_data_permits', by: 'expires_date', hours: DAY_HOURS },
  { table: 'sso_flows', by: 'created_date', hours: 1, real: true },
  { table: 'table_sizes', by: 'day', hours: 400 * DAY_HOURS },
  // a week is shown
  { table: 'system_figures', by: 'at', hours: 8 * DAY_HOURS, real: true },
];

/** What may be asked of an ageing besides: for how long, and the least that staff can say. */
export async function termOf(
  db: Db,
  { setting, hours }: Ageing,
): Promise<{ setting: SettingName | null; hours: number; least: number | null }> {
  if (!setting) return { setting: null, hours: hours!, least: null };
  return {
    setting,
    hours: (await numberOf(db, setting)) * DAY_HOURS,
    least: SETTINGS[setting].field.min * DAY_HOURS,
  };
}

/**
 * Takes away the oldest of what was over at the moment, about so many rows; gives how many there were. By
 * a span of time and not by ids: rows of all merchants go by it alike (ADR 140).
 */
export async function takeAway(
  database: Database,
  { table, by, when }: Ageing,
  before: Date,
  size: number,
): Promise<number> {
  const [name, instant] = [sql.table(table), sql.raw(by)];
  const over = sql`${instant} < ${before.toISOString()}::timestamptz and ${sql.raw(when ?? 'true')}`;
  const {
    rows: [last],
  } = await sql<{ until: string }>`select (${instant})::timestamptz::text as until from ${name}
    where ${over} order by ${instant} offset ${size - 1} limit 1`.execute(database.kysely);
  const portion = last ? sql`${instant} <= ${last.until}::timestamptz and ${over}` : over;
  const { numAffectedRows } = await database.transaction('all', (tx) =>
    sql`delete from ${name} where ${portion}`.execute(tx),
  );
  return Number(numAffectedRows ?? 0n);
}
