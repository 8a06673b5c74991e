import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import type {
  Acquirer,
  AcquirerAnswer,
  MoneyRequest,
  PaymentAnswer,
  PaymentQuestion,
} from './acquirer.ts';
import { withTimeout, type AcquirerLine } from './with-timeout.ts';

/** Amounts that make the sandbox misbehave (AM-103), in EUR; every other one is approved. */
export const SANDBOX_AMOUNTS = {
  declined: 9999_01n,
  /** No answer, and the request never arrived. */
  lost: 9999_02n,
  /** Done, but the answer is lost. */
  unanswered: 9999_03n,
  /** No answer in time, and booked later. */
  late: 9999_04n,
} as const;

/**
 * Everything that arrived stands in `requests`, with the answer it was given; `ledger` is the part
 * that moved money by now. A late one is booked by its `booked_date`, so that no restart loses it.
 * A request that was asked about before it arrived stands here as refused, so that it can't be
 * booked any more once we said that there is no record of it.
 */
export const SANDBOX_SCHEMA = `
  create schema if not exists acquirer_sandbox;
  create table if not exists acquirer_sandbox.requests (
    operation_id uuid primary key,
    kind text,
    transaction_id uuid,
    amount_cents bigint,
    currency text,
    reference text,
    decline_reason text,
    created_date timestamptz(3) not null default clock_timestamp(),
    booked_date timestamptz(3),
    check (num_nonnulls(booked_date, decline_reason) = 1),
    check (booked_date is null
      or num_nonnulls(kind, transaction_id, amount_cents, currency, reference) = 5)
  );
  create or replace view acquirer_sandbox.ledger as
    select operation_id, kind, transaction_id, amount_cents, currency, reference,
      booked_date as created_date
    from acquirer_sandbox.requests
    where booked_date <= clock_timestamp();
`;

export interface SandboxOptions {
  databaseUrl: string;
  /** How long a caller waits for an answer. */
  timeoutMs?: number;
  /** When a late one is booked. */
  lateMs?: number;
}

/** Its line, which hangs, throws and is late as a real one may be. */
export function sandboxLine(options: SandboxOptions): AcquirerLine {
  const { databaseUrl, timeoutMs = 3000, lateMs = 4 * timeoutMs } = options;
  if (lateMs <= timeoutMs) throw new Error('A late answer comes after the time-out');
  return new Sandbox(databaseUrl, lateMs);
}

export const sandboxAcquirer = (options: SandboxOptions): Acquirer =>
  withTimeout(sandboxLine(options), options.timeoutMs ?? 3000);

/** Eight digits that look like an acquirer's, the same for the same operation. */
export function sandboxReference(operationId: string): string {
  const hash = createHash('sha256').update(operationId).digest();
  return String(hash.readUInt32BE() % 100_000_000).padStart(8, '0');
}

interface Held {
  same: boolean;
  reference: string | null;
  decline_reason: string | null;
  booked: boolean;
}

const NO_RECORD = 'The acquirer has no record of the request';
const NO_PAYMENT = 'The acquirer has no record of the payment';
const never = () => new Promise<never>(() => {});

class Sandbox implements AcquirerLine {
  readonly #pool: Pool;
  readonly #lateMs: number;
  #prepared: Promise<unknown> | undefined;

  constructor(databaseUrl: string, lateMs: number) {
    this.#pool = new Pool({ connectionString: databaseUrl, max: 4 });
    // an idle connection that breaks is replaced at the next request
    this.#pool.on('error', () => {});
    this.#lateMs = lateMs;
  }

  /** The time of booking is cut to milliseconds: rounded, it could lie ahead of the clock. */
  async move(request: MoneyRequest): Promise<AcquirerAnswer> {
    const special = request.currency === 'EUR' ? request.amountCents : 0n;
    if (special === SANDBOX_AMOUNTS.lost) return never();
    const declined = special === SANDBOX_AMOUNTS.declined;
    const lateMs = special === SANDBOX_AMOUNTS.late ? this.#lateMs : 0;
    const arrived = await this.#query(
      `insert into acquirer_sandbox.requests (operation_id, kind, transaction_id, amount_cents,
         currency, reference, decline_reason, booked_date)
       values ($1, $2, $3, $4, $5, $6, $7, case when $7::text is null
         then date_trunc('milliseconds', clock_timestamp())
           + make_interval(secs => $8::float8 / 1000) end)
       on conflict do nothing returning 1`,
      [
        ...parts(request),
        declined ? null : sandboxReference(request.operationId),
        declined ? 'The acquirer declined the amount' : null,
        lateMs,
      ],
    );
    const held = await this.#find(request.operationId, request);
    if (!held) throw new Error('The request is gone');
    if (arrived.rowCount === 1 && special === SANDBOX_AMOUNTS.unanswered)
      throw new Error('The answer is lost');
    return held.reference !== null && !held.booked ? never() : answer(held);
  }

  async inquire(operationId: string): Promise<AcquirerAnswer> {
    await this.#query(
      `insert into acquirer_sandbox.requests (operation_id, decline_reason) values ($1, $2)
       on conflict do nothing`,
      [operationId, NO_RECORD],
    );
    const held = await this.#find(operationId);
    return held ? answer(held) : { outcome: 'declined', reason: NO_RECORD };
  }

  /** A charge stands under its payment's own id. */
  async inquirePayment(payment: PaymentQuestion): Promise<PaymentAnswer> {
    const { transactionId, amountCents, currency } = payment;
    const found = await this.#find(transactionId, {
      operationId: transactionId,
      kind: 'CHARGE',
      transactionId,
      amountCents,
      currency,
    });
    if (!found) return { outcome: 'notTaken', reason: NO_PAYMENT };
    const held = answer(found);
    if (held.outcome === 'approved') return { outcome: 'taken', reference: held.reference };
    return held.outcome === 'declined' ? { outcome: 'notTaken', reason: held.reason } : held;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** What stands under the id, and if it is the same request. */
  async #find(operationId: string, request?: MoneyRequest): Promise<Held | undefined> {
    const found = await this.#query<Held>(
      `select reference, decline_reason, booked_date <= clock_timestamp() as booked,
         (kind, transaction_id, amount_cents, currency)
           is not distinct from ($2::text, $3::uuid, $4::bigint, $5::text) as same
       from acquirer_sandbox.requests where operation_id = $1`,
      request ? parts(request) : [operationId, null, null, null, null],
    );
    const held = found.rows[0];
    if (!held || !request || held.same || held.decline_reason === NO_RECORD) return held;
    const reason = 'The acquirer knows another request by this id';
    return { ...held, reference: null, decline_reason: reason, booked: false };
  }

  async #query<R extends object>(text: string, values: unknown[]) {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    return this.#pool.query<R>(text, values);
  }

  /** Two servers may come up at once: one makes the tables, the other waits for it. */
  async #prepare(): Promise<void> {
    const made = await this.#pool.query<{ made: boolean }>(
      `select to_regclass('acquirer_sandbox.ledger') is not null as made`,
    );
    if (made.rows[0]?.made) return;
    // one message is one transaction
    await this.#pool.query(
      `select pg_advisory_xact_lock(hashtext('acquirer_sandbox')); ${SANDBOX_SCHEMA}`,
    );
  }
}

function parts(request: MoneyRequest): unknown[] {
  const { operationId, kind, transactionId, amountCents, currency } = request;
  return [operationId, kind, transactionId, amountCents, currency];
}

function answer(held: Held): AcquirerAnswer {
  if (held.decline_reason !== null) return { outcome: 'declined', reason: held.decline_reason };
  if (held.booked && held.reference !== null)
    return { outcome: 'approved', reference: held.reference };
  return { outcome: 'unknown', reason: 'The acquirer has not finished with the request' };
}
