import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import {
  LOAN_DOCUMENT_KINDS,
  loanApplications,
  loanDocuments,
} from '@paydesk/contract/resources/consumer-credits/lists.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { notify } from '../../platform/notify.tsx';
import { useCall } from '../../platform/query.ts';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Reach } from '../../ui/Reach.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import styles from './consumer-credits.module.css';

const ALL = { page: 0, size: 200, sort: 'createdDate,ASC' } as const;

/** With whom to ask there as long as it has not answered. */
const lender = (one: RowOf<typeof loanApplications.columns>) => (
  <>
    {one.institution}
    {one.decidedDate ? null : (
      <p className={styles.plain}>
        <Reach of={{ email: one.operationsEmail, phone: one.operationsPhone }} />
      </p>
    )}
  </>
);

/** Where it was applied for, and what each institution said. */
export function Applications({ loan: { id } }: { loan: ConsumerCredit }) {
  const { data } = useCall('GET /api/financing/consumer-credits/{id}/applications', {
    params: { id },
    query: ALL,
  });
  if (!data?.content.length) return null;
  const { title, columns } = loanApplications;
  return (
    <DetailCard flush title={title} count={data.totalElements}>
      <RelatedTable
        inLines
        caption={title}
        columns={columns}
        rows={data.content}
        cells={{ institution: lender }}
      />
    </DetailCard>
  );
}

const { kind, institution, product, createdDate, consentedDate } = loanDocuments.columns;
const columns = {
  kind,
  institution,
  product,
  createdDate,
  consentedDate,
  open: { label: '', kind: 'text' },
} as const;

type LoanDocument = RowOf<typeof loanDocuments.columns>;

function Download({ loanId, one }: { loanId: string; one: LoanDocument }) {
  const open = async () => {
    try {
      const { name, mediaType, content } = await call(
        'POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download',
        { params: { id: loanId, documentId: one.id } },
      );
      const bytes = Uint8Array.from(atob(content), (sign) => sign.codePointAt(0)!);
      saveFile(new Blob([bytes], { type: mediaType }), name);
    } catch (error) {
      notify.failure(error);
    }
  };
  return (
    <Button
      icon={<IconDownload size={16} aria-hidden />}
      aria-label={[
        `Download the ${LOAN_DOCUMENT_KINDS[one.kind].toLowerCase()}`,
        one.institution && `of ${one.institution}`,
      ]
        .filter(Boolean)
        .join(' ')}
      onClick={() => void open()}
    >
      Download
    </Button>
  );
}

const cellsOf = (loanId: string) => ({
  open: (one: LoanDocument) => <Download loanId={loanId} one={one} />,
});

/** What was read before consent, and what was signed: as it was. */
export function Documents({ loan: { id } }: { loan: ConsumerCredit }) {
  const { data } = useCall('GET /api/financing/consumer-credits/{id}/documents', {
    params: { id },
    query: ALL,
  });
  if (!data?.content.length) return null;
  const { title } = loanDocuments;
  return (
    <DetailCard flush title={title} count={data.totalElements}>
      <RelatedTable
        inLines
        caption={title}
        columns={columns}
        rows={data.content}
        cells={cellsOf(id)}
      />
    </DetailCard>
  );
}
