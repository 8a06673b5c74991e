import type { Certificate } from '@paydesk/contract/resources/certificates.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { Payload } from '../../ui/Payload.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Pem } from './Pem.tsx';

/** CK-04..09; empty before there is one. */
export function CertificateCard({ certificate }: { certificate: Certificate | null }) {
  return (
    <DetailCard title="Certificate">
      <Fields
        fields={[
          {
            label: 'ID',
            value: certificate?.id,
            mono: true,
            ...(certificate ? { copy: certificate.id } : {}),
          },
          { label: 'Key Name', value: certificate?.name },
          {
            label: 'Created At',
            value: certificate && <DateTime value={certificate.createdDate} />,
          },
          { label: 'Created By', value: certificate?.createdBy },
          {
            label: 'Expiration Date',
            value: certificate && <DateTime value={certificate.expirationDate} />,
          },
          ...(certificate?.disabledDate
            ? [
                { label: 'Disabled At', value: <DateTime value={certificate.disabledDate} /> },
                { label: 'Disabled By', value: certificate.disabledBy },
              ]
            : []),
          ...(certificate
            ? [
                {
                  label: 'Last used',
                  value: certificate.lastUsedDate ? (
                    <DateTime value={certificate.lastUsedDate} />
                  ) : (
                    'Never'
                  ),
                },
              ]
            : []),
          ...(certificate
            ? [
                {
                  label: 'Certificate',
                  value: <Payload label="certificate" text={certificate.certificate} />,
                },
              ]
            : []),
        ]}
      />
      <Pem label="Public Key" text={certificate?.publicKey ?? null} />
    </DetailCard>
  );
}
