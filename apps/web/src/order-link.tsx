import type { ReactNode } from 'react';
import { numberNamed } from './order-number.ts';
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
 * The order of a payment, a purchase or a loan. The words that a shop sent with it stand at its head and may name an
 * order that no record came for: the card then says the same number, and that there is nothing to open.
 */
export const orderLink = (
  one: OfOrder,
  /** What the shop said that it is for. */
  words: string | null = null,
  more: Pick<RelatedLink, 'reason' | 'always'> = {},
): RelatedLink => {
  const named = numberNamed(words);
  return {
    label: 'Order',
    icon: <IconShoppingCart size={16} aria-hidden />,
    href: one.orderId ? paths.order(one.orderId) : null,
    value: one.orderId && (one.orderNumber || shortId(one.orderId)),
    none: named !== null && `${named} (no record here)`,
    ...more,
  };
};

/** The same among the fields of a case; nothing where there is none. */
export function orderValue(one: OfOrder, words: string | null = null): ReactNode {
  const { href, value, none } = orderLink(one, words);
  return href === null ? none || null : <AppLink href={href}>{value}</AppLink>;
}
