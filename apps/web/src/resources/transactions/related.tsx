import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import type { TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { orderLink } from '../../order-link.tsx';
import { paths } from '../../paths.ts';
import type { RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import type { Person } from '../../platform/DetailScreen/People.tsx';
import { shortId } from '../../platform/format.ts';
import { useCall } from '../../platform/query.ts';
import {
  IconArrowBackUp,
  IconBuildingStore,
  IconCreditCard,
  IconFileCode,
  IconReceipt,
  IconReceiptRefund,
  IconRepeat,
  IconUser,
} from '../../ui/icons.ts';

/** Who paid, by which card, and whom (TX-33..35): staff go on to each, others see the card. */
export function peopleOf(transaction: TransactionDetail, actor: Actor): (Person | false)[] {
  const { merchantId, merchantName, customerId, cardId, cardPan } = transaction;
  const { customerFirstName, customerLastName } = transaction;
  const staff = AUDIENCES.staff(actor);
  return [
    staff && {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      value: fullName(customerFirstName, customerLastName),
      href: customerId && paths.customer(customerId),
      note: customerId ? null : 'This transaction has no customer',
    },
    {
      label: 'Card',
      icon: <IconCreditCard size={16} aria-hidden />,
      value: namedCard(cardPan),
      href:
        staff && customerId && cardId
          ? paths.customer(customerId, { tab: 'cards', f_id: cardId })
          : null,
    },
    staff && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      value: merchantName,
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** TX-29, TX-36..38: staff's own links are absent for others, an empty id leaves a link that is always shown disabled. */
export function relatedLinks(transaction: TransactionDetail, staff: boolean): RelatedLink[] {
  const { id, purchaseId, recurringPaymentId, refundedTransactionId } = transaction;
  const hasRefunds =
    refundedTransactionId === null &&
    (transaction.refunds.length > 0 ||
      transaction.pendingAmount > 0 ||
      transaction.reversedRefundsAmount > 0);
  const links: (RelatedLink | false)[] = [
    refundedTransactionId !== null && {
      label: 'Original transaction',
      icon: <IconArrowBackUp size={16} aria-hidden />,
      href: paths.transaction(refundedTransactionId),
      value: shortId(refundedTransactionId),
    },
    hasRefunds && {
      label: 'Refunds',
      icon: <IconReceiptRefund size={16} aria-hidden />,
      href: paths.transactions({ f_refundedTransactionId: id }),
      value: transaction.refunds.length || null,
    },
    orderLink(transaction, {
      reason: 'No order is recorded for this transaction',
      always: 'Administrators only',
    }),
    {
      label: 'Purchase',
      icon: <IconReceipt size={16} aria-hidden />,
      href: purchaseId ? paths.purchase(purchaseId) : null,
      value: purchaseId && shortId(purchaseId),
      reason: 'No purchase is recorded for this transaction',
      always: 'Administrators only',
    },
    recurringPaymentId !== null && {
      label: 'Recurring payment',
      icon: <IconRepeat size={16} aria-hidden />,
      href: paths.recurring({ f_id: recurringPaymentId }),
      value: shortId(recurringPaymentId),
    },
    staff && {
      label: 'Soap Logs',
      icon: <IconFileCode size={16} aria-hidden />,
      href: paths.soapLogs({ f_transactionId: id }),
      value: <Messages of={transaction} in="soap-logs" none={silenceOf(transaction)} />,
    },
    staff && {
      label: '3DS Logs',
      icon: <IconFileCode size={16} aria-hidden />,
      href: paths.mpiLogs({ f_transactionId: id }),
      value: <Messages of={transaction} in="mpi-logs" none="None" />,
    },
  ];
  return links.filter((link) => link !== false);
}

/** Why the acquirer and Paydesk said nothing of it to each other, that the logs know of. */
const silenceOf = ({ hold, type, markedByHand }: TransactionDetail) =>
  hold === 'REVIEW'
    ? 'None before approval'
    : markedByHand || type === 'MANUAL_REFUND'
      ? 'None: recorded by hand'
      : 'None kept';

/** How many a log has of a payment, before it is opened. */
function Messages({
  of: { id },
  in: log,
  none,
}: {
  of: TransactionDetail;
  in: 'soap-logs' | 'mpi-logs';
  none: string;
}) {
  const query = { page: 0, size: 1, f_transactionId: id };
  const { data } = useCall(`GET /api/${log}`, { query });
  return data && (data.totalElements || none);
}
