import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import type { LinkOver } from '@paydesk/contract/resources/checkouts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { hoursFrom } from '../checkouts.ts';
import { isOpenTo, refuseUnlessOpen } from '../merchant-features.ts';
import { openOnce, SHOPPER, type Shopper } from './once.ts';
import { NOT_AVAILABLE } from './words.ts';

/** How long a shopper has who came by a link. */
const HOURS = 24;

export interface LinkState {
  uses: 'ONE' | 'MANY';
  disabled: boolean;
  expired: boolean;
  /** Some order of it is paid. */
  paid: boolean;
}

/** Null, or why nothing is paid by it any more. */
function whyOver({ uses, disabled, expired, paid }: LinkState): LinkOver | null {
  if (uses === 'ONE' && paid) return 'PAID';
  if (disabled) return 'DISABLED';
  return expired ? 'EXPIRED' : null;
}

const CLOSED: Readonly<Record<LinkOver, string>> = {
  PAID: 'This has been paid already: the link was for one payment.',
  DISABLED: 'This link is not in use any more. Please ask whoever sent it to you.',
  EXPIRED: 'This link has expired. Please ask whoever sent it to you for another.',
};

/** Null, or why nothing is paid by it, in words for the shopper. */
export function whyLinkIsClosed(state: LinkState): string | null {
  const why = whyOver(state);
  return why && CLOSED[why];
}

interface Found extends LinkState {
  id: string;
  merchant_id: string;
  purpose: string;
  amount_cents: bigint;
  currency: 'EUR';
  trades: boolean;
  ends: string | null;
  ended: string | null;
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
}

/** As it is; held with its merchant's id, so that one machine is asked. */
const linkOf = (id: string, merchantId: string | null) => sql<Found>`
  select l.id, l.merchant_id, l.purpose, l.amount_cents, l.currency, l.uses, l.recurring_unit,
    l.recurring_every,
    l.expires_date as ends, l.disabled_date as ended, l.disabled_date is not null as disabled,
    coalesce(l.expires_date <= now(), false) as expired, m.status = 'ACTIVE' as trades,
    exists (select from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      where k.payment_link_id = l.id and k.merchant_id = ${merchantId ?? sql`l.merchant_id`}
        and o.status = 'PAID') as paid
  from payment_links l join merchants m on m.id = l.merchant_id where l.id = ${id}
  ${merchantId === null ? sql`` : sql`and l.merchant_id = ${merchantId}::uuid for share of l`}`;

/** Whether its page can begin a payment: OVER is for good; null: there is none. */
export async function standingOfLink(
  database: Database,
  id: string,
): Promise<'OPEN' | 'IDLE' | 'OVER' | null> {
  const [link] = await database.run(linkOf(id, null), 'all');
  if (!link) return null;
  if (whyLinkIsClosed(link)) return 'OVER';
  return link.trades ? 'OPEN' : 'IDLE';
}

/** What a link asks for, as its page shows it before anything is begun. */
export interface LinkShown extends Found {
  merchant: string;
  email: string | null;
  terms_url: string | null;
  logo_url: string | null;
  /** Its merchant takes loans. */
  lends: boolean;
  /** Until when an order that is begun now could be paid. */
  until: Date;
  over: { why: LinkOver; date: string } | null;
}

/**
 * The link as whoever opens it finds it, over or not: who has paid by it is thanked, and told whom they paid. Refused
 * where its merchant takes no payments.
 */
export async function lookAtLink(services: Services, id: string): Promise<LinkShown> {
  const found = await services.database.transaction('all', async (tx) => {
    const { rows } = await linkOf(id, null).execute(tx);
    const [link] = rows;
    if (!link) throw notFound();
    const why = whyOver(link);
    if (!why) refuseUnlessOpenLink(link);
    if (!why && link.recurring_unit) await refuseUnlessOpen(tx, link.merchant_id, 'RECURRING');
    const { rows: of } = await sql<Omit<LinkShown, keyof Found | 'until' | 'over'>>`
      select m.name as merchant, m.email, m.terms_url, m.logo_url,
        ${isOpenTo(link.merchant_id, 'CONSUMER_CREDIT')} as lends
      from merchants m where m.id = ${link.merchant_id}`.execute(tx);
    const over = why && { why, date: await overSince(tx, link, why) };
    return { ...link, ...of[0]!, over };
  });
  return { ...found, until: untilOf(services, found) };
}

async function overSince(tx: Tx, link: Found, why: LinkOver): Promise<string> {
  if (why !== 'PAID') return (why === 'DISABLED' ? link.ended : link.ends)!;
  const { rows } = await sql<{ date: string }>`
    select ${paidSince(sql`${link.id}::uuid`, link.merchant_id)} as date`.execute(tx);
  return rows[0]!.date;
}

/** When an order of the link was paid first; null while none is. */
export const paidSince = (
  link: RawBuilder<unknown>,
  merchantId: string,
): RawBuilder<unknown> => sql`(
  select coalesce(min(b.updated_date), min(p.updated_date), min(p.created_date))
  from checkouts c
  join orders p on p.id = c.order_id and p.merchant_id = c.merchant_id
  left join payment_attempts b on b.checkout_id = c.id and b.merchant_id = c.merchant_id
    and b.stage = 'PAID'
  where c.payment_link_id = ${link} and c.merchant_id = ${merchantId}::uuid and p.status = 'PAID')`;

function refuseUnlessOpenLink(link: Found | undefined): asserts link is Found {
  if (!link) throw notFound();
  const closed = whyLinkIsClosed(link);
  if (closed) throw forbidden(closed);
  if (!link.trades) throw forbidden(NOT_AVAILABLE);
}

function untilOf({ now }: Services, { ends }: Found): Date {
  const day = hoursFrom(now(), HOURS);
  const last = ends === null ? day : new Date(ends);
  return last < day ? last : day;
}

/** Opens an order of its own for whoever begins to pay by a merchant's payment link. */
export async function openFromLink(
  services: Services,
  linkId: string,
  by: Shopper = SHOPPER,
): Promise<{ id: string }> {
  const id = await services.database.transaction('all', async (tx) => {
    // whoever disables it now waits, and then finds the order that was begun
    const whose = await tx
      .selectFrom('payment_links')
      .select('merchant_id')
      .where('id', '=', linkId)
      .executeTakeFirst();
    if (!whose) throw notFound();
    const { rows } = await linkOf(linkId, whose.merchant_id).execute(tx);
    const [link] = rows;
    refuseUnlessOpenLink(link);
    return openOnce(
      tx,
      services,
      {
        merchantId: link.merchant_id,
        source: 'LINK',
        paymentLinkId: link.id,
        status: 'DRAFT',
        order: {
          externalId: null,
          externalOrderNumber: null,
          customerEmail: null,
          label: link.purpose,
          currency: link.currency,
          paymentMethod: null,
          shipment: null,
          lines: [
            {
              label: link.purpose,
              cents: link.amount_cents,
              taxHundredths: 0n,
              count: 1,
              unit: null,
            },
          ],
        },
        repeats: link.recurring_unit && {
          unit: link.recurring_unit,
          every: link.recurring_every!,
          mostCents: link.amount_cents,
        },
        approved: true,
        expires: untilOf(services, link),
      },
      by,
    );
  });
  return { id };
}
