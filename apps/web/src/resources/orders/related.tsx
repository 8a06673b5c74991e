import type { OrderDetail } from '@paydesk/contract/resources/orders.ts';
import { paths } from '../../paths.ts';
import type { RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { shortId } from '../../platform/format.ts';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCreditCard,
} from '../../ui/icons.ts';

/** AM-67: the merchant for staff, a loan where there is one; an empty id leaves its link disabled. */
export function relatedLinks(order: OrderDetail, staff: boolean): RelatedLink[] {
  const { id, merchantId, merchantName, purchaseId, transactionIds, consumerCreditId } = order;
  const links: (RelatedLink | false)[] = [
    staff && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      href: merchantId ? paths.merchantById(merchantId) : null,
      value: merchantName ?? (merchantId && shortId(merchantId)),
      reason: 'This order has no merchant',
    },
    {
      label: 'Purchase',
      icon: <IconCreditCard size={16} aria-hidden />,
      href: purchaseId ? paths.purchase(purchaseId) : null,
      value: purchaseId && shortId(purchaseId),
      reason: 'This order has no purchase',
    },
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: transactionIds.length ? paths.transactions({ f_orderId: id }) : null,
      value: transactionIds.length,
      reason: 'Nothing has been paid for this order',
    },
    consumerCreditId !== null && {
      label: 'Loan',
      icon: <IconBuildingBank size={16} aria-hidden />,
      href: paths.consumerCredit(consumerCreditId),
      value: shortId(consumerCreditId),
    },
  ];
  return links.filter((link) => link !== false);
}
