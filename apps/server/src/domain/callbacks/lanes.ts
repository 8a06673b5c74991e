import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** An address that has taken a message gets so many at once, over all processes. */
const PROVEN_SHARE = 8;
/** One that nobody knows yet. */
const NEW_SHARE = 2;
/** One that has just failed. */
const FAILING_SHARE = 1;
/** After so many failures in a row it is left alone for a while. */
const OPEN_AFTER = 5;
const PAUSES_SECONDS = [30, 60, 120, 240, 300];

/** What waits for one merchant, and how its address has done. */
export interface Lane {
  lane: string;
  claims: bigint;
  address: string | null;
  /** How many more may be under way. */
  room: number;
  proven: boolean;
}

/**
 * The lanes that have something due and room for it: those whose address is known to work first, of
 * these who has least under way. A breaker holds for the address that failed: a corrected one begins anew.
 */
export async function openLanes(
  { kysely }: Database,
  kind: string,
  { at, from, below }: { at: string; from: number; below: number },
): Promise<Lane[]> {
  // one step of the index a lane, however much waits in each
  const { rows } = await sql<{
    lane: string;
    claims: bigint;
    address: string | null;
    same: boolean;
    proven: boolean;
    failures: number;
    busy: number;
  }>`
    with recursive waiting as (
      (select lane from outbox
       where kind = ${kind} and delivered_date is null and given_up_date is null
       order by lane limit 1)
      union all
      select (select o.lane from outbox o
        where o.kind = ${kind} and o.delivered_date is null and o.given_up_date is null
          and o.lane > w.lane
        order by o.lane limit 1)
      from waiting w where w.lane is not null
    )
    select w.lane, coalesce(l.claims, 0) as claims, m.purchase_notification_url as address,
      l.address is not distinct from m.purchase_notification_url as same,
      coalesce(l.proven, false) as proven, coalesce(l.failures, 0) as failures, busy.n as busy
    from waiting w
    left join merchants m on m.id = w.lane
    left join callback_lanes l on l.lane = w.lane
    cross join lateral (
      select count(*)::int as n from outbox o
      where o.lane = w.lane and o.taken_by is not null and o.kind = ${kind} and o.due_date > ${at}
    ) busy
    where w.lane is not null
      and (l.open_until is null or l.open_until <= ${at}
        or l.address is distinct from m.purchase_notification_url)
      and exists (
        select from outbox o
        where o.kind = ${kind} and o.delivered_date is null and o.given_up_date is null
          and o.lane = w.lane and o.due_date <= ${at}
          and o.attempts >= ${from} and o.attempts < ${below})
    order by busy.n, w.lane`.execute(kysely);
  return rows
    .map(({ lane, claims, address, same, proven: worked, failures, busy }) => {
      // what is known is of the address that it was learnt of
      const proven = same && worked;
      const share = proven ? PROVEN_SHARE : same && failures ? FAILING_SHARE : NEW_SHARE;
      return { lane, claims, address, proven, room: share - busy };
    })
    .filter(({ room }) => room > 0)
    .toSorted((one, other) => Number(other.proven) - Number(one.proven));
}

/** What an address answers that the merchant has left meanwhile says nothing of the one it has. */
async function isStillAt(
  { kysely }: Database,
  lane: string,
  address: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    select id from merchants
    where id = ${lane} and purchase_notification_url is not distinct from ${address}`.execute(
    kysely,
  );
  return rows.length > 0;
}

/** An address that works again, or for the first time. */
export async function laneWorks(database: Database, lane: string, address: string | null) {
  if (!(await isStillAt(database, lane, address))) return;
  await sql`
    update callback_lanes set proven = true, failures = 0, address = ${address}, error = null,
      failing_since = null, open_until = null
    where lane = ${lane} and (not proven or failures > 0 or address is distinct from ${address})`.execute(
    database.kysely,
  );
}

/**
 * One failure more of what was claimed after the last one was noted: several that hang at the same
 * time say it once. Enough of them open the breaker, each longer than before.
 */
export async function laneFails(
  database: Database,
  { lane, address }: Pick<Lane, 'lane' | 'address'>,
  { claimed, at, error }: { claimed: string; at: string; error: string },
): Promise<void> {
  if (!(await isStillAt(database, lane, address))) return;
  // before the first of them there is none, after the last all are as long
  const untils = PAUSES_SECONDS.map((seconds) => new Date(Date.parse(at) + seconds * 1000));
  await sql`
    update callback_lanes l set
      proven = false, address = ${address}, error = ${error}, last_failure_date = ${at},
      failures = seen.failures,
      failing_since = case when seen.failures = 1 then ${at} else failing_since end,
      open_until = (${untils}::timestamptz[])[least(seen.failures - ${OPEN_AFTER - 1}, ${untils.length})]
    from (
      select lane, 1 + case when address is not distinct from ${address} then failures else 0 end
        as failures
      from callback_lanes where lane = ${lane} for update
    ) seen
    where l.lane = seen.lane
      and (l.last_failure_date is null or l.last_failure_date <= ${claimed}
        or l.address is distinct from ${address})`.execute(database.kysely);
}
