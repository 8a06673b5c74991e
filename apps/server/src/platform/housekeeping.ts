import { sql } from 'kysely';
import { AGEING, takeAway, termOf } from './ageing.ts';
import { isAway } from './db/away.ts';
import { errorLine } from './log.ts';
import type { Services } from './services.ts';
import type { Counted, Repeating } from './tasks.ts';

const HOUR_MS = 3_600_000;
/** In one short transaction: nobody waits for it. */
const PORTION = 1000;
/** Of one table; what is left then is the next hour's. */
const MOST_PORTIONS = 1000;

/**
 * Takes away what has served its time, in portions, as the table of ageing says; and writes down once a
 * day how big each table is.
 */
export function housekeeping(
  { database, now, realNow, log }: Services,
  ageing: typeof AGEING = AGEING,
): Repeating {
  return {
    name: 'housekeeping',
    everyMs: HOUR_MS,
    async run(stopping) {
      const done: Counted = { processed: 0, failed: 0 };
      for (const one of ageing) {
        const { hours } = await termOf(database.kysely, one);
        const at = one.real ? realNow() : now();
        const before = new Date(at.getTime() - hours * HOUR_MS);
        try {
          for (let nth = 0; nth < MOST_PORTIONS; nth++) {
            if (stopping?.aborted) break;
            const gone = await takeAway(database, one, before, PORTION);
            done.processed += gone;
            if (gone < PORTION) break;
          }
        } catch (error) {
          if (isAway(error)) throw error;
          // one table that can’t be gone through keeps no other
          log.error({ err: error, table: one.table }, 'a table was not gone through');
          done.processed++;
          done.failed++;
          done.why = `${one.table}: ${errorLine(error)}`;
        }
      }
      await sql`insert into table_sizes (day, name, bytes)
        select ${now().toISOString()}::timestamptz::date, relname, pg_total_relation_size(oid)
        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        on conflict do nothing`.execute(database.kysely);
      return done;
    },
  };
}
