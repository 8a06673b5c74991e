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

/** Why a payer's bank claims a payment back, in words of the trade, by the codes that acquirers have for it. */
const DISPUTE_REASONS: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank could not process it',
  check_returned: 'Cheque returned',
  credit_not_processed: 'Refund not received',
  customer_initiated: 'Claimed by the payer at their bank',
  debit_not_authorized: 'Debit not authorised',
  duplicate: 'Charged more than once',
  fraudulent: 'Fraud: not made by the cardholder',
  general: 'No reason given',
  incorrect_account_details: 'Wrong account details',
  insufficient_funds: 'Not enough money in the account',
  noncompliant: 'Against the card scheme’s rules',
  product_not_received: 'Goods or services not received',
  product_unacceptable: 'Goods or services not as described',
  subscription_canceled: 'Charged after cancellation',
  unrecognized: 'Not recognised by the cardholder',
};

/** What acquirers say in words stays as it is; a code that is not known yet is at least read as words. */
export function disputeReason(said: string): string {
  const code = said.trim().toLowerCase();
  if (Object.hasOwn(DISPUTE_REASONS, code)) return DISPUTE_REASONS[code]!;
  if (!/^[a-z0-9]+(?:_+[a-z0-9]+)+$/.test(code)) return said;
  const words = code.replaceAll(/_+/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

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
