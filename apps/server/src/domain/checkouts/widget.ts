import { formatAmount, fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  basketSchema,
  MOST_TOTAL,
  signedBasketSchema,
  type Basket,
  type SignedBasket,
} from '@paydesk/contract/basket.ts';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import { labelOf } from '@paydesk/contract/resources/widgets/code.ts';
import { sql } from 'kysely';
import type { ZodType } from 'zod';
import { isJws, provedBy } from '../../platform/auth/jws.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredWidgetItem } from '../../platform/db/schema/merchants.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { hoursFrom, type Refused } from '../checkouts.ts';
import { isOpen, isOpenTo } from '../merchant-features.ts';
import { totalsOf, type Line } from '../orders.ts';
import { askForApproval } from './approval.ts';
import { repeatsOf, type Repeated } from './repeats.ts';
import { openOnce, SHOPPER, type Shopper } from './once.ts';
import { whyNoReturn } from './return-address.ts';
import { NOT_AVAILABLE } from './words.ts';

/** How long a shopper has who came from a page. */
const HOURS = 24;

const NOTHING_TO_PAY =
  'The shop’s page did not say what is to be paid. Please go back to the shop.';

interface Found {
  id: string;
  merchant_id: string;
  name: string;
  type: 'CHECKOUT' | 'INSTANT' | 'PAYMENT';
  authorised: 'SIGNATURE' | 'CALLBACK' | 'WIDGET_TOTAL_AMOUNT';
  total_label: string | null;
  total_cents: bigint | null;
  total_tax_rate: string | null;
  items: StoredWidgetItem[];
  recurring_unit: IntervalUnit | null;
  recurring_every: number | null;
  recurring_most_cents: bigint | null;
  active: boolean;
}

/** As it is; held with its merchant's id, so that one machine is asked. */
const widgetOf = (id: string, merchantId: string | null) => sql<Found>`
  select w.id, w.merchant_id, w.name, w.type, w.order_authorization_type as authorised,
    w.total_label, w.total_cents, w.total_tax_rate, w.items, w.recurring_unit, w.recurring_every,
    w.recurring_most_cents, w.status = 'ACTIVE' and m.status = 'ACTIVE'
      and ${merchantId === null ? isOpen('w.merchant_id', 'WIDGETS') : isOpenTo(merchantId, 'WIDGETS')} as active
  from widgets w join merchants m on m.id = w.merchant_id where w.id = ${id}
  ${merchantId === null ? sql`` : sql`and w.merchant_id = ${merchantId}::uuid for share of w`}`;

/**
 * Opens what a shopper came for by a widget: its items, or the basket that the page passed, answered for
 * as the widget says (WD-14). The same external id is the same order. What its merchant does not answer
 * for stands as a rejected order, so that both sides see why (AM-48, SB-35).
 */
export async function openFromWidget(
  services: Services,
  { widgetId, order: passed }: { widgetId: string; order?: unknown },
  by: Shopper = SHOPPER,
): Promise<{ id: string }> {
  const { database } = services;
  const [widget] = await database.run(widgetOf(widgetId, null), 'all');
  if (!widget) throw notFound();
  if (!widget.active) throw forbidden(NOT_AVAILABLE);
  const { merchant_id: merchantId } = widget;
  const { basket, signed, problem } = await read(services, widget, passed);
  const lines = linesOf(widget, basket, signed);
  const { amountCents } = totalsOf(lines);
  if (amountCents < 1n || fromCents(amountCents) > MOST_TOTAL)
    throw invalid('order', NOTHING_TO_PAY);
  const refused = problem ?? refusedBy(widget, amountCents);
  const opened = await database.transaction('all', async (tx) => {
    await stillActive(tx, widget);
    return openOnce(
      tx,
      services,
      {
        merchantId,
        source: 'WIDGET',
        widgetId,
        signed: signed !== null,
        status: 'DRAFT',
        order: {
          // whose word nobody has taken may not keep an id from who means it
          externalId: problem ? null : basket.externalId?.trim() || null,
          externalOrderNumber: basket.externalOrderNumber?.trim() || null,
          customerEmail: null,
          label:
            basket.label?.trim() || labelOf({ name: widget.name, totalLabel: widget.total_label }),
          currency: 'EUR',
          paymentMethod: null,
          shipment: basket.shipment ?? null,
          lines,
        },
        ...(signed && {
          successUrl: signed.successUrl?.trim() || null,
          cancelUrl: signed.cancelUrl?.trim() || null,
          capture: signed.capture ?? null,
        }),
        repeats: signed?.recurringUnit
          ? repeatsOf(signed, amountCents)
          : repeated(widget, amountCents),
        approved: !refused && widget.authorised !== 'CALLBACK',
        refused,
        expires: hoursFrom(services.now(), HOURS),
      },
      by,
    );
  });
  await askForApproval(services, opened);
  return { id: opened };
}

/** Whoever disables the widget or its merchant now waits, and then finds the order that was begun. */
async function stillActive(tx: Tx, { id, merchant_id: merchantId }: Found) {
  await lockMerchant(tx, merchantId, 'kept');
  const { rows } = await widgetOf(id, merchantId).execute(tx);
  if (!rows[0]?.active) throw forbidden(NOT_AVAILABLE);
}

interface Read {
  basket: Basket;
  /** Of whom we know that the shop wrote it. */
  signed: SignedBasket | null;
  problem: Refused | null;
}

const failed = (reason: string): Refused => ({ code: 'VERIFICATION_FAILED', reason });

async function read(services: Services, widget: Found, passed: unknown): Promise<Read> {
  if (typeof passed !== 'string') {
    const basket = passed ? parsed(basketSchema(), passed) : {};
    const problem =
      widget.authorised === 'SIGNATURE' ? failed('The page passed no signed basket') : null;
    return { basket, signed: null, problem };
  }
  if (!isJws(passed)) throw invalid('order', NOTHING_TO_PAY);
  const proved = await provedBy(services.database, widget.merchant_id, passed);
  if (proved.problem !== null) {
    // what it says is nobody's word, and stands for what was tried; else the widget's own amount does
    const { data } = signedBasketSchema().safeParse(proved.payload);
    return { basket: data ?? {}, signed: null, problem: failed(proved.problem) };
  }
  const signed = parsed(signedBasketSchema(), proved.payload);
  for (const field of ['successUrl', 'cancelUrl'] as const) {
    const why = signed[field] && whyNoReturn(signed[field], services.config.CALLBACK_ALLOW);
    if (why) throw invalid(`order.${field}`, why);
  }
  if (signed.widget && signed.widget.toLowerCase() !== widget.id)
    return {
      basket: signed,
      signed: null,
      problem: failed('The basket was signed for another widget'),
    };
  if (signed.exp * 1000 <= services.realNow().getTime())
    return { basket: signed, signed: null, problem: failed('The signed basket has expired') };
  return { basket: signed, signed, problem: null };
}

function parsed<T>(schema: ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue!.path.map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${String(part)}`,
  );
  const field = `order${path.join('')}`;
  // its shopper reads it too, and can do nothing about it
  throw invalid(
    field,
    `The shop’s page does not say right what is to be paid. Please go back to the shop. (${field}: ${issue!.message})`,
  );
}

/** The widget's own items, else what the page passed, else the widget's own total. */
function linesOf(widget: Found, basket: Basket, signed: SignedBasket | null): Line[] {
  const label =
    basket.label?.trim() || labelOf({ name: widget.name, totalLabel: widget.total_label });
  const one = (cents: bigint, rate: number): Line => ({
    label,
    cents,
    taxHundredths: toCents(rate)!,
    count: 1,
    unit: null,
  });
  const items = basket.items ?? [];
  const own = widget.type === 'INSTANT' && !signed;
  if (items.length && !own)
    return items.map(({ label: of, amount, taxRate, count, unit }) => ({
      label: of.trim(),
      cents: toCents(amount)!,
      // an empty text says nothing
      taxHundredths: toCents(taxRate || 0)!,
      count: count || 1,
      unit: unit?.trim() || null,
    }));
  if (basket.amount && !own) return [one(toCents(basket.amount)!, basket.taxRate || 0)];
  if (widget.items.length)
    return widget.items.map(({ label: of, amountCents, taxRate, count }) => ({
      label: of,
      cents: BigInt(amountCents),
      taxHundredths: toCents(taxRate)!,
      count,
      unit: null,
    }));
  if (widget.total_cents === null) throw invalid('order', NOTHING_TO_PAY);
  return [one(widget.total_cents, Number(widget.total_tax_rate ?? 0))];
}

/** How often it is taken again, as the widget says; what is more than it allows is refused beforehand. */
function repeated(widget: Found, cents: bigint): Repeated | null {
  const { recurring_unit: unit, recurring_every: every, recurring_most_cents: most } = widget;
  if (unit === null) return null;
  return { unit, every: every!, mostCents: most !== null && most > cents ? most : cents };
}

/** What the widget's own amount is against. */
function refusedBy(widget: Found, cents: bigint): Refused | null {
  const { total_cents: total, recurring_most_cents: most } = widget;
  if (most !== null && cents > most)
    return {
      code: 'AMOUNT_MISMATCH',
      reason: `The page asks for ${formatAmount(fromCents(cents))} EUR, and the widget lets a charge take at most ${formatAmount(fromCents(most))} EUR`,
    };
  if (widget.type !== 'INSTANT' && widget.authorised !== 'WIDGET_TOTAL_AMOUNT') return null;
  if (total === null) return failed('The widget names no total amount');
  if (cents === total) return null;
  const [asked, named] = [cents, total].map((each) => formatAmount(fromCents(each)));
  return {
    code: 'AMOUNT_MISMATCH',
    reason: `The page asks for ${asked} EUR, the widget for ${named} EUR`,
  };
}
