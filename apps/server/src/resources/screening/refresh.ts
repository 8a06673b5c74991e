import { sql } from 'kysely';
import type { NameIndex } from '../../domain/screening/names.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import type { Repeating } from '../../platform/tasks.ts';
import { lookUp, noteFindings } from '../../domain/screening/note.ts';
import { ownList, type Found } from '../../domain/screening/own-list.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
/** What is left then is the next run's. */
const MOST = 500;
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

/**
 * Screens who was never screened or long ago: on our own list and by the provider, whichever there is; asked
 * without a lock, written down under the customer's.
 * Who can't be asked about is the next run's again.
 */
export function refreshScreening({ database, gateways, screening, log }: Services): Repeating {
  const listNow = ownList(database);
  const isAsked = () => gateways.SCREENING !== 'none';

  async function refresh(
    { id, name, date_of_birth }: Due,
    days: number,
    own: NameIndex | null,
  ): Promise<boolean> {
    try {
      const findings = (await lookUp({ gateways, screening }, own, { name, date_of_birth })) ?? [];
      await database.transaction('all', (tx) =>
        write(tx, { id, name, date_of_birth }, findings, days),
      );
      return true;
    } catch (error) {
      log.warn({ customerId: id, err: error }, 'not screened, tried again');
      return false;
    }
  }

  return {
    name: 'refresh-screening',
    everyMs: HOUR_MS,
    firstAfterMs: SOON_MS,
    async run(stopping) {
      // nobody to ask: who is due stays due
      const own = await listNow();
      if (!isAsked() && !own) return { processed: 0, failed: 0 };
      const days = await numberOf(database.kysely, 'screening.interval.days');
      const due = await database.run(dueAfter(days), 'all');
      const figures = { processed: 0, failed: 0 };
      while (due.length) {
        if (stopping?.aborted) break;
        const done = await Promise.all(
          due.splice(0, AT_ONCE).map((one) => refresh(one, days, own)),
        );
        figures.processed += done.length;
        figures.failed += done.filter((well) => !well).length;
      }
      return figures;
    },
  };
}

/** Once: whoever comes second finds the customer screened. What was reviewed and is as it was stays reviewed. */
async function write(
  tx: Tx,
  { id, name, date_of_birth }: Due,
  findings: readonly Found[],
  days: number,
) {
  await sql`select from customers where id = ${id} for no key update`.execute(tx);
  const { rows: fresh } = await sql`
    select from screening_results where customer_id = ${id}
      and created_date >= ${goodFrom(days)} limit 1`.execute(tx);
  if (fresh.length) return;
  await noteFindings(tx, { id, name, date_of_birth }, findings);
}
