import { SANDBOX_AMOUNTS } from '../../gateways/acquirer-sandbox.ts';
import { Random } from '../../seed/random.ts';

/**
 * One history: who asks for what under which key, what is killed and when. All of it follows from
 * the history's number; how the calls then interleave does not, for that is up to the machine.
 */

export const MERCHANTS = 4;
/** Two to a merchant, so that they meet on the same payments. */
export const CALLERS = 8;
export const PAYMENTS = 60;
export const PAYMENT_CENTS = 20_000_00n;

export const KINDS = ['refunds', 'reversals', 'unknown answers', 'folds'] as const;
export type Kind = (typeof KINDS)[number];

/** `backend`: one session of the database alone, which makes PostgreSQL start over by itself. */
export type Victim = 'server' | 'database' | 'backend' | 'both';

/**
 * What the kill waits for, beside calls enough. `acquirer`: something is reserved and its answer open. The others find a statement of Paydesk's own that stands still halfway: `reserving`
 * with the money reserved and no audit row, `settling` with the journal written and the purchase
 * not, `folding` with the deltas taken and the counts not written.
 */
export type Moment = 'calls' | 'acquirer' | 'reserving' | 'settling' | 'folding';

export interface Step {
  /** The idempotency key; as the note of the order it says which operation came of it. */
  key: string;
  caller: number;
  /** `reverse refund` reverses the refund that the caller's step of the key `of` made. */
  action: 'refund' | 'reverse' | 'reverse refund';
  of: string | null;
  payment: number;
  cents: bigint;
  pauseMs: number;
}

export interface Round {
  /** What its keys begin with. */
  name: string;
  kind: Kind;
  victim: Victim;
  moment: Moment;
  /** So many have been sent at the least. */
  calls: number;
  steps: Step[][];
}

const MOMENTS: Record<Kind, Moment[]> = {
  refunds: ['calls', 'acquirer', 'reserving', 'settling'],
  reversals: ['calls', 'acquirer', 'reserving', 'settling'],
  // nothing is approved at once here, so who stands still in settling is the task that asks again
  'unknown answers': ['calls', 'acquirer', 'settling', 'settling'],
  folds: ['folding'],
};
const STEPS: Record<Kind, number> = { refunds: 5, reversals: 4, 'unknown answers': 3, folds: 5 };

const { declined, lost, unanswered, late } = SANDBOX_AMOUNTS;

/** Each kind meets a kill of the server and one of the database; a backend's and one of both come on top. */
export function planOf(history: number): Round[] {
  const random = new Random(`kills ${history}`);
  const pairs: [Kind, Victim][] = KINDS.flatMap((kind): [Kind, Victim][] => [
    [kind, 'server'],
    [kind, 'database'],
  ]);
  pairs.push([random.pick(KINDS), 'backend'], [random.pick(KINDS), 'both']);
  const order = pairs
    .map((pair) => ({ pair, at: random.fraction() }))
    .sort((a, b) => a.at - b.at)
    .map(({ pair }) => pair);
  return order.map(([kind, victim], nth) => {
    const name = `${history}-${nth}-`;
    const steps = Array.from({ length: CALLERS }, (_, caller) =>
      stepsOf(random.fork(`${nth}/${caller}`), kind, caller, `${name}${caller}`),
    );
    const calls = random.int(CALLERS, 2 * CALLERS);
    return { name, kind, victim, moment: random.pick(MOMENTS[kind]), calls, steps };
  });
}

function stepsOf(random: Random, kind: Kind, caller: number, name: string): Step[] {
  const steps: Step[] = [];
  while (steps.length < STEPS[kind]) {
    const key = `${name}-${steps.length}`;
    const payment = random.int(0, PAYMENTS - 1);
    const made = { key, caller, payment, pauseMs: random.int(0, 60), of: null };
    if (kind === 'unknown answers')
      steps.push({
        ...made,
        action: random.chance(0.7) ? 'refund' : 'reverse',
        cents: random.pick([lost, unanswered, unanswered, late]),
      });
    else if (kind === 'reversals' && steps.length % 2) {
      const before = steps.at(-1)!;
      const ofRefund = { of: before.key, payment: before.payment, cents: before.cents };
      if (random.chance(0.5)) steps.push({ ...made, action: 'reverse refund', ...ofRefund });
      else steps.push({ ...made, action: 'reverse', cents: centsOf(random) });
    } else {
      // a fold comes once a second, and is to find calls under way
      const slow = kind === 'folds' && random.chance(0.4);
      steps.push({ ...made, action: 'refund', cents: slow ? late : centsOf(random) });
    }
  }
  return steps;
}

const centsOf = (random: Random): bigint =>
  random.weighted<() => bigint>([
    [12, () => BigInt(random.int(1, 3000_00))],
    [2, () => declined],
    [2, () => late],
    [1, () => unanswered],
    [1, () => PAYMENT_CENTS],
  ])();
