import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isHttpUrl } from '@paydesk/contract/kernel/fields.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  deliveryCostFields,
  merchantFields,
  orderVerificationFields,
  purchaseNotificationFields,
  updateDeliveryCost,
  updateMerchant,
  updateOrderVerification,
  updatePurchaseNotification,
  type OwnMerchant,
} from '@paydesk/contract/resources/merchant.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, type DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { ConfirmedForm } from '../../platform/form/ConfirmedForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './merchant.module.css';
import { UrlEditor } from './UrlEditor.tsx';
import { questions } from './words.ts';

const KEY = ['merchant'];

/** RT-16: staff have no merchant of their own, and read so (AM-41). */
export function MerchantScreen(): ReactNode {
  const { merchantId } = useActor();
  if (merchantId) return <OwnMerchantScreen />;
  return (
    <section>
      <h1>Settings</h1>
      <p className={styles.notice}>
        You work for no merchant, so there is no business profile here. The back office has the
        profile of every merchant under Merchants.
      </p>
    </section>
  );
}

function OwnMerchantScreen() {
  const actor = useActor();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/user-merchant', { signal }),
  });
  const may = isAllowed(actor, updateMerchant.asks);
  const saved = (merchant: OwnMerchant, words: string) => {
    client.setQueryData(KEY, merchant);
    notify.success(words);
  };
  return (
    <DetailScreen query={query}>
      {(merchant) => ({
        title: 'Settings',
        chips: <StatusChip status={merchant.status} />,
        note: merchant.name,
        main: (
          <div className={styles.columns} data-may={may || undefined}>
            <div className={styles.column}>
              <DetailCard title="Business profile">
                <Fields narrow={may} fields={profileFields(merchant)} />
              </DetailCard>
              {may ? (
                <LimitedEditor merchant={merchant} onSaved={saved} />
              ) : (
                <DetailCard title="Callback URLs">
                  <Fields fields={urlFields(merchant)} />
                </DetailCard>
              )}
            </div>
            {may ? (
              <div className={styles.column}>
                <UrlEditors merchant={merchant} onSaved={saved} />
              </div>
            ) : null}
          </div>
        ),
      })}
    </DetailScreen>
  );
}

/** MM-01..03 */
function profileFields(merchant: OwnMerchant): DetailField[] {
  const { iban, termsUrl } = merchant;
  return [
    { label: 'Name', value: merchant.name },
    { label: 'Merchant ID', value: merchant.merchantId, copy: merchant.merchantId, mono: true },
    { label: 'Legal ID', value: merchant.legalId, mono: true },
    { label: 'IBAN', value: iban, mono: true, ...(iban ? { copy: iban } : {}) },
    { label: 'Responsible person', value: merchant.responsiblePerson },
    { label: 'Phone', value: merchant.phone },
    { label: 'Email', value: merchant.email },
    { label: 'Country', value: merchant.country?.name },
    { label: 'MCC', value: merchant.mccCode, mono: true },
    { label: merchantFields.addressLine.label, value: merchant.addressLine },
    { label: merchantFields.zipCode.label, value: merchant.zipCode },
    { label: merchantFields.termsUrl.label, value: <TermsUrl url={termsUrl} /> },
    { label: merchantFields.cardAcceptanceLocation.label, value: merchant.cardAcceptanceLocation },
    { label: 'ID', value: merchant.id, copy: merchant.id, mono: true },
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

const urlFields = (merchant: OwnMerchant): DetailField[] => [
  urlField(orderVerificationFields.orderVerificationUrl.label, merchant.orderVerificationUrl),
  urlField(
    purchaseNotificationFields.purchaseNotificationUrl.label,
    merchant.purchaseNotificationUrl,
  ),
  urlField(
    deliveryCostFields.deliveryCostCalculationUrl.label,
    merchant.deliveryCostCalculationUrl,
  ),
];

interface EditorProps {
  merchant: OwnMerchant;
  onSaved: (merchant: OwnMerchant, words: string) => void;
}

/** MM-05..11 */
function LimitedEditor({ merchant, onSaved }: EditorProps) {
  const { addressLine, zipCode, termsUrl, cardAcceptanceLocation } = merchant;
  return (
    <DetailCard title="Address and terms">
      <ConfirmedForm
        fields={merchantFields}
        initial={{ addressLine, zipCode, termsUrl, cardAcceptanceLocation }}
        focus={false}
        submitLabel="Save"
        action={updateMerchant.label}
        question={questions.merchant}
        onSubmit={async (values) => {
          // what was emptied is said to be empty: a field left out stays
          const emptied = {
            addressLine: null,
            zipCode: null,
            termsUrl: null,
            cardAcceptanceLocation: null,
          };
          const body = { ...merchant, ...emptied, ...values };
          onSaved(await call('PUT /api/user-merchant', { body }), updateMerchant.success);
        }}
      />
    </DetailCard>
  );
}

/** MM-12..27 */
function UrlEditors({ merchant, onSaved }: EditorProps) {
  const { orderVerificationUrl, purchaseNotificationUrl, deliveryCostCalculationUrl } = merchant;
  return (
    <>
      <UrlEditor
        title="Purchase notification"
        words="Called with PUT when a payment or an order changes."
        action={updatePurchaseNotification}
        url={purchaseNotificationUrl}
        question={questions.purchaseNotification}
        ping
        onSave={async (url) => {
          const body = { purchaseNotificationUrl: url };
          const saved = await call('PUT /api/user-merchant/payment-notification-callback', {
            body,
          });
          onSaved(saved, updatePurchaseNotification.success);
        }}
      />
      <UrlEditor
        title="Order verification"
        words="Asked before a payment whether the order stands as it is."
        action={updateOrderVerification}
        url={orderVerificationUrl}
        question={questions.orderVerification}
        onSave={async (url) => {
          const body = { orderVerificationUrl: url };
          const saved = await call('PUT /api/user-merchant/order-verification-callback', { body });
          onSaved(saved, updateOrderVerification.success);
        }}
      />
      <UrlEditor
        title="Shipping cost calculation"
        words="Asked what it costs to ship an order to an address."
        action={updateDeliveryCost}
        url={deliveryCostCalculationUrl}
        question={questions.deliveryCost}
        onSave={async (url) => {
          const body = { deliveryCostCalculationUrl: url };
          const saved = await call('PUT /api/user-merchant/delivery-cost-calculation-callback', {
            body,
          });
          onSaved(saved, updateDeliveryCost.success);
        }}
      />
    </>
  );
}
