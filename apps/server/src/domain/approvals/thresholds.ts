import { randomUUIDv7 } from 'node:crypto';
import type { SecondPersonKind } from '@paydesk/contract/kernel/second-person.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { businessZone } from '../../platform/installation.ts';
import { todayBegan } from '../../platform/list/days.ts';
import type { RowOf } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';

export type Threshold = RowOf<'approval_thresholds'>;

/** Those that could concern this person, of whatever kind and merchant: there are few, and mostly none. */
export const thresholdsFor = ({ database }: Services, { userRole }: SignedIn) =>
  database.kysely
    .selectFrom('approval_thresholds')
    .selectAll()
    .where((either) =>
      either.or([either('user_role', 'is', null), either('user_role', '=', userRole)]),
    )
    .execute();

/** Of these what counts for this kind of thing at this merchant: the installation's own, and the merchant's. */
export const counting = (
  all: readonly Threshold[],
  kind: SecondPersonKind,
  merchantId: string | null,
): Threshold[] =>
  all.filter(
    (one) => one.kind === kind && (one.merchant_id === null || one.merchant_id === merchantId),
  );

/** Whether whatever is of this kind waits where this person does it at their own. */
export const waitsForTwo = async (
  services: Services,
  actor: SignedIn,
  kind: SecondPersonKind,
): Promise<boolean> =>
  goesAbove(counting(await thresholdsFor(services, actor), kind, actor.merchantId), null);

/** Whether this one by itself goes above; without an amount each does. */
export const goesAbove = (some: readonly Threshold[], cents: bigint | null): boolean =>
  some.some(
    ({ counts, amount_cents: above }) =>
      counts === 'EACH' && (above === null || cents === null || cents > above),
  );

/** The least of what a person may do of it in a day by themselves; null: nobody counts. */
export const mostOfDay = (some: readonly Threshold[]): bigint | null =>
  some
    .flatMap(({ counts, amount_cents: above }) =>
      counts === 'DAY' && above !== null ? [above] : [],
    )
    .reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null);

interface Part {
  kind: SecondPersonKind;
  cents: bigint;
  most: bigint;
  /** Of a call that may come again: it counts once. */
  repeatKey: string | null;
}

/**
 * Counts it to the person's day before it is done, so that two at once don't both find room; null where
 * there is none. What is refused is taken back; what was cut off stays counted.
 */
export function countOfDay(
  services: Services,
  { userId }: SignedIn,
  { kind, cents, most, repeatKey }: Part,
): Promise<string | null> {
  return services.database.transaction('all', async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('approval_sums'), hashtext(${userId}))`.execute(
      tx,
    );
    const began = todayBegan(services.now(), businessZone(services));
    const { rows } = await sql<{ cents: string; again: string | null }>`
      select coalesce(sum(cents), 0) as cents,
        max(id::text) filter (where repeat_key = ${repeatKey}) as again
      from approval_sums where user_id = ${userId} and kind = ${kind}
        and created_date >= ${began}::timestamptz`.execute(tx);
    const [{ cents: sum, again }] = rows as [(typeof rows)[number]];
    if (again) return again;
    if (BigInt(sum) + cents > most) return null;
    const id = randomUUIDv7();
    await tx
      .insertInto('approval_sums')
      .values({ id, user_id: userId, kind, cents, repeat_key: repeatKey, created_date: sql`now()` })
      .execute();
    return id;
  });
}

export const takeBack = async ({ database }: Services, id: string): Promise<void> => {
  await database.kysely.deleteFrom('approval_sums').where('id', '=', id).execute();
};

/** Whether this person had a hand in a threshold since then: asked for a change, or confirmed one. */
export async function changedThresholds(
  { database }: Services,
  userId: string,
  since: string,
  /** Their own word about it is none. */
  until: string | null,
): Promise<boolean> {
  const found = await database.kysely
    .selectFrom('audit_logs')
    .select('id')
    .where('entity_type', '=', 'THRESHOLD')
    .where('user_id', '=', userId)
    .where('result', '=', 'SUCCESS')
    .where('action', 'in', ['REMOVE_THRESHOLD', 'APPROVE'])
    .where('created_date', '>=', since)
    .$if(until !== null, (query) => query.where('created_date', '<', until!))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
