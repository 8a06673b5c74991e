import * as z from 'zod';
import { action } from '../kernel/action.ts';
import { bodyOf, endpoints } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import {
  record,
  recordAction,
  recordEndpoints,
  type RecordAction,
  type RecordOf,
} from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import {
  CAPTURE_MEANS,
  callbackDelivery,
  captureFields,
  COUNTRIES,
  MERCHANT_FACTOR_MEANS,
  merchantColumns,
  merchantFactorFields,
} from '../merchant-record.ts';
import { checkRetries, RETRIES_MEAN, retryFields } from '../retry-plan.ts';

/** The own merchant (MM-02, MM-03); a list of one, as it were. */
const ownMerchants = resource({
  slug: 'merchant',
  title: 'Merchant',
  path: '/api',
  read: [],
  scope: 'own',
  created: 'createdDate',
  serves: 'API-88, MM-01..03, AM-41',
  columns: {
    ...merchantColumns,
    country: { label: 'Country', kind: 'choice', nullable: true, enumeration: COUNTRIES },
  },
});

/** The limited editor: no rules but the size of the columns (MM-05..09, AM-73). */
export const merchantFields = {
  addressLine: { label: 'Street Address', kind: 'text', maxLength: 255 },
  zipCode: { label: 'Zip Code', kind: 'text', maxLength: 255 },
  termsUrl: { label: 'Terms URL', kind: 'text', maxLength: 255 },
  cardAcceptanceLocation: { label: 'Card acceptance location', kind: 'text', maxLength: 255 },
} as const satisfies Fields;

const URL_LENGTH = 2000;

const orderVerificationFields = {
  orderVerificationUrl: { label: 'Order Verification URL', kind: 'text', maxLength: URL_LENGTH },
} as const satisfies Fields;

export const purchaseNotificationFields = {
  purchaseNotificationUrl: {
    label: 'Purchase Notification URL',
    kind: 'url',
    required: true,
    maxLength: URL_LENGTH,
  },
} as const satisfies Fields;

const deliveryCostFields = {
  deliveryCostCalculationUrl: {
    label: 'Shipping Cost Calculation URL',
    kind: 'text',
    maxLength: URL_LENGTH,
  },
} as const satisfies Fields;

const logoFields = { logoUrl: { label: 'Logo', kind: 'picture' } } as const satisfies Fields;

const asks = { anyOf: ['UPDATE_MY_MERCHANT'], right: 'OWN_MERCHANT' } as const;

/** One of the ways to change it: asked for once more before it is saved (MM-10, AM-75). */
const change = <const F extends Fields>(
  what: string,
  fields: F,
  said: Pick<
    RecordAction<object>,
    'summary' | 'serves' | 'success' | 'readOnly' | 'sensitive' | 'check'
  > & { audited: string },
  words?: string,
) =>
  recordAction<object, F>({
    ...said,
    label: 'Save',
    asks,
    whyNot: () => null,
    fields,
    dialog: {
      title: `Update ${what}`,
      consequence:
        words ??
        `Are you sure you want to update ${what === 'Merchant' ? what : `Merchant ${what}`}?`,
      submit: `Update ${what}`,
    },
  });

/** MM-27 */
export const pingPurchaseNotification = action<object, typeof purchaseNotificationFields>({
  asks,
  whyNot: () => null,
  label: 'Ping',
  fields: purchaseNotificationFields,
  success: 'Merchant Payment Notification URL is accessible',
});

/** What the address answered to a ping that it passed. */
const ping = () =>
  z.strictObject({
    status: z.int(),
    durationMs: z.int(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  });
export type Ping = z.output<ReturnType<typeof ping>>;

const READ_ONLY: readonly (keyof typeof merchantColumns)[] = [
  'id',
  'merchantId',
  'name',
  'legalId',
  'status',
  'iban',
  'responsiblePerson',
  'phone',
  'email',
  'country',
  'mccCode',
  'orderVerificationUrl',
  'purchaseNotificationUrl',
  'deliveryCostCalculationUrl',
  'logoUrl',
  'capture',
  'retryDays',
  'retryHour',
  'retriesEnd',
  'secondFactor',
  'createdDate',
];

export const ownMerchant = record({
  of: ownMerchants,
  name: 'OwnMerchant',
  entity: 'MERCHANT',
  one: {
    path: '/api/user-merchant',
    summary: 'The own merchant',
    serves: ownMerchants.serves,
    read: 'authenticated',
  },
  fields: merchantColumns,
  // in cards that staff see too
  shown: {},
  actions: {
    'PUT /api/user-merchant': change('Merchant', merchantFields, {
      summary: 'Change address, terms and card acceptance location of the own merchant',
      serves: 'API-89, MM-05..11, SB-27, AM-84',
      audited: 'UPDATE_MERCHANT',
      readOnly: READ_ONLY,
      success: 'Merchant updated successfully',
    }),
    'PUT /api/user-merchant/order-verification-callback': change(
      'Order Verification URL',
      orderVerificationFields,
      {
        summary: 'Change the order verification URL; empty takes it away',
        serves: 'API-90, MM-12, MM-19, SB-28',
        audited: 'UPDATE_ORDER_VERIFICATION_URL',
        sensitive: 'ADDRESSES',
        success: 'Merchant Order Verification URL updated successfully',
      },
    ),
    'PUT /api/user-merchant/payment-notification-callback': change(
      'Purchase Notification URL',
      purchaseNotificationFields,
      {
        summary: 'Change the purchase notification URL',
        serves: 'API-91, MM-13, MM-17, MM-18, SB-28',
        audited: 'UPDATE_PAYMENT_NOTIFICATION_URL',
        sensitive: 'ADDRESSES',
        success: 'Merchant Payment Notification URL updated successfully',
      },
    ),
    'PUT /api/user-merchant/delivery-cost-calculation-callback': change(
      'Shipping Cost Calculation URL',
      deliveryCostFields,
      {
        summary: 'Change the shipping cost calculation URL; empty takes it away',
        serves: 'API-92, MM-14, MM-20, SB-28',
        audited: 'UPDATE_DELIVERY_COST_URL',
        sensitive: 'ADDRESSES',
        success: 'Merchant Shipping Cost Calculation URL updated successfully',
      },
    ),
    'PUT /api/user-merchant/logo': recordAction<object, typeof logoFields>({
      label: 'Save logo',
      summary:
        'Give the own merchant a logo, a PNG as a data URL, or none: shoppers see it when they pay',
      serves: 'MM-01, SB-46',
      asks,
      audited: 'UPDATE_MERCHANT_LOGO',
      whyNot: () => null,
      fields: logoFields,
      success: 'Merchant logo updated successfully',
    }),
    'PUT /api/user-merchant/capture': change(
      'Capture',
      captureFields,
      {
        summary: 'Say when the money of payments is taken: at once, or by hand within seven days',
        serves: 'AM-48',
        audited: 'UPDATE_CAPTURE',
        success: 'Merchant Capture updated successfully',
      },
      CAPTURE_MEANS,
    ),
    'PUT /api/user-merchant/retries': change(
      'Retry plan',
      retryFields,
      {
        summary:
          'Say when declined charges of recurring payments are tried again, and what comes after the last try',
        serves: 'AM-14, AM-122',
        audited: 'UPDATE_RETRIES',
        check: checkRetries,
        success: 'Merchant Retry plan updated successfully',
      },
      RETRIES_MEAN,
    ),
    'PUT /api/user-merchant/second-factor': change(
      'Two-factor sign-in',
      merchantFactorFields,
      {
        summary: 'Say whether all people of the own merchant must have a second factor',
        serves: 'SB-07',
        audited: 'UPDATE_SECOND_FACTOR',
        sensitive: 'RIGHTS',
        success: 'Merchant Two-factor sign-in updated successfully',
      },
      MERCHANT_FACTOR_MEANS,
    ),
  },
});
export type OwnMerchant = RecordOf<typeof ownMerchant>;

export const merchantEndpoints = endpoints(() => ({
  ...recordEndpoints(ownMerchant),
  'GET /api/user-merchant/callback-delivery': {
    summary: 'Whether the own purchase notification address fails, and what waits for it',
    serves: 'AM-48',
    access: 'authenticated',
    scope: 'own',
    answer: callbackDelivery(),
  },
  'POST /api/user-merchant/payment-notification-callback': {
    access: asks.anyOf,
    scope: 'own',
    sensitive: 'ADDRESSES',
    summary:
      'Ping a purchase notification URL: OPTIONS must be answered 200 with PUT among Access-Control-Allow-Methods, else this is a 400 that says why',
    serves: 'API-93, MM-27..30, SB-29, SB-07',
    body: bodyOf(purchaseNotificationFields),
    answer: ping(),
    callsAMinuteOfMerchant: 60,
  },
}));
