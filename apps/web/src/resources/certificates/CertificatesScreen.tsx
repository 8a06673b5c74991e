import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { certificates, generateCertificate } from '@paydesk/contract/resources/certificates.ts';
import { paths } from '../../paths.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Payload } from '../../ui/Payload.tsx';
import { DateTime } from '../../ui/values.tsx';
import { ApiKeyCard } from './ApiKeyCard.tsx';
import styles from './certificates.module.css';
import { DownloadCertificate } from './DownloadCertificate.tsx';
import { NoMerchant } from './NoMerchant.tsx';
import { Pem } from './Pem.tsx';

const rowLink = ({ id }: { id: string }) => paths.cert(id);

/** RT-28, CK-01..03; staff have no systems of a merchant's (AM-41). */
export function CertificatesScreen(): ReactNode {
  const actor = useActor();
  if (!actor.merchantId) return <NoMerchant />;
  return (
    <div className={styles.screen} data-in-turn>
      <ListScreen
        resource={certificates}
        rowLink={rowLink}
        nothingYet="No certificate is active. One signs the calls of your own systems: New certificate makes it."
        actions={
          isAllowed(actor, generateCertificate.asks) ? (
            <LinkButton
              variant="primary"
              href={paths.addCert()}
              icon={<IconPlus size={16} aria-hidden />}
            >
              New certificate
            </LinkButton>
          ) : null
        }
      />
      <div className={styles.cards} data-in-turn>
        <ApiKeyCard />
        <ProviderCard />
      </div>
    </div>
  );
}

/** CK-02 */
function ProviderCard() {
  const { data } = useCall('GET /api/service-provider/certificateInfo');
  const { name, certificate } = data ?? {};
  return (
    <DetailCard
      title="Service provider certificate"
      beside={
        name && certificate ? <DownloadCertificate titled of={{ name, certificate }} /> : null
      }
    >
      <p className={styles.words}>
        {data && !data.id
          ? 'It is made when it is first needed.'
          : 'Signs the certificates of merchants, and the callbacks to your systems; whoever checks either needs it.'}
      </p>
      {data?.id ? (
        <>
          <Fields
            narrow
            fields={[
              { label: 'Key Name', value: data.name },
              { label: 'Created', value: <DateTime value={data.createdDate} /> },
              { label: 'Expires', value: <DateTime value={data.expirationDate} /> },
              {
                label: 'Certificate',
                value: <Payload label="certificate" text={data.certificate ?? ''} />,
              },
            ]}
          />
          <Pem label="Public Key" text={data.publicKey} />
        </>
      ) : null}
    </DetailCard>
  );
}
