import type { MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';

/** What a feature opens, and what closing it does. */
export const features: Readonly<Record<MerchantFeatureName, { opens: string; closed: string }>> = {
  CONSUMER_CREDIT: {
    opens: 'Its customers may pay by a loan.',
    closed:
      'An order that asks for a loan is refused, and one that waits can’t be approved. Loans that exist go on.',
  },
  RECURRING: {
    opens: 'Its customers may agree to be charged again and again.',
    closed:
      'Nobody is charged again: a charge that is due is skipped, and says why. Those that exist stay as they are.',
  },
  WIDGETS: {
    opens: 'The buttons of its widgets begin payments.',
    closed: 'None of its widgets begins a payment from now on, wherever it is placed.',
  },
  API_ORDERS: {
    opens: 'Its own systems make orders by API key or signature.',
    closed: 'New orders by API are refused from the next call on. Its systems still read orders.',
  },
};
