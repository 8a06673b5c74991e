import { sql, type RawBuilder } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { isAway } from '../../platform/db/away.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { errorLine } from '../../platform/log.ts';
import type { Services } from '../../platform/services.ts';
import { numberOf } from '../../platform/settings.ts';
import type { Counted, Repeating } from '../../platform/tasks.ts';
import { unfinishedAmong, unfinishedHeld } from './alive.ts';
import { erasePerson } from './erase.ts';
import { heardSince } from './heard.ts';
import { stood } from '../standing.ts';

const HOUR_MS = 3_600_000;
const SOON_MS = 300_000;
/** So many are looked at by one statement. */
const AT_ONCE = 500;
/** So many are erased in one run; who is left then is the next hour's. */
const MOST = 500;
const BY = { userId: null, userName: 'Customer retention', address: null };

const daysAgo = (days: number): RawBuilder<unknown> => sql`now() - make_interval(days => ${days})`;
const isThere = sql`c.erased_date is null`;

/** How many would be erased if they were kept for so long, and how many more something still goes on for. */
export async function quietFor(db: Db, days: number): Promise<{ due: number; waiting: number }> {
  if (!days) return { due: 0, waiting: 0 };
  const since = daysAgo(days);
  const { rows } = await sql<{ due: number; waiting: number }>`
    with looked as materialized (select c.id from customers c
      where ${isThere} and c.created_date < ${since}),
    ${among(since)}
    select count(*) filter (where unfinished.id is null)::integer as due,
      count(unfinished.id)::integer as waiting
    from looked left join heard on heard.id = looked.id
    left join unfinished on unfinished.id = looked.id where heard.id is null`.execute(db);
  return rows[0]!;
}

const LOOKED = sql`select id from looked`;

/** Of those who are looked at, of whom something was heard since then, and for whom something still goes on. */
const among = (since: RawBuilder<unknown>) => sql`
  heard as materialized (select distinct id from (${heardSince(since, LOOKED)}) h),
  unfinished as materialized (select distinct id from (${unfinishedAmong(LOOKED)}) u)`;

interface Place {
  created: string;
  id: string;
}
const START: Place = { created: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/** The next customers by age, and which of them are due. */
const lookedAt = async (db: Db, days: number, { created, id }: Place) =>
  (
    await sql<Place & { due: boolean }>`
      with looked as materialized (select c.id, c.created_date from customers c
        where ${isThere} and c.created_date < ${daysAgo(days)}
          and (c.created_date, c.id) > (${created}::timestamptz, ${id}::uuid)
        order by c.created_date, c.id limit ${AT_ONCE}),
      ${among(daysAgo(days))}
      select looked.id, looked.created_date::text as created,
        heard.id is null and unfinished.id is null as due
      from looked left join heard on heard.id = looked.id
      left join unfinished on unfinished.id = looked.id
      order by looked.created_date, looked.id`.execute(db)
  ).rows;

/** As staff erase somebody, by the same engine and under the same lock; whoever came back meanwhile stays. */
async function eraseQuiet(tx: Tx, services: Services, id: string, days: number): Promise<boolean> {
  await sql`select from customers where id = ${id} for update`.execute(tx);
  const { rows } = await sql`
    with looked as materialized (select c.id from customers c where c.id = ${id} and ${isThere}),
    ${among(daysAgo(days))}
    select looked.id from looked
    where not exists (select 1 from heard) and not exists (select 1 from unfinished)`.execute(tx);
  if (!rows.length || (await unfinishedHeld(tx, id))) return false;
  const reason = `Nothing was heard of them for ${days} days`;
  const details = await erasePerson(tx, services, { customerId: id, reason, by: BY.userName });
  await tx
    .updateTable('customers')
    .set({
      status: 'CLOSED',
      ...stood(BY, null),
      erased_date: sql`now()`,
      updated_date: sql`now()`,
      updated_by: BY.userName,
    })
    .where('id', '=', id)
    .execute();
  await audit(tx, BY, {
    action: 'ERASE_PERSON',
    entityType: 'CUSTOMER',
    entityId: id,
    merchantId: null,
    result: 'SUCCESS',
    details,
  });
  return true;
}

/** For how long they are kept; 0 for ever, and for a day after it was set: a slip can be taken back. */
async function daysKept(db: Db): Promise<number> {
  const { rows } = await sql`select from meta_data where key = 'retention.customers.days'
    and updated_date > now() - interval '1 day'`.execute(db);
  return rows.length ? 0 : numberOf(db, 'retention.customers.days');
}

/** Erases customers of whom nothing was heard for as long as staff have said, each in a transaction of its own. */
export const keepCustomers = (services: Services): Repeating => ({
  name: 'keep-customers',
  everyMs: HOUR_MS,
  firstAfterMs: SOON_MS,
  async run(stopping) {
    const { database, log } = services;
    const done: Counted = { processed: 0, failed: 0 };
    const days = await daysKept(database.kysely);
    for (let after = START, more = days > 0; more;) {
      const looked = await lookedAt(database.kysely, days, after);
      for (const { id, due } of looked) {
        if (!due) continue;
        if (stopping?.aborted || done.processed >= MOST) return done;
        try {
          const erased = await database.transaction('all', (tx) =>
            eraseQuiet(tx, services, id, days),
          );
          if (erased) done.processed++;
        } catch (error) {
          if (isAway(error)) throw error;
          // one that can't be erased keeps nobody else
          log.error({ err: error, customerId: id }, 'a customer was not erased');
          done.processed++;
          done.failed++;
          done.why = errorLine(error);
        }
      }
      more = looked.length === AT_ONCE;
      after = looked.at(-1) ?? after;
    }
    return done;
  },
});
