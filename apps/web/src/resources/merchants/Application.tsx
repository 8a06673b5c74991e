import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { DOCUMENT_KINDS } from '@paydesk/contract/resources/merchants/applications.ts';
import { merchantAsks } from '@paydesk/contract/resources/merchants/actions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { notify } from '../../platform/notify.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { DateTime } from '../../ui/values.tsx';
import styles from './merchants.module.css';

/** Who applied for the merchant, and what they handed in; nothing where staff took it on. */
export function Application({ merchantId: id }: { merchantId: string }) {
  const may = isAllowed(useActor(), merchantAsks);
  const { data } = useCall('GET /api/merchants/{id}/application', { params: { id } });
  if (!data) return null;
  const download = async (documentId: string) => {
    try {
      const { name, mediaType, content } = await call(
        'POST /api/merchants/{id}/documents/{documentId}/actions/download',
        { params: { id, documentId } },
      );
      const bytes = Uint8Array.from(atob(content), (one) => one.codePointAt(0)!);
      saveFile(new Blob([bytes], { type: mediaType }), name);
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <DetailCard title="Application">
      <Fields
        fields={[
          { label: 'Applied by', value: fullName(data.firstName, data.lastName) },
          { label: 'Position', value: data.position },
          { label: 'Email, confirmed', value: data.email, copy: data.email },
          { label: 'Phone', value: data.phone },
          { label: 'Sent in', value: <DateTime value={data.submittedDate} /> },
        ]}
      />
      <ul className={styles.documents} aria-label="Documents">
        {data.documents.map((one) => (
          <li key={one.id}>
            <span>
              <strong>{one.name}</strong> {DOCUMENT_KINDS[one.kind]}
            </span>
            {may ? (
              <Button
                icon={<IconDownload size={16} aria-hidden />}
                onClick={() => void download(one.id)}
                aria-label={`Download ${one.name}`}
              >
                Download
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}
