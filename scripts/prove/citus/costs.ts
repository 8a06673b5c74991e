import { randomUUID } from 'node:crypto';
import { call, type Sent } from '../../../apps/server/src/testing/processes.ts';
import { median } from '../../quantile.ts';

/** What is measured on both, and the most that it may cost where rows are spread. */
interface Measure {
  what: string;
  rounds: number;
  /** Times of PostgreSQL's, or milliseconds. */
  most: { times: number } | { ms: number };
  ask(side: Side): [path: string, sent: Sent];
}

export interface Side {
  url: string;
  owner: string;
  staff: string;
  payment: string;
}

const DEEP = 400;

const MEASURES: readonly Measure[] = [
  {
    what: 'a merchant’s page and total',
    rounds: 60,
    most: { times: 2.5 },
    ask: ({ owner }) => ['/api/transactions?size=25', { token: owner }],
  },
  {
    what: 'staff’s page over all merchants',
    rounds: 60,
    most: { ms: 25 },
    ask: ({ staff }) => ['/api/transactions?size=25', { token: staff }],
  },
  {
    what: 'a deep page of all merchants',
    rounds: 15,
    most: { times: 10 },
    ask: ({ staff }) => [`/api/transactions?size=25&page=${DEEP}`, { token: staff }],
  },
  {
    what: 'a refund',
    rounds: 40,
    most: { times: 2 },
    ask: ({ owner, payment }) => [
      `/api/transactions/${payment}/actions/refund`,
      {
        method: 'PUT',
        token: owner,
        headers: { 'idempotency-key': randomUUID() },
        body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      },
    ],
  },
  {
    what: 'a file of all',
    rounds: 5,
    most: { times: 1.3 },
    ask: ({ staff }) => ['/api/transactions.csv', { token: staff }],
  },
];

/** Each measure on both sides in turn, so that what else the machine does falls on both; a line each. */
export async function costs(plain: Side, spread: Side): Promise<{ said: string[]; over: number }> {
  const said: string[] = [];
  let over = 0;
  for (const { what, rounds, most, ask } of MEASURES) {
    const times = new Map<Side, number[]>([
      [plain, []],
      [spread, []],
    ]);
    for (let round = -2; round < rounds; round++)
      for (const side of [plain, spread]) {
        const [path, sent] = ask(side);
        const begun = performance.now();
        const { status, text } = await call(side.url + path, sent);
        if (status !== 200) throw new Error(`${what}: ${status} ${text.slice(0, 300)}`);
        // the first ones prepare statements and open connections
        if (round >= 0) times.get(side)!.push(performance.now() - begun);
      }
    const [before, now] = [median(times.get(plain)!), median(times.get(spread)!)];
    const within = 'ms' in most ? now <= most.ms : now <= before * most.times;
    if (!within) over++;
    said.push(
      `${what}: ${before.toFixed(1)} ms, spread ${now.toFixed(1)} ms, ${(now / before).toFixed(2)} times; aim ${'ms' in most ? `${most.ms} ms` : `${most.times} times`}${within ? '' : ', missed'}`,
    );
    console.log(said.at(-1));
  }
  return { said, over };
}
