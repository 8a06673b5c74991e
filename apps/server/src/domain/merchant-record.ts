import { COUNTRIES, type merchantColumns } from '@paydesk/contract/merchant-record.ts';

const countryNames = Object.entries(COUNTRIES)
  .map(([code, name]) => `when '${code}' then '${name}'`)
  .join(' ');

/** Where a merchant `m` has what it says of itself, to its own people and to staff alike. */
export const merchantSql = {
  id: 'm.id',
  merchantId: 'm.merchant_number::text',
  name: 'm.name',
  legalId: 'm.legal_id',
  status: 'm.status',
  iban: 'm.iban',
  responsiblePerson: 'm.responsible_person',
  phone: 'm.phone',
  email: 'm.email',
  country: `case when m.country_code is not null then json_build_object('code', m.country_code,
    'name', case m.country_code ${countryNames} else m.country_code end) end`,
  mccCode: 'm.mcc_code',
  addressLine: 'm.address_line',
  zipCode: 'm.zip_code',
  termsUrl: 'm.terms_url',
  cardAcceptanceLocation: 'm.card_acceptance_location',
  orderVerificationUrl: 'm.order_verification_url',
  purchaseNotificationUrl: 'm.purchase_notification_url',
  deliveryCostCalculationUrl: 'm.delivery_cost_calculation_url',
  createdDate: 'm.created_date',
} as const satisfies Record<keyof typeof merchantColumns, string>;
