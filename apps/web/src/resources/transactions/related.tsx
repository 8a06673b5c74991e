import type { TransactionDetail } from '@paydesk/contract/resources/transactions.ts';
import { paths } from '../../paths.ts';
import type { RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { shortId } from '../../platform/format.ts';
import {
  IconArrowBackUp,
  IconBuildingStore,
  IconCreditCard,
  IconFileCode,
  IconReceipt,
  IconReceiptRefund,
  IconRepeat,
  IconShoppingCart,
  IconUser,
} from '../../ui/icons.ts';

/** TX-29, TX-33..38: staff's own links are absent for others, an empty id leaves its link disabled. */
export function relatedLinks(transaction: TransactionDetail, staff: boolean): RelatedLink[] {
  const { id, orderId, purchaseId, recurringPaymentId, refundedTransactionId } = transaction;
  const { merchantId, customerId, cardId, cardPan } = transaction;
  const customer = [transaction.customerFirstName, transaction.customerLastName];
  const links: (RelatedLink | false)[] = [
    refundedTransactionId !== null && {
      label: 'Original transaction',
      icon: <IconArrowBackUp size={16} aria-hidden />,
      href: paths.transaction(refundedTransactionId),
      value: shortId(refundedTransactionId),
    },
    refundedTransactionId === null && {
      label: 'Refunds',
      icon: <IconReceiptRefund size={16} aria-hidden />,
      href:
        transaction.refunds.length ||
        transaction.pendingAmount > 0 ||
        transaction.reversedRefundsAmount > 0
          ? paths.transactions({ f_refundedTransactionId: id })
          : null,
      value: transaction.refunds.length || null,
      reason: 'Nothing has been refunded',
    },
    staff && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      href: merchantId ? paths.merchantById(merchantId) : null,
      value: transaction.merchantName,
      reason: 'This transaction has no merchant',
    },
    staff && {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      href: customerId ? paths.customer(customerId) : null,
      value: customer.filter(Boolean).join(' '),
      reason: 'This transaction has no customer',
    },
    staff && {
      label: 'Card',
      icon: <IconCreditCard size={16} aria-hidden />,
      href:
        customerId && cardId ? paths.customer(customerId, { tab: 'cards', f_id: cardId }) : null,
      value: cardPan && `•• ${cardPan.slice(-4)}`,
      reason: 'This transaction is by no card of a customer',
    },
    {
      label: 'Order',
      icon: <IconShoppingCart size={16} aria-hidden />,
      href: orderId ? paths.order(orderId) : null,
      value: orderId && shortId(orderId),
      reason: 'This transaction has no order',
    },
    {
      label: 'Purchase',
      icon: <IconReceipt size={16} aria-hidden />,
      href: purchaseId ? paths.purchase(purchaseId) : null,
      value: purchaseId && shortId(purchaseId),
      reason: 'This transaction has no purchase',
    },
    {
      label: 'Recurring payment',
      icon: <IconRepeat size={16} aria-hidden />,
      href: recurringPaymentId ? paths.recurring({ f_id: recurringPaymentId }) : null,
      value: recurringPaymentId && shortId(recurringPaymentId),
      reason: 'This transaction belongs to no recurring payment',
    },
    staff && {
      label: 'Soap Logs',
      icon: <IconFileCode size={16} aria-hidden />,
      href: paths.soapLogs({ f_transactionId: id }),
    },
    staff && {
      label: '3DS Logs',
      icon: <IconFileCode size={16} aria-hidden />,
      href: paths.mpiLogs({ f_transactionId: id }),
    },
  ];
  return links.filter((link) => link !== false);
}
