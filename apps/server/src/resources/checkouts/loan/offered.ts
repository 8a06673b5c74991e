import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { FittingProduct } from '@paydesk/contract/resources/checkouts/terms.ts';
import { sql } from 'kysely';
import { merchantOfCheckout } from '../../../domain/checkouts/whose.ts';
import { fittingProducts, type Fitting } from '../../../domain/lending/fitting.ts';
import { isOpenTo } from '../../../domain/merchant-features.ts';
import type { Db } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';

/** The order of a checkout, as far as a loan is concerned. */
export interface Borrowed {
  merchant_id: string;
  amount_cents: bigint;
  currency: 'EUR';
  open: boolean;
  payment_method: 'CARD' | 'CONSUMER_CREDIT' | null;
}

/** The same of what nobody has ordered yet, at a merchant who takes loans or does not. */
export const borrowable = (
  { merchantId, amountCents }: { merchantId: string; amountCents: bigint },
  { lends, repeats }: { lends: boolean; repeats: boolean },
): Borrowed => ({
  merchant_id: merchantId,
  amount_cents: amountCents,
  currency: 'EUR',
  // what is taken again and again is taken by card
  open: lends && !repeats,
  payment_method: null,
});

/** The same of checkout `k`, its order `o` and its merchant `m`. */
export const borrowedOf = (
  merchantId: string,
) => sql`k.merchant_id, o.amount_cents, o.currency, o.payment_method,
  -- what is taken again and again is taken by card
  m.status = 'ACTIVE' and k.recurring_unit is null
    and ${isOpenTo(merchantId, 'CONSUMER_CREDIT')} as open`;

export async function borrowedFor(services: Services, checkoutId: string): Promise<Borrowed> {
  const merchantId = await merchantOfCheckout(services.database.kysely, checkoutId);
  const [order] = await services.database.run(
    sql<Borrowed>`
      select ${borrowedOf(merchantId)}
      from checkouts k
      join orders o on o.id = k.order_id and o.merchant_id = k.merchant_id
      join merchants m on m.id = k.merchant_id
      where k.id = ${checkoutId} and k.merchant_id = ${merchantId}::uuid`,
    'all',
  );
  if (!order) throw notFound();
  return order;
}

/** Whom the shopper can borrow the order's amount from: nobody where the merchant takes no loans, or nobody could identify them. */
export async function offeredProducts(
  services: Services,
  order: Borrowed,
  db: Db = services.database.kysely,
): Promise<Fitting[]> {
  const takes = order.open && services.gateways.IDENTIFICATION !== 'none';
  if (!takes || order.payment_method === 'CARD') return [];
  return fittingProducts(db, services, { amountCents: order.amount_cents });
}

export const productView = (product: Fitting): FittingProduct => ({
  productId: product.productId,
  institutionId: product.institutionId,
  institution: product.institution,
  product: product.product,
  minTermMonths: product.minMonths,
  maxTermMonths: product.maxMonths,
  interestRate: fromCents(BigInt(product.rate)),
  instantDecision: product.instantDecision,
  remoteSigning: product.remoteSigning,
});
