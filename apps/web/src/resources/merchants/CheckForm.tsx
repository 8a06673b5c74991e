import { useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { recordCheck, type ownerFields } from '@paydesk/contract/resources/merchants/check.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { notify } from '../../platform/notify.tsx';
import { useRefresh } from '../../platform/query.ts';
import { Owners } from './Owners.tsx';

type Background = Call<'GET /api/merchants/{id}/background'>['answer'];

/** What staff found out, written down over what was known before (MB-04). */
export default function CheckForm({
  merchantId: id,
  known,
  onDone,
}: {
  merchantId: string;
  known: Background;
  onDone: () => void;
}): ReactNode {
  const refresh = useRefresh();
  const start: ValuesOf<typeof ownerFields>[] = known.beneficialOwners ?? [];
  const [owners, setOwners] = useState(start);
  const [refused, setRefused] = useState<string>();
  return (
    <DetailCard title="Background check">
      <FieldsForm
        fields={recordCheck.fields}
        initial={{
          registrationNumber: known.registrationNumber,
          businessDescription: known.businessDescription,
          expectedTurnover: known.expectedTurnover,
          riskClass: known.riskClass?.name ?? null,
          screeningResult: known.screeningResult?.name ?? null,
        }}
        hints={{ expectedTurnover: 'In EUR.' }}
        submitLabel={recordCheck.label}
        onCancel={onDone}
        parts={{
          beneficialOwners: {
            label: 'Beneficial owners',
            value: owners,
            readAs: start,
            words: String,
            take: setOwners,
          },
        }}
        takeErrors={(errors) => {
          const own = errors.filter(({ field }) => field.startsWith('beneficialOwners'));
          setRefused(own[0]?.message);
          return errors.filter((one) => !own.includes(one));
        }}
        onSubmit={async (values) => {
          await call('POST /api/merchants/{id}/actions/check', {
            params: { id },
            body: { ...values, beneficialOwners: owners },
          });
          notify.success(recordCheck.success);
          await refresh();
          onDone();
        }}
      >
        <Owners owners={owners} refused={refused} onChange={setOwners} />
      </FieldsForm>
    </DetailCard>
  );
}
