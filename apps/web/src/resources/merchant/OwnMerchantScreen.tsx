import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { ownMerchant, type OwnMerchant } from '@paydesk/contract/resources/merchant.ts';
import { retryHints } from '@paydesk/contract/retry-plan.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { CallbackNotice } from '../../platform/CallbackNotice.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import EditForm from '../../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { callbackFieldsOf, merchantFieldsOf } from '../../platform/merchantFields.tsx';
import { SupportPhone } from '../../platform/SupportPhone.tsx';
import { useCall } from '../../platform/query.ts';
import { can, consoleSettingsQuery, useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import styles from './merchant.module.css';
import { UrlEditor } from './UrlEditor.tsx';

/** RT-16: staff have no merchant of their own, and read so and where the others' are (AM-41). */
export function OwnMerchantScreen(): ReactNode {
  const actor = useActor();
  if (actor.merchantId) return <Settings />;
  return (
    <section>
      <h1>Settings</h1>
      <p className={styles.notice}>
        You belong to no merchant, so there is no business profile here. Every merchant’s profile is
        under Merchants.
      </p>
      {can(actor, 'BACKOFFICE') ? (
        <LinkButton href={paths.merchants()}>Merchants</LinkButton>
      ) : null}
    </section>
  );
}

const EDIT = 'PUT /api/user-merchant';

function Settings() {
  const delivery = useCall('GET /api/user-merchant/callback-delivery');
  const may = isAllowed(useActor(), ownMerchant.actions[EDIT].asks);
  const zone = useQuery(consoleSettingsQuery).data?.businessTimeZone ?? null;
  return (
    <RecordScreen
      record={ownMerchant}
      beside={delivery}
      parts={(merchant) => ({
        title: 'Settings',
        chips: <StatusChip status={merchant.status} />,
        note: merchant.name,
        actions: null,
        notice: (
          <CallbackNotice
            delivery={delivery.data}
            wayOut={
              may
                ? 'Correct the address below and ping it: waiting messages are then sent at once.'
                : 'An administrator of your merchant can correct it here.'
            }
            ofGivenUp={
              <>
                We can send them again. <SupportPhone />
              </>
            }
          />
        ),
        first: (
          <div className={styles.columns} data-may={may || undefined}>
            <div className={styles.column}>
              <DetailCard title="Business profile">
                <Fields narrow={may} fields={merchantFieldsOf(merchant)} />
              </DetailCard>
              {may ? (
                <>
                  <DetailCard title="Logo">
                    <EditForm
                      spec={specOf(ownMerchant, `${EDIT}/logo`, merchant)}
                      hints={{ logoUrl: 'Your shoppers see it when they pay. PNG, JPEG or WebP.' }}
                    />
                  </DetailCard>
                  <DetailCard title="Address and terms">
                    <EditForm spec={specOf(ownMerchant, EDIT, merchant)} />
                  </DetailCard>
                  <DetailCard title="Capture">
                    <p className={styles.words}>
                      When payments are captured, unless the order says otherwise.
                    </p>
                    <EditForm spec={specOf(ownMerchant, `${EDIT}/capture`, merchant)} />
                  </DetailCard>
                  <DetailCard title="Declined charges">
                    <p className={styles.words}>
                      When a declined charge of a recurring payment is retried, and what comes
                      after.
                    </p>
                    <EditForm
                      spec={specOf(ownMerchant, `${EDIT}/retries`, merchant)}
                      hints={retryHints(zone)}
                    />
                  </DetailCard>
                  <DetailCard title="Two-factor sign-in">
                    <p className={styles.words}>
                      Whether your people must have an authenticator app or a passkey besides the
                      password. Your firm’s own provider signs them in by{' '}
                      <AppLink href={paths.ssoConnections()}>single sign-on</AppLink>.
                    </p>
                    <EditForm spec={specOf(ownMerchant, `${EDIT}/second-factor`, merchant)} />
                  </DetailCard>
                  <DetailCard title="Second person">
                    <p className={styles.words}>
                      Refunds and more can wait until a second person has agreed:{' '}
                      <AppLink href={paths.approvalThresholds()}>from where on</AppLink>, and{' '}
                      <AppLink href={paths.approvals()}>what waits now</AppLink>.
                    </p>
                  </DetailCard>
                  <DetailCard title="Audit log">
                    <p className={styles.words}>
                      Who did what at your merchant, with before and after, to read and to export:{' '}
                      <AppLink href={paths.ownAuditLogs()}>audit log</AppLink>.
                    </p>
                  </DetailCard>
                </>
              ) : (
                <DetailCard title="Callback URLs">
                  <Fields fields={callbackFieldsOf(merchant)} />
                </DetailCard>
              )}
            </div>
            {may ? (
              <div className={styles.column}>
                <UrlEditors merchant={merchant} />
              </div>
            ) : null}
          </div>
        ),
      })}
    />
  );
}

/** MM-12..27 */
function UrlEditors({ merchant }: { merchant: OwnMerchant }) {
  return (
    <>
      <UrlEditor
        title="Purchase notification"
        words="Called with PUT when a payment or an order changes."
        edit={`${EDIT}/payment-notification-callback`}
        merchant={merchant}
        ping
      />
      <UrlEditor
        title="Order verification"
        words="Called before a payment to verify the order."
        edit={`${EDIT}/order-verification-callback`}
        merchant={merchant}
      />
      <UrlEditor
        title="Shipping cost calculation"
        words="Called for the cost of shipping an order to an address."
        edit={`${EDIT}/delivery-cost-calculation-callback`}
        merchant={merchant}
      />
    </>
  );
}
