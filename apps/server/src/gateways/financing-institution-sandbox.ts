import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import type {
  FinancingInstitution,
  InstitutionAnswer,
  RefundOrder,
} from './financing-institution.ts';
import { noLoans } from './none.ts';

/** Refunds of these amounts, in EUR, are answered otherwise; every other one is confirmed at once. */
export const INSTITUTION_AMOUNTS = {
  rejected: 11_01n,
  /** Taken, and confirmed later. */
  late: 11_02n,
  /** Taken, and rejected later. */
  lateRejected: 11_03n,
  /** Confirmed, but the first answer is lost. */
  unanswered: 11_04n,
  /** Never arrives, and is never answered. */
  lost: 11_05n,
} as const;

/** What arrived, with what was decided and from when on it is known; a late one is no lost one. */
export const INSTITUTION_SCHEMA = `
  create schema if not exists institution_sandbox;
  create table if not exists institution_sandbox.refunds (
    request_id uuid primary key,
    consumer_credit_id uuid not null,
    external_id text,
    loan_number text,
    amount_cents bigint not null,
    currency text not null,
    reason text not null,
    note text,
    reference text,
    reject_reason text,
    created_date timestamptz(3) not null default clock_timestamp(),
    decided_date timestamptz(3) not null,
    check (num_nonnulls(reference, reject_reason) = 1)
  );
  -- ids that were asked about before they came: nothing happens under them any more
  create table if not exists institution_sandbox.closed (request_id uuid primary key);
`;

export const NO_ORDER = 'The institution has no record of the order';
export const OTHER_ORDER = 'The id stands for another order';
const NOT_TAKEN: InstitutionAnswer = { outcome: 'rejected', reason: NO_ORDER };

interface Held {
  same: boolean;
  reference: string | null;
  reject_reason: string | null;
  decided: boolean;
}

/** An institution of ours that answers as one would, by amount; it keeps its own ledger. */
export function sandboxInstitution({
  databaseUrl,
  lateMs = 10_000,
}: {
  databaseUrl: string;
  /** When it decides on a late one. */
  lateMs?: number;
}): FinancingInstitution {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  // an idle connection that breaks is replaced at the next request
  pool.on('error', () => {});
  let prepared: Promise<unknown> | undefined;

  async function query<R extends object>(text: string, values: unknown[]) {
    prepared ??= prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    await prepared;
    return pool.query<R>(text, values);
  }

  /** Two servers may come up at once: one makes the table, the other waits for it. */
  async function prepare(): Promise<void> {
    const made = await pool.query<{ made: boolean }>(
      `select to_regclass('institution_sandbox.closed') is not null as made`,
    );
    if (made.rows[0]?.made) return;
    // one message is one transaction
    await pool.query(
      `select pg_advisory_xact_lock(hashtext('institution_sandbox')); ${INSTITUTION_SCHEMA}`,
    );
  }

  const isClosed = async (requestId: string) =>
    Boolean(
      (await query('select from institution_sandbox.closed where request_id = $1', [requestId]))
        .rowCount,
    );

  /** Order and question under one id take turns, each seeing what the other has written. */
  async function alone(requestId: string, text: string, values: unknown[]) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [requestId]);
      const done = await client.query(text, values);
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  return {
    ...noLoans,
    async refund(order) {
      if (await isClosed(order.requestId)) return NOT_TAKEN;
      const special = order.currency === 'EUR' ? order.amountCents : 0n;
      const { rejected, late, lateRejected, unanswered, lost } = INSTITUTION_AMOUNTS;
      if (special === lost) return new Promise<never>(() => {});
      const refused = special === rejected || special === lateRejected;
      const waits = special === late || special === lateRejected || !order.instantDecision;
      const parts = partsOf(order);
      // the time is cut to milliseconds: rounded, it could lie ahead of the clock
      const arrived = await alone(
        order.requestId,
        `insert into institution_sandbox.refunds (request_id, consumer_credit_id, external_id,
           loan_number, amount_cents, currency, reason, note, reference, reject_reason, decided_date)
         select $1::uuid, $2::uuid, $3, $4, $5::bigint, $6, $7, $8, $9, $10,
           date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $11::float8 / 1000)
         where not exists (select from institution_sandbox.closed where request_id = $1)
         on conflict do nothing returning 1`,
        [
          ...parts,
          refused ? null : institutionReference(order.requestId),
          refused ? 'The institution does not refund this amount' : null,
          waits ? lateMs : 0,
        ],
      );
      const { rows } = await query<Held>(
        `select reference, reject_reason, decided_date <= clock_timestamp() as decided,
           (consumer_credit_id, external_id, loan_number, amount_cents, currency, reason, note)
             is not distinct from ($2::uuid, $3::text, $4::text, $5::bigint, $6::text, $7::text, $8::text)
             as same
         from institution_sandbox.refunds where request_id = $1`,
        parts,
      );
      const [held] = rows;
      if (!held) return NOT_TAKEN;
      if (!held.same) throw new Error(OTHER_ORDER);
      if (special === unanswered && arrived.rowCount) throw new Error('The answer is lost');
      return answerOf(held);
    },

    async inquire(requestId) {
      const { rows } = await query<Held>(
        `select reference, reject_reason, decided_date <= clock_timestamp() as decided, true as same
         from institution_sandbox.refunds where request_id = $1`,
        [requestId],
      );
      if (rows[0]) return answerOf(rows[0]);
      const closed = await alone(
        requestId,
        `insert into institution_sandbox.closed (request_id)
         select $1::uuid where not exists (select from institution_sandbox.refunds where request_id = $1)
         on conflict do nothing`,
        [requestId],
      );
      return closed.rowCount || (await isClosed(requestId)) ? NOT_TAKEN : this.inquire(requestId);
    },

    close: () => pool.end(),
  };
}

const partsOf = (order: RefundOrder): unknown[] => [
  order.requestId,
  order.consumerCreditId,
  order.externalId,
  order.loanNumber,
  order.amountCents,
  order.currency,
  order.reason,
  order.note,
];

/** Eight digits that look like an institution's, the same for the same order. */
export const institutionReference = (requestId: string) =>
  `R${createHash('sha256').update(requestId).digest().readUInt32BE() % 100_000_000}`;

function answerOf({ reference, reject_reason: reason, decided }: Held): InstitutionAnswer {
  if (!decided) return { outcome: 'open' };
  return reference === null
    ? { outcome: 'rejected', reason: reason! }
    : { outcome: 'confirmed', reference };
}
