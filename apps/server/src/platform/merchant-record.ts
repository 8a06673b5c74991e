import type { MerchantRecord } from '@paydesk/contract/merchant-record.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '@paydesk/contract/permissions.ts';
import type { Selectable } from 'kysely';
import type { Merchants } from './db/schema/merchants.ts';

/** The merchant as answers have it, to its own people and to staff alike. */
export function merchantRecord(row: Selectable<Merchants>): MerchantRecord {
  const status = row.status as MerchantStatus;
  return {
    id: row.id,
    merchantId: String(row.merchant_number),
    name: row.name,
    legalId: row.legal_id,
    status: { name: status, description: MERCHANT_STATUSES[status] },
    iban: row.iban,
    responsiblePerson: row.responsible_person,
    phone: row.phone,
    email: row.email,
    country: row.country_code
      ? { code: row.country_code, name: countryName(row.country_code) }
      : null,
    mccCode: row.mcc_code,
    addressLine: row.address_line,
    zipCode: row.zip_code,
    termsUrl: row.terms_url,
    cardAcceptanceLocation: row.card_acceptance_location,
    orderVerificationUrl: row.order_verification_url,
    purchaseNotificationUrl: row.purchase_notification_url,
    deliveryCostCalculationUrl: row.delivery_cost_calculation_url,
    createdDate: row.created_date,
  };
}

const countries = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string) => countries.of(code) ?? code;
