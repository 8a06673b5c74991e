import * as z from 'zod';
import type { Columns, RowOf } from './kernel/columns.ts';
import { instant } from './kernel/endpoint.ts';
import type { Enumeration } from './kernel/enumeration.ts';
import type { Fields } from './kernel/fields.ts';
import { CAPTURES } from './payments.ts';
import { MERCHANT_STATUSES } from './permissions.ts';
import { retryColumns } from './retry-plan.ts';

/** What can be open to a merchant or closed; open until somebody closes it (AM-14, AM-61). */
export const MERCHANT_FEATURES = {
  CONSUMER_CREDIT: 'Consumer credit',
  RECURRING: 'Recurring payments',
  WIDGETS: 'Widgets',
  API_ORDERS: 'Orders by API',
} as const satisfies Enumeration;
export type MerchantFeatureName = keyof typeof MERCHANT_FEATURES;

/** Where a merchant may be at home: the European Economic Area, Switzerland and the United Kingdom. */
export const COUNTRIES = {
  AT: 'Austria',
  BE: 'Belgium',
  BG: 'Bulgaria',
  CH: 'Switzerland',
  CY: 'Cyprus',
  CZ: 'Czechia',
  DE: 'Germany',
  DK: 'Denmark',
  EE: 'Estonia',
  ES: 'Spain',
  FI: 'Finland',
  FR: 'France',
  GB: 'United Kingdom',
  GR: 'Greece',
  HR: 'Croatia',
  HU: 'Hungary',
  IE: 'Ireland',
  IS: 'Iceland',
  IT: 'Italy',
  LI: 'Liechtenstein',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  LV: 'Latvia',
  MT: 'Malta',
  NL: 'Netherlands',
  NO: 'Norway',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  SE: 'Sweden',
  SI: 'Slovenia',
  SK: 'Slovakia',
} as const satisfies Enumeration;

/** What a country’s code is called; people come from further away than merchants do, and keep their code. */
export const countryName = (code: string | null): string | null =>
  code && ((COUNTRIES as Enumeration)[code] ?? code);

const text = (label: string) => ({ label, kind: 'text', nullable: true }) as const;

/** Whether a merchant's people must have more than a password. */
export const SECOND_FACTORS = {
  OPTIONAL: 'Each person chooses',
  REQUIRED: 'Required of everybody',
} as const satisfies Enumeration;

/** A merchant with all that it says of itself: to its own people, and to staff (MM-02, MM-03). */
export const merchantColumns = {
  id: { label: 'ID', kind: 'id' },
  // the short number that people name it by
  merchantId: { label: 'Merchant ID', kind: 'text' },
  name: { label: 'Name', kind: 'text' },
  legalId: text('Legal ID'),
  status: { label: 'Status', kind: 'status', enumeration: MERCHANT_STATUSES },
  iban: text('IBAN'),
  responsiblePerson: text('Responsible person'),
  phone: text('Phone'),
  email: text('Email'),
  country: {
    label: 'Country',
    kind: 'group',
    nullable: true,
    columns: { code: { label: 'Code', kind: 'text' }, name: { label: 'Name', kind: 'text' } },
  },
  mccCode: text('MCC'),
  addressLine: text('Street Address'),
  zipCode: text('Zip Code'),
  termsUrl: text('Terms URL'),
  cardAcceptanceLocation: text('Card acceptance location'),
  orderVerificationUrl: text('Order Verification URL'),
  purchaseNotificationUrl: text('Purchase Notification URL'),
  deliveryCostCalculationUrl: text('Shipping Cost Calculation URL'),
  logoUrl: text('Logo'),
  capture: { label: 'Capture', kind: 'choice', enumeration: CAPTURES },
  ...retryColumns,
  secondFactor: { label: 'Two-factor sign-in', kind: 'choice', enumeration: SECOND_FACTORS },
  createdDate: { label: 'Created', kind: 'dateTime' },
} as const satisfies Columns;
export type MerchantRecord = RowOf<typeof merchantColumns>;

/** When a merchant's payments are captured, where the order, link or basket does not say (AM-48). */
export const captureFields = {
  capture: {
    label: merchantColumns.capture.label,
    kind: 'choice',
    required: true,
    enumeration: CAPTURES,
  },
} as const satisfies Fields;

/** What follows from it, said before it is changed. */
export const CAPTURE_MEANS = [
  'It holds for orders that are made from now on, by widgets, payment links and the API; an order or a signed basket that says otherwise goes its own way.',
  'Manual: the bank holds the money for seven days, and releases it if nobody captures it by then.',
].join('\n');

/** Whether its people must have a second factor. */
export const merchantFactorFields = {
  secondFactor: {
    label: merchantColumns.secondFactor.label,
    kind: 'choice',
    required: true,
    enumeration: SECOND_FACTORS,
  },
} as const satisfies Fields;

export const MERCHANT_FACTOR_MEANS =
  'Required: whoever has neither an authenticator app nor a passkey is led to set one up, and does nothing else before. It holds at once, also for whoever is signed in.';

/** How the messages to a merchant's purchase notification address fare (AM-48). */
export const callbackDelivery = () =>
  z.strictObject({
    failingSince: instant()
      .nullable()
      .meta({ description: 'At the latest try; null while it does not fail.' }),
    error: z.string().nullable(),
    nextAttempt: instant().nullable().meta({ description: 'Null where nothing waits for it.' }),
    waiting: z.int().min(0).meta({ description: 'On their way, or behind an address that fails.' }),
    givenUp: z
      .int()
      .min(0)
      .meta({ description: 'Of the last thirty days; staff can send them again.' }),
  });
export type CallbackDelivery = z.output<ReturnType<typeof callbackDelivery>>;
