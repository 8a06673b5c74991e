import { setTimeout as pause } from 'node:timers/promises';
import type { Claimed } from './claims.ts';

/** The address could not be reached, or answers as one that is out of order. */
export class AddressFails extends Error {}

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
    const look = new AbortController();
    await Promise.race([
      ...underWay,
      pause(lookMs, undefined, { signal: look.signal }).catch(() => {}),
    ]);
    look.abort();
  }
  if (fault) throw fault.error;
}

/** Fails where the delivery takes longer. */
export async function inTime(delivery: Promise<void>, seconds: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new AddressFails(`There was no answer within ${seconds} seconds`)),
    seconds * 1000,
  );
  await Promise.race([delivery, promise]).finally(() => clearTimeout(timer));
}
