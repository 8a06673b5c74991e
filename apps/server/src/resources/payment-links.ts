import { sql } from 'kysely';
import { paymentLink, paymentLinks } from '@paydesk/contract/resources/payment-links.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { payBase } from '../domain/checkouts.ts';
import { repeatsOf } from '../domain/checkouts/repeats.ts';
import { loanUnderWay } from '../domain/lending/under-way.ts';
import { refuseUnlessOpen } from '../domain/merchant-features.ts';
import { LAST_TRY_COLUMNS, lastTryJoin } from '../domain/payments/sums.ts';
import { changes } from '../platform/audit.ts';
import { invalid } from '../platform/errors.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { merchantIdOf } from '../platform/own-merchant.ts';
import { defineRecord } from '../platform/record.ts';

/** Reckoned of its dates and of whether it was paid. */
const statusIf = (paid: string) => `case when l.uses = 'ONE' and ${paid} then 'USED'
      when l.disabled_date is not null then 'DISABLED'
      when l.expires_date <= now() then 'EXPIRED'
      else 'ACTIVE' end`;

/** The orders that were paid by it. */
const PAID = `from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      where k.payment_link_id = l.id and k.merchant_id = l.merchant_id and o.status = 'PAID'`;

export const paymentLinksList = defineList({
  resource: paymentLinks,
  from: 'payment_links l',
  id: 'l.id',
  tenant: 'l.merchant_id',
  joins: {
    m: 'join merchants m on m.id = l.merchant_id',
    // one is looked for; how many there are is counted of the rows of a page, or where that is asked for
    used: `left join lateral (select true as paid ${PAID} limit 1) used on true`,
    paid: `cross join lateral (select count(*)::int as orders ${PAID}) paid`,
  },
  columns: {
    id: 'l.id',
    purpose: 'l.purpose',
    merchantName: 'm.name',
    amount: 'l.amount_cents',
    currency: 'l.currency',
    status: statusIf('used.paid'),
    uses: 'l.uses',
    paidOrders: 'paid.orders',
    expiresDate: 'l.expires_date',
    createdDate: 'l.created_date',
    createdBy: 'l.created_by',
    recurringUnit: 'l.recurring_unit',
    recurringEvery: 'l.recurring_every',
    merchantId: 'l.merchant_id',
  },
  // an order belongs to its checkout, and only that knows the link
  follows: {
    orders: (ids, merchants) => sql<{ id: string }>`select payment_link_id as id from checkouts
      where order_id = any(${ids}) and merchant_id = any(${merchants}) and payment_link_id is not null`,
  },
});

/** Each who began to pay by it has an order, and its checkout knows both. */
const OF_LINK =
  'from checkouts where payment_link_id = l.id and merchant_id = l.merchant_id and order_id is not null';

/** How far the order of a checkout is on the way to be paid; null: nowhere. */
const HOW_FAR = `case when a.stage in ('REVIEW', 'AUTHORISED', 'CHALLENGE') then a.stage
  when a.stage in ('AUTHORISING', 'CAPTURING', 'CANCELLING') then 'WORKING'
  when ${loanUnderWay('k.order_id', 'k.merchant_id')} then 'LOAN'
  when a.stage = 'CARD' and o.status in ('PENDING', 'VERIFIED') and k.cancelled_date is null
    and k.expires_date > now() then 'CARD' end`;

/** Made and ended by the merchant's people; what is paid by it are orders. */
export const paymentLinkRecord = defineRecord({
  record: paymentLink,
  list: paymentLinksList,
  table: 'payment_links',
  joins: {
    // of what was paid by it, marked as paid by hand too
    latest: `left join lateral (select o.customer_email as payer, a.id as payment,
        coalesce(a.updated_date, o.updated_date, o.created_date) as paid_date
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      left join payment_attempts a on a.checkout_id = k.id and a.merchant_id = k.merchant_id
        and a.stage = 'PAID'
      where k.payment_link_id = l.id and k.merchant_id = l.merchant_id and o.status = 'PAID'
      order by 3 desc limit 1) latest on true`,
    // of those that nobody has paid, the one that has come farthest; that a card is asked for says the least
    begun: `left join lateral (
      select k.created_date as date, ${HOW_FAR} as state
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      left join payment_attempts a on a.checkout_id = k.id and a.merchant_id = k.merchant_id
        and a.stage in ('CARD', 'REVIEW', 'AUTHORISED', 'CHALLENGE', 'AUTHORISING', 'CAPTURING', 'CANCELLING')
      where k.payment_link_id = l.id and k.merchant_id = l.merchant_id and o.status <> 'PAID'
      order by ${HOW_FAR} is null, ${HOW_FAR} = 'CARD', k.created_date desc limit 1) begun on true`,
    ...lastTryJoin('order_id', `in (select order_id ${OF_LINK})`, 'l.merchant_id'),
  },
  into: (tx) => tx.insertInto('payment_links'),
  columns: {
    url: ({ id }, services) => `${payBase(services)}/l/${id}`,
    paidDate: 'latest.paid_date',
    paidBy: 'latest.payer',
    transactionId: 'latest.payment',
    orders: `(select count(*)::int ${OF_LINK})`,
    begunDate: 'begun.date',
    underWay: 'begun.state',
    lastTriedDate: 'pay.date',
    ...LAST_TRY_COLUMNS,
    disabledDate: 'l.disabled_date',
    disabledBy: 'l.disabled_by',
  },
  actions: {
    'POST /api/payment-links': async ({ tx, actor, stored, values, services }) => {
      const merchantId = merchantIdOf(actor);
      const repeats = repeatsOf(values, toCents(values.amount)!);
      if (repeats) await refuseUnlessOpen(tx, merchantId, 'RECURRING');
      const { expires_date: expires } = stored;
      if (expires && new Date(expires) <= services.now())
        throw invalid('expiresDate', 'It must lie in the future');
      return {
        set: {
          ...stored,
          currency: 'EUR',
          recurring_unit: repeats?.unit ?? null,
          recurring_every: repeats?.every ?? null,
        },
        details: { changes: changes<object>({}, values) },
      };
    },
    'PUT /api/payment-links/{id}/disable': ({ actor, services }) => ({
      set: { disabled_date: services.now().toISOString(), disabled_by: actor.userName },
    }),
  },
});

export const manifest = defineManifest({
  lists: [paymentLinksList],
  records: [paymentLinkRecord],
  search: {
    paymentLink: {
      read: paymentLinks.read,
      scope: 'merchant',
      from: 'payment_links l',
      id: 'l.id',
      tenant: 'l.merchant_id',
      title: `' ' || l.purpose`,
      cents: 'l.amount_cents',
      detail: `concat_ws(' · ', to_char(l.created_date at time zone :zone, 'DD.MM.YYYY HH24:MI'), :whose)`,
      status: statusIf(`exists (select ${PAID})`),
      newest: 'l.created_date',
      within: 'l.purpose',
      where: () => [],
    },
  },
});
