/**
 * Whether a link for one payment is paid by another order than that of the checkout, by the names that this and its
 * merchant have in the SQL. None begins beside another; but a person may mark one as paid while another is under way.
 */
export const linkPaid = (checkoutId: string, merchantId: string): string =>
  `exists (select from checkouts its
    join payment_links one on one.id = its.payment_link_id and one.merchant_id = its.merchant_id and one.uses = 'ONE'
    join checkouts other on other.payment_link_id = one.id and other.merchant_id = one.merchant_id and other.id <> its.id
    join orders made on made.id = other.order_id and made.merchant_id = other.merchant_id and made.status = 'PAID'
    where its.id = ${checkoutId} and its.merchant_id = ${merchantId})`;
