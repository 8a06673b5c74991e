import { sql } from 'kysely';

/**
 * Whether the shopper of checkout `k`, of order `o` and widget `w` of this merchant, says where it goes: a basket of a merchant that ships,
 * where the shop has not said it. An address that the shopper gave before is the shopper's to change.
 */
export const shipsOf = (
  merchantId: string,
) => sql<boolean>`(k.source = 'WIDGET' and coalesce(w.type = 'CHECKOUT', false)
  and (o.shipment is null or o.shipment ->> 'type' = 'CHECKOUT')
  and exists (select from shipping_methods s where s.merchant_id = ${merchantId}::uuid and s.enabled))`;
