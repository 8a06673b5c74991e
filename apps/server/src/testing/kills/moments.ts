import type { PoolClient } from 'pg';
import { EVERY_MERCHANT } from '../../platform/list/counters.ts';
import { until, type Paydesk } from './paydesk.ts';
import { CALLERS, type Moment, type Round } from './plan.ts';

/** What a kill found under way. */
export interface Found {
  /** Calls without an answer. */
  calls: number;
  /** Operations reserved and not settled. */
  reserved: number;
  /** Deltas not folded. */
  deltas: number;
  /** Transactions of Paydesk's that had written and not committed. */
  halfway: number;
}

/**
 * What of theirs we hold so that Paydesk's own statement stands still halfway, long enough to be
 * killed there: an audit row comes late in a reservation, the purchase late in settling, the counts
 * after the deltas. It costs the product no line.
 */
const HOLDS: Partial<Record<Moment, string>> = {
  reserving: 'lock table audit_logs in share mode',
  settling: 'select from purchases for no key update',
  // the count of all merchants' refunds, if it is there or not, of this day and of the next
  folding: `insert into transaction_counts as c
    select '${EVERY_MERCHANT}', utc_day(now()) + n, 'SUCCESS', 'REFUND', 0, 0
    from generate_series(0, 1) n
    on conflict (merchant_id, day, status, kind) do update set transactions = c.transactions`,
};

const CAUGHT: Partial<Record<Moment, string>> = {
  reserving: `query ~ '^insert into "audit_logs"'`,
  settling: `query ~ '^\\s*select status from purchases'`,
  folding: `query ~ 'fold_transaction_counts'`,
};

/** A session of ours beside Paydesk's: it holds, watches, and is as dead as theirs after a kill. */
export class Aim {
  readonly #paydesk: Paydesk;
  readonly #round: Round;
  #session: PoolClient | undefined;
  #ended = false;

  constructor(paydesk: Paydesk, round: Round) {
    this.#paydesk = paydesk;
    this.#round = round;
  }

  /** Before the calls begin. */
  async arm(): Promise<void> {
    const session = await this.#paydesk.database.pool.connect();
    this.#session = session;
    session.once('end', () => (this.#ended = true));
    const hold = HOLDS[this.#round.moment];
    if (hold) await session.query(`begin; ${hold}`);
  }

  /** Until the moment has come. */
  async wait(sent: () => number): Promise<void> {
    const { moment, calls, name } = this.#round;
    // who stands still sends nothing more: the first call of each is all that is sure to come
    const enough = moment === 'calls' ? calls : CALLERS;
    await until('enough calls', () => sent() >= enough, 1);
    if (moment === 'calls') return;
    const come =
      moment === 'acquirer'
        ? `select 1 from money_operations where status = 'PENDING' and reason_note like '${name}%'`
        : `select 1 from pg_stat_activity where application_name = 'paydesk'
             and wait_event_type = 'Lock' and ${CAUGHT[moment]}`;
    await until(
      `the moment ${moment}`,
      async () => (await this.#paydesk.all(`${come} limit 1`)).length > 0,
      2,
    );
  }

  async found(calls: number): Promise<Found> {
    const [row] = await this.#paydesk.all<Omit<Found, 'calls'>>(
      `select (select count(*)::int from money_operations where status = 'PENDING') as reserved,
         (select count(*)::int from transaction_count_deltas) as deltas,
         (select count(*)::int from pg_stat_activity
          where application_name = 'paydesk' and backend_xid is not null) as halfway`,
    );
    return { calls, ...row! };
  }

  /** A session of Paydesk's, one that stands still where there is one. */
  async backend(): Promise<number> {
    const [row] = await this.#paydesk.all<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'paydesk'
       order by wait_event_type is not distinct from 'Lock' desc, state = 'idle', pid limit 1`,
    );
    return row!.pid;
  }

  /** After a kill of the database, whose old sessions outlive it by a moment. */
  async sessionEnds(): Promise<void> {
    await until('the end of the old sessions', () => this.#ended, 2);
  }

  release(): void {
    this.#session?.release(true);
    this.#session = undefined;
  }
}
