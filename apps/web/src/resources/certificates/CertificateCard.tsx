import {
  certificate as definition,
  type Certificate,
} from '@paydesk/contract/resources/certificates.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { viewerFields } from '../../platform/DetailScreen/viewer.tsx';
import { Payload } from '../../ui/Payload.tsx';
import { DateTime } from '../../ui/values.tsx';
import { Pem } from './Pem.tsx';

const NONE = {
  id: null,
  name: null,
  createdDate: null,
  createdBy: null,
  expirationDate: null,
  disabledDate: null,
  disabledBy: null,
};

/** CK-04..09; empty before there is one. */
export function CertificateCard({ certificate }: { certificate: Certificate | null }) {
  const { disabledDate, disabledBy, ...shown } = certificate ?? NONE;
  const one = { ...shown, ...(disabledDate && { disabledDate, disabledBy }) } as Certificate;
  return (
    <DetailCard title="Certificate" beside={certificate ? null : 'Made when you generate it'}>
      <Fields
        fields={viewerFields(definition, one, {
          id: ({ id }) => (id ? { value: id, mono: true, copy: id } : { value: null }),
          lastUsedDate: ({ lastUsedDate }) => ({
            value: lastUsedDate ? <DateTime value={lastUsedDate} /> : 'Never',
          }),
          certificate: ({ certificate: text }) => ({
            value: <Payload label="certificate" text={text} />,
          }),
        })}
      />
      <Pem label="Public Key" text={certificate?.publicKey ?? null} />
    </DetailCard>
  );
}
