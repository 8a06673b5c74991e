import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Finding } from '../../gateways/screening.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import type { Repeating } from '../../platform/tasks.ts';

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

/** Whose last screening is older than it is good for; of nobody whose account is closed. */
const dueAfter = (days: number) => sql<Due>`
  select c.id, c.first_name || ' ' || c.last_name as name, to_char(s.born, 'YYYY-MM-DD') as date_of_birth
  from (
    select customer_id, max(created_date) as last, max(date_of_birth) as born
    from screening_results group by customer_id
    having max(created_date) < now() - make_interval(days => ${days})
  ) s join customers c on c.id = s.customer_id
  where c.status <> 'CLOSED'
  order by s.last, c.id limit ${MOST}`;

/**
 * Screens anew who was screened long ago: asked without a lock, written down under the customer's.
 * Who can't be asked about is the next run's again.
 */
export function refreshScreening({ database, gateways, screening, log }: Services): Repeating {
  async function refresh({ id, name, date_of_birth }: Due, days: number): Promise<boolean> {
    try {
      const findings = await screening.screen({ name, dateOfBirth: date_of_birth });
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
      if (gateways.SCREENING === 'none') return { processed: 0, failed: 0 };
      const days = await numberOf(database.kysely, 'screening.interval.days');
      const due = await database.run(dueAfter(days), 'all');
      const figures = { processed: 0, failed: 0 };
      while (due.length) {
        if (stopping?.aborted) break;
        const done = await Promise.all(due.splice(0, AT_ONCE).map((one) => refresh(one, days)));
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
  findings: readonly Finding[],
  days: number,
) {
  await sql`select from customers where id = ${id} for no key update`.execute(tx);
  const { rows: fresh } = await sql`
    select from screening_results where customer_id = ${id}
      and created_date >= now() - make_interval(days => ${days}) limit 1`.execute(tx);
  if (fresh.length) return;
  for (const { list, matchScore, result } of findings)
    await sql`
      insert into screening_results (id, customer_id, name, date_of_birth, list, match_score, result,
        reviewed_by, reviewed_at, created_date)
      select ${randomUUIDv7()}::uuid, ${id}::uuid, ${name}, ${date_of_birth}::date, ${list},
        ${matchScore}::int, ${result}, before.reviewed_by, before.reviewed_at, now()
      from (select) one left join lateral (
        select reviewed_by, reviewed_at, match_score, result from screening_results
        where customer_id = ${id} and list = ${list} order by created_date desc, id desc limit 1
      ) before on (before.match_score, before.result) = (${matchScore}::int, ${result}::text)`.execute(
      tx,
    );
}
