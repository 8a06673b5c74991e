import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db/database.ts';

type Table =
  | 'outbox'
  | 'money_operations'
  | 'recurring_charges'
  | 'recurring_card_changes'
  | 'payment_operations'
  | 'payment_attempts'
  | 'loan_operations'
  | 'authentications'
  | 'signatures'
  | 'consumer_credits_refunds';

/** Rows that are worked on with no lock held: who takes one has it for a while, then anybody may. */
export interface Leases {
  table: Table;
  /** From when on a row may be taken. */
  due: 'due_date' | 'next_attempt_date' | 'next_inquiry_date';
  /** What is yet to be done. */
  open: RawBuilder<boolean>;
}

export interface Due {
  id: string;
  /** Of a mail there is none. */
  merchantId: string | null;
  attempts: number;
  due: string;
}

/** What may be taken by then, oldest first. */
export async function dueRows(
  db: Db,
  { table, due, open }: Leases,
  by: RawBuilder<unknown>,
  most: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, merchant_id as "merchantId", attempts, ${sql.ref(due)} as due from ${sql.table(table)}
    where ${open} and ${sql.ref(due)} <= ${by}
    order by ${sql.ref(due)}, id limit ${most}`.execute(db);
  return rows;
}

/**
 * Takes the row if it is still as it was read: of several who have read it one gets it, nobody waits
 * for long, and no lock outlives the statement (AM-47, AM-102). What it answers is at least its id.
 */
export async function takeRow<R>(
  db: Db,
  { table, due, open }: Leases,
  found: Due,
  until: RawBuilder<unknown>,
  {
    set,
    returning,
    counts = true,
  }: { set?: RawBuilder<unknown>; returning?: RawBuilder<R>; counts?: boolean } = {},
): Promise<R | undefined> {
  const { rows } = await sql<R>`
    update ${sql.table(table)}
    set attempts = attempts + ${counts ? 1 : 0}, ${sql.ref(due)} = ${until} ${set ? sql`, ${set}` : sql``}
    where id = ${found.id} ${found.merchantId ? sql`and merchant_id = ${found.merchantId}` : sql``}
      and attempts = ${found.attempts} and ${sql.ref(due)} = ${found.due}
      and ${open}
    returning ${returning ?? sql`id`}`.execute(db);
  return rows[0];
}

/** Goes through what is due, so many at once. One that throws takes nobody else’s turn; the first is thrown at the end. */
export async function eachDue(
  due: Due[],
  work: (found: Due) => Promise<unknown>,
  { stopping, atOnce = 1 }: { stopping?: AbortSignal | undefined; atOnce?: number } = {},
): Promise<void> {
  const errors: unknown[] = [];
  const worker = async () => {
    for (let found = due.shift(); found; found = due.shift()) {
      if (stopping?.aborted) break;
      await work(found).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (errors.length) throw errors[0];
}

/**
 * Takes the row to ask somebody about it, and counts the asking once it is over: a kill in the middle of it is no
 * answer that was not there, and the next pause is no longer for it (AM-102). True where it was taken.
 */
export async function whileTaken<R>(
  db: Db,
  leases: Leases,
  found: Due,
  { pauseSeconds, returning }: { pauseSeconds: number; returning: RawBuilder<R> },
  work: (taken: R) => Promise<unknown>,
): Promise<boolean> {
  const { table, due, open } = leases;
  const taken = await takeRow(
    db,
    leases,
    found,
    sql`now() + make_interval(secs => ${pauseSeconds})`,
    {
      counts: false,
      returning: sql<R & { until: string }>`${returning}, ${sql.ref(due)} as until`,
    },
  );
  if (!taken) return false;
  try {
    await work(taken);
  } finally {
    // what has gone on meanwhile has a time of its own
    await sql`
      update ${sql.table(table)} set attempts = attempts + 1
      where id = ${found.id} ${found.merchantId ? sql`and merchant_id = ${found.merchantId}` : sql``}
        and ${sql.ref(due)} = ${taken.until} and ${open}`.execute(db);
  }
  return true;
}
