import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import type { Stage } from '../../platform/db/schema/checkouts.ts';
import { loanUnderWay } from '../lending/under-way.ts';
import { advance } from '../payments/attempts.ts';
import { CARD_MINUTES, CHALLENGE_MINUTES, MAILED_MINUTES } from '../payments/patience.ts';

/** A link for one payment that is being paid at another address, mostly by the same person on another device. */

interface Other {
  id: string;
  stage: Stage;
  /** For how much longer it is waited for, at that page or by the bank. */
  minutes: number;
}

interface Link {
  id: string;
  merchantId: string;
  checkoutId: string;
}

const BEGUN =
  'This payment was begun elsewhere, perhaps by you in another window or on another device';

/** Said with the field by which the page offers to go on here. */
export const HERE = 'here';

const within = (minutes: number) =>
  minutes === 1
    ? 'in a minute'
    : minutes > 120
      ? `in ${Math.ceil(minutes / 60)} hours at the latest`
      : `in ${minutes} minutes at the latest`;

/**
 * Refuses what is being paid elsewhere, in words for the shopper; whoever asks holds the link. As long as no card was
 * given there nothing was asked of any bank, and whoever chooses to goes on here: the page there is asked about no
 * more, so that a card that is typed there yet pays nothing.
 */
export async function refuseElsewhere(tx: Tx, link: Link, here: boolean | null): Promise<void> {
  const { rows } = await sql<Other>`
    select a.id, a.stage, greatest(1, ceil(extract(epoch from
      case when a.stage = 'CARD' then a.created_date + make_interval(mins => ${CARD_MINUTES})
        else a.updated_date + make_interval(mins => case when exists (select from payment_operations p
            where p.id = a.operation_id and p.merchant_id = ${link.merchantId}::uuid and p.user_id is not null)
          then ${MAILED_MINUTES}::int else ${CHALLENGE_MINUTES}::int end) end - now()) / 60))::int as minutes
    from checkouts k
    join payment_attempts a on a.checkout_id = k.id and a.merchant_id = k.merchant_id
    where k.payment_link_id = ${link.id} and k.merchant_id = ${link.merchantId}::uuid
      and k.id <> ${link.checkoutId}
      and a.stage not in ('DECLINED','BLOCKED','ABANDONED','CANCELLED','FAILED','PAID')`.execute(
    tx,
  );
  const given = rows.find(({ stage }) => stage !== 'CARD');
  if (given?.stage === 'CHALLENGE')
    throw forbidden(
      `${BEGUN}, and the bank waits for a confirmation there. Without one it can be begun here ${within(given.minutes)}.`,
    );
  if (given)
    throw forbidden(
      `${BEGUN}. The card was given there, and it is not decided yet: see there how it ends, and please don’t pay it in another way. If nothing comes of it, it can be begun here.`,
    );
  if (await isLent(tx, link))
    throw forbidden(
      `${BEGUN}, by a loan. Please go on there; if nothing comes of it, it can be begun here.`,
    );
  if (!rows.length) return;
  const minutes = Math.max(...rows.map((one) => one.minutes));
  if (here === null)
    throw forbidden(`${BEGUN}. Go on there, or try again here ${within(minutes)}.`);
  if (!here || !(await leave(tx, link, rows)))
    throw invalid(
      HERE,
      `${BEGUN}. No card was given there yet, and nothing was taken: go on there, or pay here instead.`,
    );
}

/** True once none of them waits for a card; one that is being decided at this very moment is waited for by nobody. */
async function leave(tx: Tx, { merchantId }: Link, others: readonly Other[]): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select a.id from orders o
    join payment_attempts a on a.order_id = o.id and a.merchant_id = o.merchant_id
    where o.merchant_id = ${merchantId}::uuid and a.merchant_id = ${merchantId}::uuid
      and a.id = any(${others.map(({ id }) => id)}::uuid[]) and a.stage = 'CARD'
    for no key update of o, a skip locked`.execute(tx);
  if (rows.length < others.length) return false;
  for (const { id } of rows)
    await advance(tx, { id, merchant_id: merchantId }, 'ABANDONED', {
      page_url: null,
      reason: 'Begun again elsewhere by the same link',
    });
  return true;
}

async function isLent(tx: Tx, { id, merchantId, checkoutId }: Link): Promise<boolean> {
  const { rows } = await sql`
    select k.id from checkouts k
    where k.payment_link_id = ${id} and k.merchant_id = ${merchantId}::uuid and k.id <> ${checkoutId}
      and ${sql.raw(loanUnderWay('k.order_id', 'k.merchant_id'))} limit 1`.execute(tx);
  return rows.length > 0;
}
