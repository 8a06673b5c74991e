import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { COUNTRIES, type merchantColumns } from '@paydesk/contract/merchant-record.ts';
import { retryDaysOf, type retryFields } from '@paydesk/contract/retry-plan.ts';
import { IBAN_OF_MERCHANT, sealedSql } from '../platform/sealed-values.ts';

/** Where a merchant `m` has what it says of itself, to its own people and to staff alike. */
export const merchantSql = {
  id: 'm.id',
  merchantId: 'm.merchant_number::text',
  name: 'm.name',
  legalId: 'm.legal_id',
  status: 'm.status',
  iban: sealedSql('m', IBAN_OF_MERCHANT),
  responsiblePerson: 'm.responsible_person',
  phone: 'm.phone',
  email: 'm.email',
  country: 'm.country_code',
  mccCode: 'm.mcc_code',
  addressLine: 'm.address_line',
  zipCode: 'm.zip_code',
  termsUrl: 'm.terms_url',
  cardAcceptanceLocation: 'm.card_acceptance_location',
  orderVerificationUrl: 'm.order_verification_url',
  purchaseNotificationUrl: 'm.purchase_notification_url',
  deliveryCostCalculationUrl: 'm.delivery_cost_calculation_url',
  logoUrl: 'm.logo_url',
  capture: 'm.capture',
  retryDays: `array_to_string(m.retry_days, ', ')`,
  retryHour: 'm.retry_hour',
  retriesEnd: 'm.retries_end',
  secondFactor: 'm.second_factor',
  createdDate: 'm.created_date',
} as const satisfies Record<keyof typeof merchantColumns, string>;

/** The country by its name: the list, the filter and the form have its code. */
export const countryOf = ({ country }: { country: keyof typeof COUNTRIES | null }) =>
  country && { code: country, name: COUNTRIES[country] };

/** The plan of retries as it is kept; what was left out stays. */
export const retriesOf = ({ retryDays, retryHour, retriesEnd }: ValuesOf<typeof retryFields>) => ({
  set: {
    ...(retryDays !== undefined && { retry_days: retryDaysOf(retryDays)! }),
    retry_hour: retryHour,
    retries_end: retriesEnd,
  },
});
