import { late } from './platform/late.tsx';

/** What a merchant's tabs show besides details; each asks for the merchant's id alone. */
const MERCHANT_TABS = [
  {
    key: 'background',
    label: 'Background',
    panel: late(() => import('./resources/merchants/Background.tsx')),
  },
  {
    key: 'features',
    label: 'Features',
    panel: late(() => import('./resources/merchants/Features.tsx')),
  },
  {
    key: 'certificates',
    label: 'Certificates',
    panel: late(() => import('./resources/certificates/MerchantCertificates.tsx')),
  },
  {
    key: 'api-key',
    label: 'API key',
    panel: late(() => import('./resources/certificates/MerchantApiKey.tsx')),
  },
  {
    key: 'employees',
    label: 'Employees',
    panel: late(() => import('./resources/users/MerchantEmployees.tsx')),
  },
  {
    key: 'delivery-methods',
    label: 'Delivery methods',
    panel: late(() => import('./resources/merchant-delivery-methods/OfMerchant.tsx')),
  },
];

/** What a customer's tabs show besides details and cards. */
const CUSTOMER_TABS = [
  {
    key: 'loans',
    label: 'Loans',
    panel: late(() => import('./resources/consumer-credits/CustomerLoans.tsx')),
  },
  {
    key: 'offers',
    label: 'Credit Offers',
    panel: late<{ customerId: string }>(() =>
      import('./resources/offers.tsx').then((m) => ({ default: m.CustomerOffers })),
    ),
  },
];

const AtAGlance = late(() => import('./resources/customers/AtAGlance.tsx'));

/** What a screen shows of other resources, which its own knows nothing of; what it can't be drawn without comes with its code. */
export const SLOTS = {
  'merchant-by-id': { tabs: MERCHANT_TABS },
  customer: { tabs: CUSTOMER_TABS, Rest: late(() => import('./of-customer.tsx')) },
  reviews: async () => ({
    /** What staff decide on, in the order in which somebody waits for it. */
    queues: await Promise.all([
      import('./resources/transactions/review.tsx').then(({ review }) => review),
      import('./resources/consumer-credits/review.tsx').then(({ review }) => review),
      import('./resources/screening/review.tsx').then(({ review }) => review),
    ]),
    Customer: AtAGlance,
  }),
  'screening-case': { Customer: AtAGlance },
  setup: { Rest: late(() => import('./resources/installation/SetupSteps.tsx')) },
  'business-days': {
    Above: late(() => import('./resources/installation/ToDo.tsx')),
    /** Figures of other resources on the same days, in their order; each is given `range` and `merchantId`. */
    Below: [late(() => import('./resources/recurring/RecurringFigures.tsx'))],
  },
  'financing-institution': {
    Products: late(() => import('./resources/financing-products/InstitutionProducts.tsx')),
  },
  /** The same screen, its record found by the filters of the address (RT-46, AM-10). */
  'transaction-by-query': { byQuery: true },
} as const;
