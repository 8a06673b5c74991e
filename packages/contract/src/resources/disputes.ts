import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { CURRENCIES } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';
import { totalsEndpoint } from '../kernel/totals.ts';
import type { DisputeStatus } from '../payments.ts';

/** What a payment says of its dispute, in a dispute's own words. */
export const DISPUTE_OUTCOMES = {
  OPEN: 'Open',
  WON: 'Won',
  LOST: 'Lost',
} as const satisfies Record<DisputeStatus, string>;

/** What payers' banks claim back, or did: each is answered at the acquirer, and its payment says what became of it. */
export const disputes = resource({
  slug: 'disputes',
  title: 'Disputes',
  path: '/api/disputes',
  read: ['READ_ANY_TRANSACTION', 'READ_MERCHANT_TRANSACTION'],
  scope: 'merchant',
  created: 'createdDate',
  // the soonest to answer first; those that are decided come after them
  order: { key: 'respondBy', direction: 'ASC' },
  csv: {},
  totals: {
    of: 'amount',
    called: 'Claimed',
    by: ['currency', 'status'],
    within: ['status'],
    counts: { key: 'status', values: ['OPEN'], word: 'open', without: 'claimed' },
  },
  serves: 'API-30, AM-103',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    // of one that is open: what is decided has no day any more
    respondBy: { label: 'Respond by', kind: 'dateTime', sort: true, nullable: true },
    transactionId: { label: 'Payment', kind: 'id' },
    merchantName: { label: 'Merchant', kind: 'text', visibleTo: 'staff' },
    amount: { label: 'Claimed', kind: 'amount', sort: true },
    // of what was paid
    paidAmount: { label: 'Paid', kind: 'amount', byChoiceOf: 'staff' },
    // said at the head of the amounts, so that what is to be answered is read whole
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, hidden: 'screen' },
    reason: { label: 'Reason', kind: 'text' },
    externalId: { label: 'Case', kind: 'text' },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: DISPUTE_OUTCOMES,
      tones: { WON: 'success', LOST: 'error' },
    },
    createdDate: { label: 'Opened', kind: 'dateTime', sort: true },
    decidedDate: { label: 'Decided', kind: 'dateTime', nullable: true, hidden: 'screen' },
    description: { label: 'Description', kind: 'text', nullable: true, hidden: 'screen' },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, visibleTo: 'staff' },
  },
});

export const disputeEndpoints = endpoints(() => ({
  ...listEndpoints(disputes),
  ...totalsEndpoint(disputes),
}));
