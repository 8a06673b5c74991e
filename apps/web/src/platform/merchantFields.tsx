import { mccName } from '@paydesk/contract/business/mcc.ts';
import { isHttpUrl } from '@paydesk/contract/kernel/fields.ts';
import { CAPTURES } from '@paydesk/contract/payments.ts';
import { RETRIES_END, retryWords } from '@paydesk/contract/retry-plan.ts';
import { SECOND_FACTORS, type MerchantRecord } from '@paydesk/contract/merchant-record.ts';
import { NamedLogo } from '../ui/Logo.tsx';
import { DateTime } from '../ui/values.tsx';
import type { DetailField } from './DetailScreen/blocks.tsx';
import { fieldId } from './format.ts';

/** As banks print one. */
const inFours = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');

const mccWords = (code: string) => [code, mccName(code)].filter(Boolean).join(' ');

/** A merchant as fields, to its own people and to staff alike (MM-01..03). */
export function merchantFieldsOf(merchant: MerchantRecord): DetailField[] {
  const { iban, termsUrl } = merchant;
  return [
    {
      label: 'Name',
      value: merchant.logoUrl ? (
        <NamedLogo url={merchant.logoUrl} name={merchant.name} />
      ) : (
        merchant.name
      ),
    },
    { label: 'Merchant ID', value: merchant.merchantId, copy: merchant.merchantId, mono: true },
    { label: 'Legal ID', value: merchant.legalId, mono: true },
    { label: 'IBAN', value: iban && inFours(iban), mono: true, ...(iban ? { copy: iban } : {}) },
    { label: 'Responsible person', value: merchant.responsiblePerson },
    { label: 'Phone', value: merchant.phone },
    { label: 'Email', value: merchant.email },
    { label: 'Country', value: merchant.country?.name },
    { label: 'MCC', value: merchant.mccCode && mccWords(merchant.mccCode) },
    { label: 'Street Address', value: merchant.addressLine },
    { label: 'Zip Code', value: merchant.zipCode },
    { label: 'Terms URL', value: <TermsUrl url={termsUrl} /> },
    { label: 'Card acceptance location', value: merchant.cardAcceptanceLocation },
    { label: 'Capture', value: CAPTURES[merchant.capture] },
    { label: 'Declined charges are retried', value: retryWords(merchant) },
    { label: 'After the last retry', value: RETRIES_END[merchant.retriesEnd] },
    { label: 'Two-factor sign-in', value: SECOND_FACTORS[merchant.secondFactor] },
    { label: 'ID', value: fieldId(merchant.id), copy: merchant.id, mono: true },
    { label: 'Created', value: <DateTime value={merchant.createdDate} /> },
  ];
}

/** A link only where it leads to the web (AM-73). */
function TermsUrl({ url }: { url: string | null }) {
  if (!url || !isHttpUrl(url)) return url ?? '—';
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>
  );
}

const urlField = (label: string, url: string | null): DetailField => ({
  label,
  value: url,
  ...(url ? { copy: url } : {}),
});

/** The addresses that a merchant is called at. */
export const callbackFieldsOf = (merchant: MerchantRecord): DetailField[] => [
  urlField('Order Verification URL', merchant.orderVerificationUrl),
  urlField('Purchase Notification URL', merchant.purchaseNotificationUrl),
  urlField('Shipping Cost Calculation URL', merchant.deliveryCostCalculationUrl),
];
