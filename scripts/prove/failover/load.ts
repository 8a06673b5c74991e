import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, type Sent } from '../../../apps/server/src/testing/processes.ts';

/** A call that had no answer of its own, or one that says to come again. */
export interface Failure {
  at: number;
  what: 'refund' | 'list' | 'file';
  status: number | null;
  requestId: string | null;
}

export interface Load {
  /** The keys of refunds that were answered 200: done; 202: the acquirer's word is waited for; refused: not done. */
  done: string[];
  open: string[];
  refused: string[];
  payments: readonly string[];
  failures: Failure[];
  /** When a refund was acknowledged. */
  acknowledged: number[];
  /** Files that came whole. */
  files: number;
  lists: number;
  /** Aborted by what it has met that is wrong. */
  over: AbortSignal;
  end(): Promise<void>;
}

const AMOUNT = 1;
const NOT_ASKED = 'The acquirer has no record of the request';
const AGAIN_MS = 100;

/**
 * So many callers, each of whom refunds 1.00 of its payment again and again: whatever has no answer is asked
 * again under its key until it has one. Beside them two of the staff read lists, and one files.
 */
export function startLoad(
  urls: readonly string[],
  { owner, staff, payments }: { owner: string; staff: string; payments: readonly string[] },
): Load {
  const over = new AbortController();
  let broken: Error | undefined;
  const load: Load = {
    done: [],
    failures: [],
    open: [],
    refused: [],
    payments,
    acknowledged: [],
    files: 0,
    lists: 0,
    over: over.signal,
    end,
  };

  async function say(what: Failure['what'], nth: number, path: string, sent: Sent) {
    const answer = await call(urls[nth % urls.length]! + path, sent).catch(() => null);
    if (answer && answer.status < 500) return answer;
    load.failures.push({
      at: performance.now(),
      what,
      status: answer?.status ?? null,
      requestId: (answer?.headers['x-request-id'] as string | undefined) ?? null,
    });
    return null;
  }

  async function refunder(payment: string, nth: number) {
    while (!over.signal.aborted) {
      const key = randomUUID();
      for (let turn = nth; ; turn++) {
        const answer = await say('refund', turn, `/api/transactions/${payment}/actions/refund`, {
          method: 'PUT',
          token: owner,
          headers: { 'idempotency-key': key },
          body: { amount: AMOUNT, currency: 'EUR', refundReason: 'OTHER_REFUND' },
        });
        if (answer?.status === 200 || answer?.status === 202) {
          (answer.status === 200 ? load.done : load.open).push(key);
          load.acknowledged.push(performance.now());
          break;
        }
        // its question never reached the acquirer: the answer is that nothing was refunded
        if (answer?.status === 400 && answer.text.includes(NOT_ASKED)) {
          load.refused.push(key);
          break;
        }
        // 409: the call before, whose line was cut, is still under way
        if (answer && answer.status !== 409)
          throw new Error(`A refund was answered ${answer.status}: ${answer.text}`);
        await sleep(AGAIN_MS);
      }
      await sleep(20);
    }
  }

  async function reader(nth: number) {
    while (!over.signal.aborted) {
      const answer = await say('list', nth, '/api/transactions?size=50', { token: staff });
      if (answer && answer.status !== 200) throw new Error(`A list was answered ${answer.status}`);
      if (answer) load.lists++;
      await sleep(AGAIN_MS);
    }
  }

  async function filer() {
    while (!over.signal.aborted) {
      const answer = await say('file', 0, '/api/transactions.csv', { token: staff });
      if (answer?.status === 200) load.files++;
      await sleep(1000);
    }
  }

  const all = [...payments.map(refunder), ...urls.map((_, nth) => reader(nth)), filer()].map(
    (one) =>
      one.catch((error: Error) => {
        broken ??= error;
        over.abort();
      }),
  );
  async function end() {
    over.abort();
    await Promise.all(all);
    if (broken) throw broken;
  }
  return load;
}
