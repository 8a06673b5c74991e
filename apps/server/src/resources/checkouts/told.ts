import { COUNTRIES } from '@paydesk/contract/merchant-record.ts';
import type { CheckoutView } from '@paydesk/contract/resources/checkouts.ts';
import { NOBODY } from '@paydesk/contract/shopper-facts.ts';
import { sql } from 'kysely';
import { hashToken } from '../../platform/auth/next-token.ts';
import type { Row } from './view.ts';

/**
 * Whether a key is of the browser in which it was said who pays checkout `k`, or stands in the mails of the loan that
 * was applied for in the same one: its id is known to the merchant's people too (ADR 215).
 */
export const toldTo = (key: string | null, merchantId: string) =>
  key === null
    ? sql`false`
    : sql`(k.shopper_key_hash is not null and (k.shopper_key_hash = ${hashToken(key)} or exists (
        select from consumer_credits l
        where l.checkout_id = k.id and l.merchant_id = ${merchantId}::uuid
          and l.shopper_key_hash = k.shopper_key_hash and l.token::text = ${key})))`;

/**
 * Whether the bank of checkout `k` asks somebody who was asked back by mail, after a person had looked at their payment:
 * mails are read in another browser, and with another page there is no answer.
 */
export const mailedTo = (merchantId: string) =>
  sql`exists (select from payment_attempts a
    join payment_operations p on p.id = a.operation_id and p.merchant_id = a.merchant_id
    where a.checkout_id = k.id and a.merchant_id = ${merchantId}::uuid
      and a.stage = 'CHALLENGE' and p.user_id is not null)`;

type Said = Pick<
  Row,
  | 'told'
  | 'source'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'shipment'
  | 'shipping_method_id'
>;

/** A shop's own system said whose it is, and is told of it there. */
export const isEmailFixed = ({ source, email }: Pick<Said, 'source' | 'email'>): boolean =>
  source === 'API' && email !== null;

/** Who pays, and where it goes: to whoever else asks the email alone that the shop itself has said. */
export function customerOf(row: Said): CheckoutView['customer'] {
  const { first_name: firstName, last_name: lastName, email, phone, shipment } = row;
  if (!row.told) return { ...NOBODY, email: isEmailFixed(row) ? email : null };
  return {
    email,
    firstName,
    lastName,
    phone,
    addressLine: shipment?.addressLine ?? null,
    postalCode: shipment?.postalCode ?? null,
    city: shipment?.city ?? null,
    country: shipment && Object.hasOwn(COUNTRIES, shipment.country) ? shipment.country : null,
    shippingMethodId: row.shipping_method_id,
  };
}
