import { inTime } from '@paydesk/contract/kernel/in-time.ts';
import type { RawBuilder } from 'kysely';
import type { Reading, Sight } from '../db/reading.ts';

export type Statement = RawBuilder<{ answer: string }>;

/**
 * A page with its total, or soon after the page alone: whichever is there first, and the other one is cancelled
 * (ADR 186). One statement, where the total is quick.
 */
export async function pageFirst(
  reading: Reading,
  sight: Sight,
  [whole, alone]: readonly [Statement, Statement],
  { waitMs, gone }: { waitMs: number; gone: AbortSignal },
): Promise<string> {
  const over = new AbortController();
  const signal = AbortSignal.any([gone, over.signal]);
  const answerOf = async (statement: Statement) =>
    (await reading.run(statement, sight, signal))[0]!.answer;
  const both = answerOf(whole);
  try {
    const quick = await inTime(both, waitMs, () => null);
    if (quick !== null) return quick;
    const first = Promise.withResolvers<string>();
    // the slower one is heard no more
    for (const one of [both, answerOf(alone)]) one.then(first.resolve, first.reject);
    return await first.promise;
  } finally {
    over.abort();
  }
}
