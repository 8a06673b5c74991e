import { counted, overMany } from '../../kernel/many.ts';
import { formatAmount } from '../../kernel/money.ts';
import { ORDER_STATUSES } from '../../kernel/order-statuses.ts';
import { recordAction } from '../../kernel/record.ts';
import type { UserRole } from '../../permissions.ts';
import { isAsSeen, seenAmount, seenAmountFields } from '../../seen-amount.ts';
import type { OrderRow } from '../orders.ts';

/** What people decide about an order (OR-12, OR-13). */

type OrderState = Pick<OrderRow, 'status'> & Loan & { beingPaid: boolean };
interface Loan {
  paymentMethodClosed: boolean;
  lent: boolean;
}

/** Why there is no loan (AM-116). */
export const CREDIT_CLOSED = 'Consumer credit is not open to the merchant';

export const NOBODY_LENDS = 'No financing institution lends this amount';
/** Null, or why an order that asks for a loan gets none. */
export const whyNoLoan = ({ paymentMethodClosed, lent }: Loan): string | null => {
  if (paymentMethodClosed) return CREDIT_CLOSED;
  return lent ? null : NOBODY_LENDS;
};

const pendingAlone = (done: string) => (order: OrderState) =>
  order.status.name === 'PENDING'
    ? null
    : `Only a pending order can be ${done}; this one is ${ORDER_STATUSES[order.status.name].toLowerCase()}`;

/** Null, or why nothing ends while a shopper pays: what is taken by then would be for nothing. */
const whyPaying = ({ beingPaid }: Pick<OrderState, 'beingPaid'>): string | null =>
  beingPaid ? 'A payment of it is under way: cancel that first, or wait for it' : null;

/** No operator and no technical staff decide about an order (AM-22). */
const ORDER_DECIDERS: readonly UserRole[] = ['MERCHANT_ADMIN', 'BACKOFFICE_ADMIN'];

/** What it is called: with its number, where it has one. */
export const orderName = ({ externalOrderNumber }: Pick<OrderRow, 'externalOrderNumber'>) =>
  externalOrderNumber ? `order ${externalOrderNumber}` : 'order';
export const orderMoney = ({ amount, currency }: Pick<OrderRow, 'amount' | 'currency'>) =>
  `${formatAmount(amount)} ${currency}`;
const which = (order: OrderRow) => `The ${orderName(order)} of ${orderMoney(order)}`;

const orderStands = (order: OrderRow) =>
  `${which(order)} is ${ORDER_STATUSES[order.status.name].toLowerCase()} now.`;

/** Whoever made it has its payment page, which asks for no approval: a pending one is paid there as well. */
const PAID_BEFORE =
  'Its shopper can pay it on its payment page already, before as after: reject it to prevent that.';
const isPaidByPage = ({ source }: Pick<OrderRow, 'source'>) => source !== null;

export const approveOrder = overMany(
  recordAction<OrderRow & OrderState, typeof seenAmountFields>({
    label: 'Approve',
    summary: 'Approve a pending order: it becomes verified',
    serves: 'API-136, OR-12, AM-22, SB-36',
    audited: 'APPROVE_ORDER',
    asks: { roles: ORDER_DECIDERS, right: 'ORDERS_DECIDE' },
    whyNot: (order: OrderState) => pendingAlone('approved')(order) ?? whyNoLoan(order),
    // its shopper may choose another delivery meanwhile, and another sum is owed
    fields: seenAmountFields,
    seen: seenAmount,
    check: isAsSeen,
    dialog: {
      title: 'Approve this order',
      consequence: (order) =>
        `${which(order)} becomes Verified${isPaidByPage(order) ? `. ${PAID_BEFORE}` : ' and can be paid.'} This can’t be undone.`,
      submit: (order) => `Approve ${orderName(order)}`,
    },
    primary: true,
    success: 'Order approved successfully',
    did: orderStands,
  }),
  {
    title: (count) => `Approve ${counted(count, 'order')}`,
    consequence:
      'They become Verified and can be paid. Those with a payment page can be paid there already, before as after. This can’t be undone.',
  },
);

export const rejectOrder = overMany(
  recordAction<OrderRow & OrderState>({
    label: 'Reject',
    summary: 'Reject a pending order, by hand',
    serves: 'API-137, OR-13, AM-22, SB-36',
    audited: 'REJECT_ORDER',
    asks: { roles: ORDER_DECIDERS, right: 'ORDERS_DECIDE' },
    whyNot: (order: OrderState) => pendingAlone('rejected')(order) ?? whyPaying(order),
    dialog: {
      title: 'Reject this order',
      consequence: (order) =>
        `${which(order)} becomes Rejected, by hand, and can’t be paid any more. This can’t be undone.`,
      submit: (order) => `Reject ${orderName(order)}`,
    },
    danger: true,
    success: 'Order rejected successfully',
    did: orderStands,
  }),
  {
    title: (count) => `Reject ${counted(count, 'order')}`,
    consequence: 'They become Rejected, by hand, and can’t be paid any more. This can’t be undone.',
  },
);
