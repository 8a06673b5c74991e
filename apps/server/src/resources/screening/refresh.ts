import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { errorLine } from '../../platform/log.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import type { Counted, Repeating, Task } from '../../platform/tasks.ts';
import { isStillCalled, lookUp, noteFindings } from '../../domain/screening/note.ts';
import { isStill, ownList, type Found, type OwnList } from '../../domain/screening/own-list.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
const NEWCOMERS_MS = 2000;
/** As many an hour as each of some millions has their turn within the days of an interval; the rest is the next run's. */
const MOST = 20_000;
const PORTION = 500;
const AT_ONCE = 5;

interface Due {
  id: string;
  name: string;
  date_of_birth: string | null;
}

/** A screening before this is too old: its days have passed, or a list has been loaded since. */
const goodFrom = (days: number) => sql`greatest(now() - make_interval(days => ${days}),
  coalesce((select max(created_date) from sanctioned_names), '-infinity'))`;

/** Who was never screened, and whose last screening is too old; of nobody whose account is closed. */
const dueAfter = (days: number) => sql<Due>`
  select c.id, c.first_name || ' ' || c.last_name as name, to_char(s.born, 'YYYY-MM-DD') as date_of_birth
  from customers c left join (
    select customer_id, max(created_date) as last, max(date_of_birth) as born
    from screening_results group by customer_id
  ) s on s.customer_id = c.id
  where c.status <> 'CLOSED' and (s.last is null or s.last < ${goodFrom(days)})
  order by s.last nulls first, c.id limit ${MOST}`;

/** Who came just now and was never screened; whom it fails for is the hourly run's. */
const newcomers = sql<Due>`
  select c.id, c.first_name || ' ' || c.last_name as name, null as date_of_birth
  from customers c
  where c.created_date > now() - interval '10 minutes' and c.status <> 'CLOSED'
    and not exists (select from screening_results where customer_id = c.id)
  order by c.created_date, c.id limit ${PORTION}`;

/**
 * Screens who was never screened or long ago: on our own list and by the provider, whichever there is; asked
 * without a lock, written down under the customer's.
 * Who can't be asked about is the next run's again.
 */
export function refreshScreening(services: Services): Repeating {
  const { database } = services;
  const screen = screener(services);
  return {
    name: 'refresh-screening',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    run: async (stopping) => {
      const days = await numberOf(database.kysely, 'screening.interval.days');
      const due = await database.run(dueAfter(days), 'all');
      const figures: Counted = { processed: 0, failed: 0 };
      // each portion by the own list as it is then: what an older one says is written down no more
      for (let at = 0; at < due.length; at += PORTION) {
        if (stopping?.aborted) break;
        const { processed, failed, why } = await screen(
          due.slice(at, at + PORTION),
          days,
          stopping,
        );
        figures.processed += processed;
        figures.failed += failed;
        if (why !== undefined) figures.why = why;
        // nobody answers: the others would wait for it in vain, one after the other
        if (failed === processed) break;
      }
      return figures;
    },
  };
}

/**
 * Screens a customer whom a first payment has just made, within seconds and not within the hour: whoever looks at a
 * payment that is held sees what is known of its payer. Asks for nobody where nobody came; where a provider does not
 * answer it leaves it alone for a while.
 */
export function screenNewcomers(services: Services): Task {
  const { database } = services;
  const screen = screener(services);
  let quietUntil = 0;
  return {
    name: 'screen-newcomers',
    inEachProcess: true,
    everyMs: NEWCOMERS_MS,
    async run(stopping) {
      const due = performance.now() < quietUntil ? [] : await database.run(newcomers, 'all');
      if (!due.length) return { processed: 0, failed: 0 };
      const days = await numberOf(database.kysely, 'screening.interval.days');
      const done = await screen(due, days, stopping);
      if (done.failed) quietUntil = performance.now() + SOON_MS;
      return done;
    },
  };
}

/** Asks about people a few at a time, and writes down what was found. */
function screener({ database, gateways, screening, log }: Services) {
  const listNow = ownList(database);
  const isAsked = () => gateways.SCREENING !== 'none';

  /** Null, or why it came to nothing. */
  async function one(
    { id, name, date_of_birth }: Due,
    days: number,
    own: OwnList,
  ): Promise<string | null> {
    try {
      const findings =
        (await lookUp({ gateways, screening }, own.index, { name, date_of_birth })) ?? [];
      await database.transaction('all', async (tx) => {
        // who was looked up on a list that was replaced meanwhile stays due
        if (await isStill(tx, own)) await write(tx, { id, name, date_of_birth }, findings, days);
      });
      return null;
    } catch (error) {
      log.warn({ customerId: id, err: error }, 'not screened, tried again');
      return errorLine(error);
    }
  }

  return async (found: readonly Due[], days: number, stopping?: AbortSignal) => {
    const figures: Counted = { processed: 0, failed: 0 };
    const due = [...found];
    if (!due.length) return figures;
    // nobody to ask: who is due stays due
    const own = await listNow();
    if (!isAsked() && !own.index) return figures;
    while (due.length) {
      if (stopping?.aborted) break;
      const done = await Promise.all(due.splice(0, AT_ONCE).map((each) => one(each, days, own)));
      figures.processed += done.length;
      for (const why of done)
        if (why !== null) {
          figures.failed++;
          figures.why = why;
        }
    }
    return figures;
  };
}

/** Once: whoever comes second finds the customer screened. What was reviewed and is as it was stays reviewed. */
async function write(
  tx: Tx,
  { id, name, date_of_birth }: Due,
  findings: readonly Found[],
  days: number,
) {
  // whoever is not who was looked up any more stays due, or is gone
  if (!(await isStillCalled(tx, { id, name }))) return;
  const { rows: fresh } = await sql`
    select from screening_results where customer_id = ${id}
      and created_date >= ${goodFrom(days)} limit 1`.execute(tx);
  if (fresh.length) return;
  await noteFindings(tx, { id, name, date_of_birth }, findings);
}
