import type { MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';

/** What is said before a merchant's status changes (AM-75). */
export const questions = {
  approve:
    'Its people can be invited, and it may have certificates and an API key. It takes no payments before it is active.',
  decline: 'A declined merchant stays declined: this can’t be undone.',
  activate: {
    APPROVED: 'Its widgets begin payments from now on.',
    DISABLED:
      'Its people can change things again, and its API key and certificates are accepted again.',
  },
  disable: [
    'Its people can still sign in and read, but change nothing: no refund, no order, no employee.',
    'Its API key and certificates are refused from the next call on, and its widgets begin no payment.',
    'Refunds that are under way are finished. It can be activated again, with all it has.',
  ],
};

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
