import type { ReactNode } from 'react';
import { DELIVERY_TYPES, type Enumeration } from '@paydesk/contract/kernel/enumeration.ts';
import { paidStory } from '@paydesk/contract/kernel/paid.ts';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { lendsNow } from '@paydesk/contract/loan-stage.ts';
import { isPayable, order, type Order, type Shipment } from '@paydesk/contract/resources/orders.ts';
import { orderMoney, orderName } from '@paydesk/contract/resources/orders/decide.ts';
import { orderAnswer } from '@paydesk/contract/resources/orders/story.ts';
import { paths } from '../../paths.ts';
import { RefundLink } from '../../refund-link.tsx';
import { AppLink } from '../../platform/AppLink.tsx';
import {
  DetailCard,
  Fields,
  StatusOf,
  type RelatedLink,
} from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { fieldsOf } from '../../platform/DetailScreen/viewer.tsx';
import { fieldId, shortId } from '../../platform/format.ts';
import { CopyText } from '../../ui/Copy.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconBuildingBank,
  IconBuildingStore,
  IconCircleCheck,
  IconCreditCard,
  IconLink,
  IconUser,
} from '../../ui/icons.ts';
import { OrderItems } from './OrderItems.tsx';
import styles from './orders.module.css';

const APPROVE = 'PUT /api/orders/{id}/approve';
const REJECT = 'PUT /api/orders/{id}/reject';
/** Of one that is no longer pending both are impossible for good. */
const DECIDED = [APPROVE, REJECT] as const;

/** RT-32, OR-02..04, OR-07..09, OR-12, OR-13, AM-22 */
export const OrderScreen = () => (
  <RecordScreen
    record={order}
    folded
    timeline="order"
    answer={orderAnswer}
    money={paidStory}
    people={peopleOf}
    parts={(one) => ({
      title: orderMoney(one),
      tabTitle: `${orderMoney(one)} ${orderName(one)}`,
      chips: (
        // it is green, and nobody has paid it
        <StatusOf
          status={one.status}
          words={one.status.name === 'VERIFIED' ? 'for payment' : null}
        />
      ),
      date: one.createdDate,
      next: paidBy(one),
      begin: <RefundLink of={one} />,
      note: [one.externalOrderNumber, one.label].filter(Boolean).join(' · ') || null,
      first: <OrderItems key={one.id} id={one.id} />,
      aside: (
        <>
          {isPayable(one) ? <PaymentPage url={one.paymentUrl!} /> : null}
          <ShippingInformation shipment={one.shipment} />
        </>
      ),
    })}
    cells={{
      transactionIds: ({ transactionIds }) => ({
        value: transactionIds.length ? <Transactions ids={transactionIds} /> : null,
      }),
      // before a delivery is chosen it has no name
      shipment: ({ shipment }) => ({
        value: shipment && [shipment.method, shipment.city].filter(Boolean).join(', '),
      }),
    }}
    icons={{
      [APPROVE]: <IconCircleCheck size={16} aria-hidden />,
      [REJECT]: <IconBan size={16} aria-hidden />,
    }}
    menu={({ status }) => (status.name === 'PENDING' ? [] : DECIDED)}
    links={relatedLinks}
  />
);

const Transactions = ({ ids }: { ids: string[] }) => (
  <ul className={styles.ids}>
    {ids.map((one) => (
      <li key={one}>
        <AppLink href={paths.transaction(one)}>{fieldId(one)}</AppLink>
      </li>
    ))}
  </ul>
);

/** Where its shopper pays it, for whoever sends them there. */
const PaymentPage = ({ url }: { url: string }): ReactNode => (
  <DetailCard title="Payment page">
    <div className={styles.pay}>
      {/* whole: cut within its id it would look like another one */}
      <CopyText text={url} limit={Infinity} />
      <p className={styles.plain}>Whoever has this address can pay the order.</p>
      <CopyWords text={url} label="Copy address" />
    </div>
  </DetailCard>
);

/** OR-09 */
const ShippingInformation = ({ shipment }: { shipment: Shipment | null }): ReactNode => (
  <DetailCard title="Shipping information">
    {shipment ? (
      <Fields narrow fields={fieldsOf(order.fields.shipment.columns, inWords(shipment))} />
    ) : (
      <p className={styles.plain}>Nothing is shipped for this order.</p>
    )}
  </DetailCard>
);

/** What paid it: its loan, the one payment, or those of its transactions that took money; of an unpaid one the last try, or the loan that is under way. */
function paidBy(one: Order) {
  const { id, status, paymentId, consumerCreditId } = one;
  const [only, ...more] = one.transactionIds;
  if (lendsNow(one) && one.held !== 'PAYMENT' && consumerCreditId)
    return paths.consumerCredit(consumerCreditId);
  if (paymentId) return paths.transaction(paymentId);
  if (only && status.name !== 'PAID') return paths.transaction(more.at(-1) ?? only);
  if (!only) return consumerCreditId ? paths.consumerCredit(consumerCreditId) : undefined;
  return more.length
    ? paths.transactions({ f_orderId: id, f_type: 'PAYMENT', f_status: 'SUCCESS' })
    : paths.transaction(only);
}

/** A shop says both as it likes, the checkout by their codes. */
const inWords = (shipment: Shipment): Shipment => ({
  ...shipment,
  type: (DELIVERY_TYPES as Enumeration)[shipment.type] ?? shipment.type,
  country: countryName(shipment.country) ?? '',
});

/** Who ordered, from whom. */
function peopleOf(one: Order, actor: Actor) {
  const { customerEmail, payerId, customerName, merchantId, merchantName } = one;
  return [
    {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      // whoever pays it, whom staff alone may open
      value: customerName || customerEmail,
      href: payerId && paths.customer(payerId),
      note: customerName
        ? customerEmail
        : customerEmail
          ? null
          : 'The shop did not say who ordered.',
    },
    AUDIENCES.staff(actor) && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      // its name is for the technical role alone (AM-03)
      value: merchantName ?? (merchantId && 'Open its page'),
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** AM-67: a loan where there is one; an empty id leaves its link disabled. */
function relatedLinks(one: Order): (RelatedLink | false)[] {
  const { id, purchaseId, transactionIds, paymentLinkId, consumerCreditId, loanNumber } = one;
  return [
    {
      label: 'Purchase',
      icon: <IconCreditCard size={16} aria-hidden />,
      href: purchaseId ? paths.purchase(purchaseId) : null,
      value: purchaseId && shortId(purchaseId),
      reason: 'This order has no purchase',
      always: 'Administrators only',
    },
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: transactionIds.length ? paths.transactions({ f_orderId: id }) : null,
      value: transactionIds.length,
      reason:
        one.paidAmount > 0
          ? 'A loan paid this order, and no card'
          : 'Nothing has been paid for this order',
    },
    paymentLinkId !== null && {
      label: 'Payment link',
      icon: <IconLink size={16} aria-hidden />,
      href: paths.paymentLink(paymentLinkId),
      value: one.label,
    },
    consumerCreditId !== null && {
      label: 'Loan',
      icon: <IconBuildingBank size={16} aria-hidden />,
      href: paths.consumerCredit(consumerCreditId),
      value: loanNumber ?? shortId(consumerCreditId),
    },
  ];
}
