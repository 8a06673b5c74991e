import { defineManifest } from '../../platform/manifest.ts';
import { deliveries, type Deliveries, type Queue } from '../../platform/outbox.ts';
import type { Which } from '../../platform/outbox/claims.ts';
import { AddressFails, keepGoing } from '../../platform/outbox/work.ts';
import type { Services } from '../../platform/services.ts';
import type { Counted, Repeating, Task } from '../../platform/tasks.ts';
import { errorLine } from '../../platform/log.ts';
import { claimByLanes, type ClaimedInLane } from './claims.ts';
import { deliverCallback } from './deliver.ts';
import { laneFails, laneWorks } from './lanes.ts';

/** Each merchant has its share of these; most of them wait for an answer. */
const QUEUE: Queue = {
  name: 'deliver-callbacks',
  atOnce: 64,
  patienceSeconds: 10,
  leaseSeconds: 15,
};
/** While something is under way, how soon the next is looked for. */
const LOOK_MS = 250;
/** How often a callback is tried in quick succession; then a task of its own goes on (CALLBACK_RETRY). */
export const QUICK_ATTEMPTS = 6;
/** Of one run; what is left is the next run's. */
const MOST_RETRIED = 2000;

type Callbacks = Pick<Deliveries, 'CALLBACK'>;

/**
 * Delivers callbacks by lanes: a merchant's address that hangs or fails takes no more than its share,
 * and next to nothing once its breaker is open (AM-48).
 */
export function deliverCallbacks(
  services: Services,
  by: Callbacks,
  { lookMs = LOOK_MS }: { lookMs?: number } = {},
): Task {
  const { claim, deliver } = inLanes(services, by, { below: QUICK_ATTEMPTS });
  return {
    name: QUEUE.name,
    everyMs: 1000,
    inEachProcess: true,
    run: (stopping) =>
      keepGoing(stopping, lookMs, { claim, deliver: async (row) => void (await deliver(row)) }),
  };
}

/** Tries each callback once more that was not taken at once; a run says how many there were, and how many still wait or are given up. */
function retryCallbacks(services: Services, by: Callbacks): Repeating {
  return {
    name: 'retry-callbacks',
    everyMs: 600_000,
    firstAfterMs: 60_000,
    async run(stopping) {
      const figures: Counted = { processed: 0, failed: 0 };
      const { claim, deliver } = inLanes(services, by, { from: QUICK_ATTEMPTS }, (why) => {
        figures.failed++;
        figures.why = why;
      });
      await keepGoing(stopping, LOOK_MS, {
        claim: async (underWay) => (figures.processed < MOST_RETRIED ? claim(underWay) : []),
        async deliver(row) {
          figures.processed++;
          await deliver(row);
        },
      });
      return figures;
    },
  };
}

/** Claiming and delivering, and what the lane learns of it. */
function inLanes(
  services: Services,
  by: Callbacks,
  which: Pick<Which, 'from' | 'below'>,
  failed?: (why: string) => void,
) {
  const { database, meters } = services;
  const { deliver } = deliveries<ClaimedInLane>(services, by, QUEUE, async (row, error, at) => {
    meters.callback(error === null ? 'delivered' : 'failed');
    if (error === null) return laneWorks(database, row.lane, row.address);
    const why = errorLine(error);
    failed?.(why);
    if (error instanceof AddressFails)
      await laneFails(database, row, { claimed: row.claimed, at, error: why });
  });
  const claim = (underWay: number) =>
    claimByLanes(
      services,
      { ...which, kinds: ['CALLBACK'], leaseSeconds: QUEUE.leaseSeconds },
      { all: QUEUE.atOnce - underWay, unproven: QUEUE.atOnce / 2 },
    );
  return { claim, deliver };
}

/** A merchant's address, which may hang or fail, holds up no other's. */
export const manifest = defineManifest({
  tasks: {
    CALLBACK_RETRY: (services) => retryCallbacks(services, { CALLBACK: deliverCallback(services) }),
  },
  loops: [(services) => deliverCallbacks(services, { CALLBACK: deliverCallback(services) })],
});
