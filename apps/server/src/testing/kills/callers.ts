import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken } from '../../platform/auth/next-token.ts';
import { insertMerchant, insertUser } from '../../seed/factories.ts';
import { insertPayment } from '../money.ts';
import type { Paydesk } from './paydesk.ts';
import { CALLERS, MERCHANTS, PAYMENT_CENTS, PAYMENTS, type Step } from './plan.ts';

/** The last that a caller heard: done 200, refused or declined 400, open 202. */
export interface Heard {
  step: Step;
  /** The transaction that was asked to be refunded or reversed. */
  target: string;
  status: 200 | 202 | 400;
}

const LONGEST_CALL_MS = 20_000;

/** Eight people of four merchants, each of whom repeats a call under its key until there is an outcome. */
export class Callers {
  readonly #paydesk: Paydesk;
  readonly #tokens: string[] = [];
  readonly #payments: string[][] = [];
  readonly heard = new Map<string, Heard>();
  /** Calls under way, calls begun, and calls that a kill left without an outcome. */
  inFlight = 0;
  sent = 0;
  cut = 0;
  /** Answers of 5xx by status. */
  readonly faults: Record<number, number> = {};

  constructor(paydesk: Paydesk) {
    this.#paydesk = paydesk;
  }

  async settleIn(): Promise<void> {
    const { pool } = this.#paydesk.database;
    const merchants = [];
    for (let nth = 0; nth < MERCHANTS; nth++) {
      const { id: merchantId } = await insertMerchant(pool);
      merchants.push(merchantId);
      const given = { merchantId, amountCents: PAYMENT_CENTS };
      const all = Array.from({ length: PAYMENTS }, () => insertPayment({ pool }, given));
      this.#payments.push(await Promise.all(all));
    }
    for (let nth = 0; nth < CALLERS; nth++) {
      const { id } = await insertUser(pool, { merchantId: merchants[nth % MERCHANTS]! });
      const token = randomBytes(32).toString('base64url');
      await pool.query(
        `insert into sessions (id, token_hash, user_id, created_date, expires_date, time_zone, address)
         values (gen_random_uuid(), $1, $2, now(), now() + interval '1 day', 'UTC', '127.0.0.1')`,
        [hashToken(token), id],
      );
      this.#tokens.push(token);
    }
  }

  /** A caller's steps of one round, one after the other. */
  async run(steps: Step[]): Promise<void> {
    for (const step of steps) {
      await sleep(step.pauseMs);
      const target = await this.#targetOf(step);
      if (target) await this.#untilHeard(step, target);
    }
  }

  /** Asks once more, under the same key, about all that was heard to be done or open. */
  async repeat(): Promise<void> {
    const again = [...this.heard.values()].filter(({ status }) => status !== 400);
    const caller = async (nth: number) => {
      for (const { step, target } of again)
        if (step.caller === nth) await this.#untilHeard(step, target);
    };
    await Promise.all(Array.from({ length: CALLERS }, (_, nth) => caller(nth)));
  }

  /** Null for the reversal of a refund that was never made. */
  async #targetOf(step: Step): Promise<string | null> {
    if (step.action !== 'reverse refund')
      return this.#payments[step.caller % MERCHANTS]![step.payment]!;
    const [made] = await this.#paydesk.all<{ id: string | null }>(
      'select refund_transaction_id as id from money_operations where reason_note = $1',
      [step.of],
    );
    return made?.id ?? null;
  }

  async #untilHeard(step: Step, target: string): Promise<void> {
    for (;;) {
      this.inFlight++;
      this.sent++;
      const status = await this.#ask(step, target)
        .catch(() => null)
        .finally(() => this.inFlight--);
      if (status === 200 || status === 202 || status === 400) {
        this.heard.set(step.key, { step, target, status });
        return;
      }
      if (status !== null && status < 500) throw new Error(`${step.key} was answered ${status}`);
      if (status !== null) this.faults[status] = (this.faults[status] ?? 0) + 1;
      this.cut++;
      await sleep(100);
    }
  }

  async #ask({ caller, key, action, cents }: Step, target: string): Promise<number> {
    const verb = action === 'refund' ? 'refund' : 'reverse';
    const why =
      verb === 'refund'
        ? { refundReason: 'OTHER_REFUND', refundNote: key }
        : { reasonCode: 'OTHER_REVERSAL', reasonNote: key };
    const answer = await fetch(`${this.#paydesk.url}/api/transactions/${target}/actions/${verb}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${this.#tokens[caller]}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ amount: Number(cents) / 100, currency: 'EUR', ...why }),
      signal: AbortSignal.timeout(LONGEST_CALL_MS),
    });
    // an answer is heard when its last byte is
    await answer.text();
    return answer.status;
  }
}
