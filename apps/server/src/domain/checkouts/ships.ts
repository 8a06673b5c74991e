import { sql } from 'kysely';

/**
 * Whether the shopper of checkout `k`, of order `o` and widget `w` of this merchant, says where it goes: a basket of a merchant that ships,
 * where the shop has not said it. An address that the shopper gave before is the shopper's to change. What a page
 * passes is the shop's word once the shop has signed it or said yes to it by itself, which is later than the checkout:
 * before, whoever stands before the page could leave the delivery's price out.
 */
export const shipsOf = (
  merchantId: string,
) => sql<boolean>`(k.source = 'WIDGET' and coalesce(w.type = 'CHECKOUT', false)
  and (o.shipment is null or o.shipment ->> 'type' = 'CHECKOUT'
    or not (k.signed or coalesce(k.approved_date > k.created_date, false)))
  and exists (select from shipping_methods s where s.merchant_id = ${merchantId}::uuid and s.enabled))`;
