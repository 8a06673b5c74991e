import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  merchantFields,
  updateDeliveryCost,
  updateMerchant,
  updateOrderVerification,
  updatePurchaseNotification,
  type OwnMerchant,
} from '@paydesk/contract/resources/merchant.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { CallbackNotice } from '../../platform/CallbackNotice.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen, togetherWith } from '../../platform/DetailScreen/DetailScreen.tsx';
import { ConfirmedForm } from '../../platform/form/ConfirmedForm.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { callbackFieldsOf, merchantFieldsOf } from '../../platform/merchantFields.tsx';
import { notify } from '../../platform/notify.tsx';
import { SupportPhone } from '../../platform/SupportPhone.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { can, useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import styles from './merchant.module.css';
import { UrlEditor } from './UrlEditor.tsx';
import { questions } from './words.ts';

/** RT-16: staff have no merchant of their own, and read so and where the others' are (AM-41). */
export function MerchantScreen(): ReactNode {
  const actor = useActor();
  if (actor.merchantId) return <OwnMerchantScreen />;
  return (
    <section>
      <h1>Settings</h1>
      <p className={styles.notice}>
        You work for no merchant, so there is no business profile here. The back office has the
        profile of every merchant under Merchants.
      </p>
      {can(actor, 'BACKOFFICE') ? (
        <LinkButton href={paths.merchants()}>Merchants</LinkButton>
      ) : null}
    </section>
  );
}

function OwnMerchantScreen() {
  const actor = useActor();
  const refresh = useRefresh();
  const query = useCall('GET /api/user-merchant');
  const delivery = useCall('GET /api/user-merchant/callback-delivery');
  const may = isAllowed(actor, updateMerchant.asks);
  const saved = async (words: string) => {
    notify.success(words);
    // the next change is of what is so by then
    await refresh();
  };
  return (
    <DetailScreen query={togetherWith(query, delivery)}>
      {(merchant) => ({
        title: 'Settings',
        chips: <StatusChip status={merchant.status} />,
        note: merchant.name,
        notice: (
          <CallbackNotice
            delivery={delivery.data}
            wayOut={
              may
                ? 'Ping it below and correct it there: what waits then leaves at once.'
                : 'An administrator of your merchant can correct it here.'
            }
            ofGivenUp={
              <>
                We can send them again. <SupportPhone />
              </>
            }
          />
        ),
        main: (
          <div className={styles.columns} data-may={may || undefined}>
            <div className={styles.column}>
              <DetailCard title="Business profile">
                <Fields narrow={may} fields={merchantFieldsOf(merchant)} />
              </DetailCard>
              {may ? (
                <LimitedEditor merchant={merchant} onSaved={saved} />
              ) : (
                <DetailCard title="Callback URLs">
                  <Fields fields={callbackFieldsOf(merchant)} />
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

interface EditorProps {
  merchant: OwnMerchant;
  onSaved: (words: string) => Promise<void>;
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
        onSubmit={async (values, readAs) => {
          // what was emptied is said to be empty: a field left out stays
          const emptied = {
            addressLine: null,
            zipCode: null,
            termsUrl: null,
            cardAcceptanceLocation: null,
          };
          const body = { ...emptied, ...values, readAs };
          await call('PUT /api/user-merchant', { body });
          await onSaved(updateMerchant.success);
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
        onSave={async (url, readAs) => {
          const body = { purchaseNotificationUrl: url, readAs };
          await call('PUT /api/user-merchant/payment-notification-callback', { body });
          await onSaved(updatePurchaseNotification.success);
        }}
      />
      <UrlEditor
        title="Order verification"
        words="Asked before a payment whether the order stands as it is."
        action={updateOrderVerification}
        url={orderVerificationUrl}
        question={questions.orderVerification}
        onSave={async (url, readAs) => {
          const body = { orderVerificationUrl: url, readAs };
          await call('PUT /api/user-merchant/order-verification-callback', { body });
          await onSaved(updateOrderVerification.success);
        }}
      />
      <UrlEditor
        title="Shipping cost calculation"
        words="Asked what it costs to ship an order to an address."
        action={updateDeliveryCost}
        url={deliveryCostCalculationUrl}
        question={questions.deliveryCost}
        onSave={async (url, readAs) => {
          const body = { deliveryCostCalculationUrl: url, readAs };
          await call('PUT /api/user-merchant/delivery-cost-calculation-callback', { body });
          await onSaved(updateDeliveryCost.success);
        }}
      />
    </>
  );
}
