import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { Claimed } from './claims.ts';

/** The address could not be reached, or answers as one that is out of order. */
export class AddressFails extends Error {}
/** It was not asked at all: it has not answered of late. */
export class LeftAlone extends AddressFails {}

/**
 * Takes and delivers until nothing is due and nothing under way. What hangs stops nothing: while it
 * does, what comes is taken as long as there is room.
 */
export async function keepGoing<R extends Claimed>(
  stopping: AbortSignal | undefined,
  lookMs: number,
  work: {
    claim: (underWay: number) => Promise<R[]>;
    deliver: (row: R) => Promise<void>;
  },
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let fault: { error: unknown } | undefined;
  for (;;) {
    const rows = stopping?.aborted || fault ? [] : await work.claim(underWay.size);
    for (const row of rows) {
      const one: Promise<void> = work
        .deliver(row)
        .catch((error: unknown) => void (fault ??= { error }))
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    if (!underWay.size) break;
    await inTime(Promise.race(underWay), lookMs, () => {});
  }
  if (fault) throw fault.error;
}
