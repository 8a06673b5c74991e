import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

export const OFFER_STATUSES = {
  RECEIVED: 'Received',
  CHOSEN: 'Chosen',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

export const offers = resource({
  slug: 'offers',
  title: 'Credit Offers',
  path: '/api/financing/offers',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  csv: {},
  serves: 'API-55, API-56, FI-06',
  columns: {
    id: { label: 'ID', kind: 'id' },
    consumerCreditId: { label: 'Loan', kind: 'id' },
    sequence: { label: 'Sequence', kind: 'number', hidden: 'screen' },
    institution: { label: 'Institution', kind: 'text' },
    product: { label: 'Product', kind: 'text', hidden: 'screen' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    termMonths: { label: 'Term (months)', kind: 'number' },
    // percent a year with two places, which is what the kind says
    interestRate: { label: 'Interest Rate', kind: 'amount', unit: '%' },
    apr: { label: 'APR', kind: 'amount', unit: '%' },
    monthlyPayment: { label: 'Monthly Payment', kind: 'amount' },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: OFFER_STATUSES },
    externalId: {
      label: 'External ID',
      kind: 'text',
      exact: true,
      nullable: true,
      hidden: 'screen',
    },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    financingProductId: { label: 'Product id', kind: 'id', hidden: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
  },
});

export const offerEndpoints = endpoints(() => listEndpoints(offers));
