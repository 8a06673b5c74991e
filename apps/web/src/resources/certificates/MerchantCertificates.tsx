import { useMemo, type ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { Certificate } from '@paydesk/contract/resources/certificates.ts';
import {
  disableMerchantCertificate,
  merchantCertificates,
} from '@paydesk/contract/resources/certificates/staff.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { useRouteSearch } from '../../platform/route-state.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { wordsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useCall } from '../../platform/query.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { IconPower } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { CertificateCard } from './CertificateCard.tsx';
import styles from './certificates.module.css';
import { DownloadCertificate } from './DownloadCertificate.tsx';

type Row = RowOf<typeof merchantCertificates.columns>;

interface OfMerchant {
  merchantId: string;
}

/** A merchant's certificates for staff, whatever their status; one of them by the address (MB-06..09). */
export default function MerchantCertificates({ merchantId }: OfMerchant) {
  const { certificate } = useRouteSearch<'merchant-by-id'>();
  return typeof certificate === 'string' && certificate ? (
    <One key={certificate} merchantId={merchantId} id={certificate} />
  ) : (
    <All merchantId={merchantId} />
  );
}

function All({ merchantId }: OfMerchant) {
  const columns = useMemo(
    () => ({ status: { width: 264, cell: (row: Row) => stateOf(row, merchantId) } }),
    [merchantId],
  );
  return (
    <div className={styles.screen}>
      <InUse merchantId={merchantId} />
      <ListScreen
        resource={merchantCertificates}
        params={{ id: merchantId }}
        rowLink={({ id }) => certificatePath(merchantId, id)}
        columns={columns}
        nothingYet="There is no certificate. The merchant’s own administrators make one under Certificates."
      />
    </div>
  );
}

const certificatePath = (merchantId: string, certificate?: string) =>
  paths.merchantById(merchantId, { tab: 'certificates', certificate });

/** The status, and the way out of it where there is one; the certificate's own page says why there is none. */
const stateOf = (row: Row, merchantId: string): ReactNode => (
  <span className={styles.state}>
    <StatusChip status={row.status} />
    {row.status.name === 'DISABLED' ? null : <Disable certificate={row} merchantId={merchantId} />}
  </span>
);

function Disable({
  certificate,
  merchantId,
}: OfMerchant & { certificate: Pick<Certificate, 'id' | 'name' | 'status'> }) {
  const { id } = certificate;
  return (
    <ActionButton
      {...wordsOf(disableMerchantCertificate, certificate)}
      action={disableMerchantCertificate}
      record={certificate}
      icon={<IconPower size={16} aria-hidden />}
      run={() =>
        call('PUT /api/merchants/{id}/certificate/disable', {
          params: { id: merchantId },
          body: { id },
        })
      }
    />
  );
}

/** MB-06 */
function InUse({ merchantId: id }: OfMerchant) {
  const { data, isError } = useCall('GET /api/merchants/{id}/certificateInfo', {
    params: { id },
  });
  if (!data) return isError ? null : <Coming />;
  return (
    <DetailCard title="In use">
      {data.id ? (
        <Fields
          fields={[
            {
              label: 'Key Name',
              value: <AppLink href={certificatePath(id, data.id)}>{data.name}</AppLink>,
            },
            { label: 'Expires', value: <DateTime value={data.expirationDate} /> },
            {
              label: 'Last used',
              value: data.lastUsedDate ? <DateTime value={data.lastUsedDate} /> : 'Never',
            },
          ]}
        />
      ) : (
        'No certificate is active: no signed call of the merchant’s is accepted.'
      )}
    </DetailCard>
  );
}

function One({ merchantId, id: certId }: OfMerchant & { id: string }) {
  const { data, error, refetch } = useCall('GET /api/merchants/{id}/certificate/{certId}', {
    params: { id: merchantId, certId },
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Coming />;
  return (
    <div className={styles.screen}>
      <AppLink href={certificatePath(merchantId)}>All certificates</AppLink>
      <header className={styles.head}>
        <h2 className={styles.state}>
          {data.name} <StatusChip status={data.status} />
        </h2>
        <div className={styles.actions}>
          <DownloadCertificate of={data} />
          <Disable certificate={data} merchantId={merchantId} />
        </div>
      </header>
      <CertificateCard certificate={data} />
    </div>
  );
}
