import { CURRENCIES } from '../../kernel/enumeration.ts';
import { ORDER_STATUSES } from '../../kernel/order-statuses.ts';
import { CONSUMER_CREDIT_STATUSES } from '../../kernel/loan-statuses.ts';
import { resource } from '../../kernel/resource.ts';
import { STAGE } from '../../loan-stage.ts';
import { consumerCredits } from './lists.ts';

const { failureReason, hold } = consumerCredits.columns;

/** The orders that are paid by a loan, or are to be: the loan comes with its application. */
export const creditOrders = resource({
  slug: 'credit-orders',
  title: 'Credit Orders',
  path: '/api/financing/credit-orders',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: {},
  totals: {
    of: 'amount',
    by: ['currency', 'status'],
    within: ['status'],
    counts: { key: 'status', values: ['PAID'], word: 'paid' },
  },
  serves: 'API-53, API-54, FI-05',
  columns: {
    id: { label: 'Order', kind: 'id' },
    externalOrderNumber: { label: 'External Number', kind: 'text', nullable: true },
    merchantName: { label: 'Merchant', kind: 'text' },
    consumerCreditId: { label: 'Loan', kind: 'id', nullable: true },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    // said at the head of the amounts, so that what a loan waits for is read (AM-124)
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, hidden: 'screen' },
    status: { label: 'Order Status', kind: 'status', sort: true, enumeration: ORDER_STATUSES },
    consumerCreditStatus: {
      label: 'Loan Status',
      kind: 'status',
      enumeration: CONSUMER_CREDIT_STATUSES,
      nullable: true,
      because: 'failureReason',
    },
    offers: { label: 'Offers ok/all', kind: 'text', nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true },
    failureReason: { ...failureReason, lastInFile: true },
    hold,
    ...STAGE,
  },
});
