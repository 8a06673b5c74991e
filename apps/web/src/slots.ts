import { lazy } from 'react';

/** What a merchant's tabs show besides details; each asks for the merchant's id alone. */
const MERCHANT_TABS = [
  {
    key: 'background',
    label: 'Background',
    panel: lazy(() => import('./resources/merchants/Background.tsx')),
  },
  {
    key: 'features',
    label: 'Features',
    panel: lazy(() => import('./resources/merchants/Features.tsx')),
  },
  {
    key: 'certificates',
    label: 'Certificates',
    panel: lazy(() => import('./resources/certificates/MerchantCertificates.tsx')),
  },
  {
    key: 'api-key',
    label: 'API key',
    panel: lazy(() => import('./resources/certificates/MerchantApiKey.tsx')),
  },
  {
    key: 'employees',
    label: 'Employees',
    panel: lazy(() => import('./resources/users/MerchantEmployees.tsx')),
  },
  {
    key: 'delivery-methods',
    label: 'Delivery methods',
    panel: lazy(() => import('./resources/merchant-delivery-methods/OfMerchant.tsx')),
  },
];

/** What a customer's tabs show besides details and cards. */
const CUSTOMER_TABS = [
  {
    key: 'loans',
    label: 'Loans',
    panel: lazy(() => import('./resources/consumer-credits/CustomerLoans.tsx')),
  },
  {
    key: 'offers',
    label: 'Credit Offers',
    panel: lazy(() =>
      import('./resources/offers.tsx').then((m) => ({ default: m.CustomerOffers })),
    ),
  },
];

/** What a screen shows of other resources, which its own knows nothing of. */
export const SLOTS = {
  'merchant-by-id': { tabs: MERCHANT_TABS },
  customer: { tabs: CUSTOMER_TABS },
  setup: { Rest: lazy(() => import('./resources/installation/SetupSteps.tsx')) },
  'business-days': {
    Above: lazy(() => import('./resources/installation/ToDo.tsx')),
    /** Figures of other resources on the same days, in their order; each is given `range` and `merchantId`. */
    Below: [lazy(() => import('./resources/recurring/RecurringFigures.tsx'))],
  },
  'financing-institution': {
    Products: lazy(() => import('./resources/financing-products/InstitutionProducts.tsx')),
  },
  /** The same screen, its record found by the filters of the address (RT-46, AM-10). */
  'transaction-by-query': { byQuery: true },
} as const;
