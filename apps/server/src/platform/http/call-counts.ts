import { randomUUID } from 'node:crypto';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import type { Task } from '../tasks.ts';

const MINUTE_MS = 60_000;
const EXCHANGE_MS = 1000;

interface Count {
  /** Calls of this minute that came here, and those that came to the other processes when last asked. */
  here: number;
  elsewhere: number;
}

/**
 * How often each session or address called in this minute of the clock, over all processes on the
 * database. A call only counts in memory; once a second the processes tell each other what changed,
 * so that more than the limit gets through for a second at most. Without the database a process
 * counts alone.
 */
export function callCounts({ database, now }: Pick<Services, 'database' | 'now'>): {
  store: FastifyRateLimitStore;
  exchange: Task;
} {
  const process = randomUUID();
  let minute = 0;
  let counts = new Map<string, Count>();
  let changed = new Set<string>();

  const store: FastifyRateLimitStore = {
    incr(caller, answer) {
      const at = now().getTime();
      if (at >= minute + MINUTE_MS || at < minute) {
        minute = at - (at % MINUTE_MS);
        counts = new Map();
        changed = new Set();
      }
      let count = counts.get(caller);
      if (!count) counts.set(caller, (count = { here: 0, elsewhere: 0 }));
      count.here++;
      changed.add(caller);
      answer(null, { current: count.here + count.elsewhere, ttl: minute + MINUTE_MS - at });
    },
    child: () => store,
  };

  async function run() {
    if (!changed.size) return;
    const known = counts;
    const callers = [...changed];
    const calls = callers.map((caller) => known.get(caller)!.here);
    const start = new Date(minute).toISOString();
    const told = changed;
    changed = new Set();
    const others = await database
      .run(
        sql<{ caller: string; calls: number }>`
          with told as (
            insert into call_counts (minute, caller, process, calls)
            select ${start}::timestamptz, caller, ${process}::uuid, calls
            from unnest(${callers}::text[], ${calls}::int[]) as own (caller, calls)
            on conflict (minute, caller, process) do update set calls = excluded.calls
          )
          select caller, sum(calls)::int as calls from call_counts
          where minute = ${start}::timestamptz and caller = any(${callers}::text[])
            and process <> ${process}::uuid
          group by caller`,
        'all',
      )
      .catch((error: unknown) => {
        // what could not be told is told next time, if it is still the same minute
        if (known === counts) for (const caller of told) changed.add(caller);
        throw error;
      });
    for (const { caller, calls: elsewhere } of others) known.get(caller)!.elsewhere = elsewhere;
  }

  return {
    store,
    exchange: { name: 'exchange-call-counts', everyMs: EXCHANGE_MS, inEachProcess: true, run },
  };
}
