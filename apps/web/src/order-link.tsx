import type { ReactNode } from 'react';
import { paths } from './paths.ts';
import { AppLink } from './platform/AppLink.tsx';
import type { RelatedLink } from './platform/DetailScreen/blocks.tsx';
import { shortId } from './platform/format.ts';
import { IconShoppingCart } from './ui/icons.ts';

interface OfOrder {
  orderId: string | null;
  orderNumber: string | null;
}

/**
 * The order of a payment, a purchase or a loan. The words that a shop sent with it may name one that no record came
 * for: they stand at its head, and here is nothing to open, as where they name none.
 */
export const orderLink = (
  one: OfOrder,
  more: Pick<RelatedLink, 'reason' | 'always'> = {},
): RelatedLink => ({
  label: 'Order',
  icon: <IconShoppingCart size={16} aria-hidden />,
  href: one.orderId ? paths.order(one.orderId) : null,
  value: one.orderId && (one.orderNumber || shortId(one.orderId)),
  ...more,
});

/** The same among the fields of a case; nothing where there is none. */
export function orderValue(one: OfOrder): ReactNode {
  const { href, value } = orderLink(one);
  return href === null ? null : <AppLink href={href}>{value}</AppLink>;
}
