import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { creditOrders } from '@paydesk/contract/resources/consumer-credits/credit-orders.ts';
import { stageOf, type Staged } from '@paydesk/contract/loan-stage.ts';
import { consumerCredits, ownLoans } from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconBuildingBank, IconBuildingStore, IconShoppingCart } from '../../ui/icons.ts';
import { HoldChip } from './HoldChip.tsx';

export { ConsumerCreditsRefundsScreen } from './RefundsScreen.tsx';

type Loan = RowOf<typeof consumerCredits.columns>;

const loanColumns = {
  orderNumber: { mono: true, width: 96, named: true },
  loanNumber: { mono: true, width: 96, named: true },
  // most loans have none: what is there is seen
  totalRequestedRefundsAmount: {
    cell: ({ totalRequestedRefundsAmount: requested }: { totalRequestedRefundsAmount: number }) =>
      requested ? formatAmount(requested) : null,
  },
  status: {
    width: 204,
    cell: ({ status, hold }: Pick<Loan, 'status' | 'hold'>) => (
      <>
        <StatusChip status={status} /> <HoldChip hold={hold} />
      </>
    ),
    // of one that a rule holds its second chip says it
    beside: ({ status, hold, ...one }: Pick<Loan, 'status' | 'hold'> & Staged) =>
      hold ? null : stageOf(status.name, one),
  },
};

const loanLinks = [
  {
    label: 'Order',
    icon: <IconShoppingCart size={16} aria-hidden />,
    to: ({ orderId }: Loan) => paths.order(orderId),
  },
  {
    label: 'Merchant',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }: Loan) => paths.merchantById(merchantId),
  },
];

const openLoan = ({ id }: Pick<Loan, 'id'>) => paths.consumerCredit(id);

/** How loans are listed, wherever they are. */
export const loanList = { columns: loanColumns, rowLink: openLoan, iconLinks: loanLinks };

/** FI-01, FI-02 */
export function ConsumerCreditsScreen() {
  return (
    <ListScreen
      resource={consumerCredits}
      nothingYet="No loans yet. One starts when a customer chooses to pay in instalments."
      {...loanList}
    />
  );
}

type OwnLoan = RowOf<typeof ownLoans.columns>;

const ownLinks = [
  {
    label: 'Order',
    icon: <IconShoppingCart size={16} aria-hidden />,
    to: ({ orderId }: OwnLoan) => paths.order(orderId),
  },
];

/** LN-36: a merchant's own, for its people. */
export function OwnLoansScreen() {
  return (
    <ListScreen
      resource={ownLoans}
      columns={loanColumns}
      rowLink={openLoan}
      iconLinks={ownLinks}
      nothingYet="No loans yet. Customers apply for one when paying in your shop."
    />
  );
}

type Order = RowOf<typeof creditOrders.columns>;

/** Nobody has asked for a loan by which it would be paid. */
const notApplied = (name: Order['status']['name']) =>
  name === 'REJECTED' || name === 'EXPIRED' ? 'Never applied for' : 'Not applied for yet';

const orderColumns = {
  externalOrderNumber: { mono: true, width: 120 },
  consumerCreditId: { width: 80 },
  amount: { width: 112 },
  status: { width: 98 },
  consumerCreditStatus: {
    width: 204,
    cell: ({ consumerCreditStatus: status, hold }: Order) =>
      status ? (
        <>
          <StatusChip status={status} /> <HoldChip hold={hold} />
        </>
      ) : null,
    beside: ({ consumerCreditStatus: of, hold, status, ...one }: Order) =>
      of ? loanColumns.status.beside({ ...one, status: of, hold }) : notApplied(status.name),
  },
  // none was made: how many were asked, where anybody was
  offers: {
    width: 94,
    mono: true,
    cell: ({ offers, askedCount }: Order) =>
      offers === '0/0' ? (askedCount ? `${askedCount} asked` : null) : offers,
  },
};

const orderLinks = [
  {
    label: 'Loan',
    icon: <IconBuildingBank size={16} aria-hidden />,
    to: ({ consumerCreditId }: Order) => consumerCreditId && paths.consumerCredit(consumerCreditId),
  },
];

const openOrder = ({ id }: Order) => paths.order(id);

/** FI-05 */
export function CreditOrdersScreen() {
  return (
    <ListScreen
      resource={creditOrders}
      nothingYet="No credit orders yet. One appears when a customer asks for instalments."
      columns={orderColumns}
      rowLink={openOrder}
      iconLinks={orderLinks}
    />
  );
}
