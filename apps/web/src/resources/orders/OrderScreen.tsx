import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import {
  approveOrder,
  orderHistory,
  orders,
  rejectOrder,
  type OrderDetail,
} from '@paydesk/contract/resources/orders.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, RelatedLinks } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconBan, IconCircleCheck } from '../../ui/icons.ts';
import { orderFields, shipmentFields } from './fields.tsx';
import { OrderItems } from './OrderItems.tsx';
import styles from './orders.module.css';
import { relatedLinks } from './related.tsx';

/** RT-32, OR-02..04 */
export function OrderScreen(): ReactNode {
  const { orderId: id = '' } = useParams({ strict: false });
  const staff = AUDIENCES.staff(useActor());
  const query = useQuery({
    queryKey: [orders.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/orders/{id}', { params: { id }, signal }),
  });
  return (
    <DetailScreen query={query}>
      {(order) => ({
        title: moneyOf(order),
        tabTitle: `${moneyOf(order)} ${nameOf(order)}`,
        chips: <StatusChip status={order.status} />,
        id: order.id,
        date: order.createdDate,
        note: [order.externalOrderNumber, order.label].filter(Boolean).join(' · ') || null,
        actions: <OrderActions order={order} />,
        timeline: { of: 'order', id: order.id },
        history: { of: orderHistory, id: order.id },
        main: (
          <>
            <OrderItems key={order.id} id={order.id} />
            <DetailCard title="Details">
              <Fields fields={orderFields(order)} />
            </DetailCard>
          </>
        ),
        aside: (
          <>
            <DetailCard flush title="Related">
              <RelatedLinks links={relatedLinks(order, staff)} />
            </DetailCard>
            <DetailCard title="Shipping information">
              {order.shipment ? (
                <Fields narrow fields={shipmentFields(order.shipment)} />
              ) : (
                <p className={styles.plain}>Nothing is shipped for this order.</p>
              )}
            </DetailCard>
          </>
        ),
      })}
    </DetailScreen>
  );
}

const moneyOf = ({ amount, currency }: OrderDetail) => `${formatAmount(amount)} ${currency}`;

const nameOf = ({ externalOrderNumber }: OrderDetail) =>
  externalOrderNumber ? `order ${externalOrderNumber}` : 'order';

/** OR-12, OR-13, AM-22 */
function OrderActions({ order }: { order: OrderDetail }) {
  const params = { id: order.id };
  const common = { record: order };
  const which = `The ${nameOf(order)} of ${moneyOf(order)}`;
  return (
    <>
      <ActionButton
        {...common}
        primary
        action={approveOrder}
        icon={<IconCircleCheck size={16} aria-hidden />}
        title="Approve this order"
        intro={<p>{which} becomes Verified and can be paid. This can’t be undone.</p>}
        submitLabel={`Approve ${nameOf(order)}`}
        run={() => call('PUT /api/orders/{id}/approve', { params })}
      />
      <ActionButton
        {...common}
        danger
        action={rejectOrder}
        icon={<IconBan size={16} aria-hidden />}
        title="Reject this order"
        intro={
          <p>
            {which} becomes Rejected, by hand, and can’t be paid any more. This can’t be undone.
          </p>
        }
        submitLabel={`Reject ${nameOf(order)}`}
        run={() => call('PUT /api/orders/{id}/reject', { params })}
      />
    </>
  );
}
