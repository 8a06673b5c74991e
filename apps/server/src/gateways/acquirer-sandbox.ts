import { createHash } from 'node:crypto';
import { Pool, type QueryResult } from 'pg';
import type {
  Acquirer,
  AcquirerAnswer,
  MoneyRequest,
  PaymentAnswer,
  PaymentQuestion,
} from './acquirer.ts';
import { noPayments } from './none.ts';
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
 * that moved money by now; what was authorised and cancelled has moved none. A late one is booked by its `booked_date`, so that no restart loses it.
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
    where booked_date <= clock_timestamp() and kind not in ('AUTHORISE', 'CANCEL');
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

export const NO_RECORD = 'The acquirer has no record of the request';
export const OTHER_REQUEST = 'The acquirer knows another request by this id';
const NO_PAYMENT = 'The acquirer has no record of the payment';
const none = noPayments('The sandbox has no payments yet');
const never = () => new Promise<never>(() => {});

class Sandbox implements AcquirerLine {
  readonly openCardPage = none.openCardPage;
  readonly inquireCard = none.inquireCard;
  readonly authorise = none.authorise;
  readonly inquireAuthorisation = none.inquireAuthorisation;
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
    const lateMs = special === SANDBOX_AMOUNTS.late ? this.#lateMs : 0;
    const { rowCount } = await this.#alone(request, async (query) => {
      const refusal =
        special === SANDBOX_AMOUNTS.declined
          ? 'The acquirer declined the amount'
          : await authorisationRefusal(request, query);
      return query(
        `insert into acquirer_sandbox.requests (operation_id, kind, transaction_id, amount_cents,
           currency, reference, decline_reason, booked_date)
         values ($1, $2, $3, $4, $5, $6, $7, case when $7::text is null
           then date_trunc('milliseconds', clock_timestamp())
             + make_interval(secs => $8::float8 / 1000) end)
         on conflict do nothing returning 1`,
        [
          ...parts(request),
          refusal === null ? sandboxReference(request.operationId) : null,
          refusal,
          lateMs,
        ],
      );
    });
    const held = await this.#find(request.operationId, request);
    if (!held) throw new Error('The request is gone');
    if (rowCount === 1 && special === SANDBOX_AMOUNTS.unanswered)
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
    return { ...held, reference: null, decline_reason: OTHER_REQUEST, booked: false };
  }

  async #query<R extends object>(text: string, values: unknown[]) {
    this.#prepared ??= this.#prepare().catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    await this.#prepared;
    return this.#pool.query<R>(text, values);
  }

  /** What takes of an authorisation, or gives it up, takes turns with the others of its payment. */
  async #alone<T>({ kind, transactionId }: MoneyRequest, work: (query: Query) => Promise<T>) {
    await this.#query('select 1', []);
    if (kind !== 'CAPTURE' && kind !== 'CANCEL')
      return work((text, values) => this.#pool.query(text, values));
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [transactionId]);
      const done = await work((text, values) => client.query(text, values));
      await client.query('commit');
      return done;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
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

type Query = <R extends object>(text: string, values: unknown[]) => Promise<QueryResult<R>>;

/** Null, or why nothing can be taken of what was authorised, or given up: only what is authorised, once, and not more. */
async function authorisationRefusal(
  { operationId, kind, transactionId, amountCents, currency }: MoneyRequest,
  query: Query,
): Promise<string | null> {
  if (kind !== 'CAPTURE' && kind !== 'CANCEL') return null;
  const { rows } = await query<{ authorised: string; captured: string; cancelled: boolean }>(
    `select coalesce(sum(amount_cents) filter (where kind = 'AUTHORISE' and currency = $3), 0)::text as authorised,
       coalesce(sum(amount_cents) filter (where kind = 'CAPTURE'), 0)::text as captured,
       coalesce(bool_or(kind = 'CANCEL'), false) as cancelled
     from acquirer_sandbox.requests
     where transaction_id = $1 and operation_id <> $2 and decline_reason is null
       and booked_date <= clock_timestamp()`,
    [transactionId, operationId, currency],
  );
  const { authorised, captured, cancelled } = rows[0]!;
  if (authorised === '0') return 'The acquirer has authorised no such payment';
  if (cancelled) return 'The authorisation has been cancelled';
  if (kind === 'CANCEL') return captured === '0' ? null : 'The payment has been captured already';
  return BigInt(captured) + amountCents > BigInt(authorised)
    ? 'More than was authorised can’t be captured'
    : null;
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
