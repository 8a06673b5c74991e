import * as z from 'zod';
import { action } from '../kernel/action.ts';
import { anyOf, bodyOf, editOf, endpoints, rowSchema } from '../kernel/endpoint.ts';
import type { Fields } from '../kernel/fields.ts';
import { resource } from '../kernel/resource.ts';
import { callbackDelivery, merchantColumns, type MerchantRecord } from '../merchant-record.ts';

/** The own merchant (MM-02, MM-03); a list of one, as it were. */
export type OwnMerchant = MerchantRecord;
export const ownMerchant = resource({
  slug: 'merchant',
  title: 'Merchant',
  path: '/api',
  read: [],
  scope: 'own',
  created: 'createdDate',
  serves: 'API-88, MM-01..03, AM-41',
  columns: merchantColumns,
});

/** The limited editor: no rules but the size of the columns (MM-05..09, AM-73). */
export const merchantFields = {
  addressLine: { label: 'Street Address', kind: 'text', maxLength: 255 },
  zipCode: { label: 'Zip Code', kind: 'text', maxLength: 255 },
  termsUrl: { label: 'Terms URL', kind: 'text', maxLength: 255 },
  cardAcceptanceLocation: { label: 'Card acceptance location', kind: 'text', maxLength: 255 },
} as const satisfies Fields;

const URL_LENGTH = 2000;

export const orderVerificationFields = {
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

export const deliveryCostFields = {
  deliveryCostCalculationUrl: {
    label: 'Shipping Cost Calculation URL',
    kind: 'text',
    maxLength: URL_LENGTH,
  },
} as const satisfies Fields;

const may = { asks: { anyOf: ['UPDATE_MY_MERCHANT'] }, whyNot: () => null } as const;

/** The four ways to change the own merchant: words, fields and who may (MM-11, MM-24..26). */
export const updateMerchant = action<OwnMerchant, typeof merchantFields>({
  ...may,
  label: 'Update Merchant',
  fields: merchantFields,
  success: 'Merchant updated successfully',
});
export const updateOrderVerification = action<OwnMerchant, typeof orderVerificationFields>({
  ...may,
  label: 'Update Order Verification URL',
  fields: orderVerificationFields,
  success: 'Merchant Order Verification URL updated successfully',
});
export const updatePurchaseNotification = action<OwnMerchant, typeof purchaseNotificationFields>({
  ...may,
  label: 'Update Purchase Notification URL',
  fields: purchaseNotificationFields,
  success: 'Merchant Payment Notification URL updated successfully',
});
export const updateDeliveryCost = action<OwnMerchant, typeof deliveryCostFields>({
  ...may,
  label: 'Update Shipping Cost Calculation URL',
  fields: deliveryCostFields,
  success: 'Merchant Shipping Cost Calculation URL updated successfully',
});
/** MM-27 */
export const pingPurchaseNotification = action<OwnMerchant, typeof purchaseNotificationFields>({
  ...may,
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

const READ_ONLY: readonly (keyof OwnMerchant)[] = [
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
  'createdDate',
];

export const merchantEndpoints = endpoints(() => {
  const change = {
    access: anyOf('UPDATE_MY_MERCHANT'),
    scope: 'own',
    answer: rowSchema(merchantColumns),
  } as const;
  return {
    'GET /api/user-merchant': {
      summary: 'The own merchant',
      serves: ownMerchant.serves,
      access: 'authenticated',
      scope: ownMerchant.scope,
      answer: change.answer,
    },
    'GET /api/user-merchant/callback-delivery': {
      summary: 'Whether the own purchase notification address fails, and what waits for it',
      serves: 'AM-48',
      access: 'authenticated',
      scope: 'own',
      answer: callbackDelivery(),
    },
    'PUT /api/user-merchant': {
      ...change,
      summary: 'Change address, terms and card acceptance location of the own merchant',
      serves: 'API-89, MM-05..11, SB-27, AM-84',
      body: editOf(merchantFields, READ_ONLY),
    },
    'PUT /api/user-merchant/order-verification-callback': {
      ...change,
      sensitive: 'ADDRESSES',
      summary: 'Change the order verification URL; empty takes it away',
      serves: 'API-90, MM-12, MM-19, SB-28',
      body: editOf(orderVerificationFields),
    },
    'PUT /api/user-merchant/payment-notification-callback': {
      ...change,
      sensitive: 'ADDRESSES',
      summary: 'Change the purchase notification URL',
      serves: 'API-91, MM-13, MM-17, MM-18, SB-28',
      body: editOf(purchaseNotificationFields),
    },
    'PUT /api/user-merchant/delivery-cost-calculation-callback': {
      ...change,
      sensitive: 'ADDRESSES',
      summary: 'Change the shipping cost calculation URL; empty takes it away',
      serves: 'API-92, MM-14, MM-20, SB-28',
      body: editOf(deliveryCostFields),
    },
    'POST /api/user-merchant/payment-notification-callback': {
      ...change,
      sensitive: 'ADDRESSES',
      summary:
        'Ping a purchase notification URL: OPTIONS must be answered 200 with PUT among Access-Control-Allow-Methods, else this is a 400 that says why',
      serves: 'API-93, MM-27..30, SB-29, SB-07',
      body: bodyOf(purchaseNotificationFields),
      answer: ping(),
      callsAMinuteOfMerchant: 60,
    },
  };
});
