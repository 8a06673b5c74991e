import type { ReactNode } from 'react';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { ownerFields } from '@paydesk/contract/resources/merchants/check.ts';
import { RowsEditor } from '../../platform/form/RowsEditor.tsx';

type Owner = ValuesOf<typeof ownerFields>;

/** Who owns the business, in the form it stands in; of staff as of whoever applies. */
export const Owners = ({
  owners,
  refused,
  onChange,
}: {
  owners: readonly Owner[];
  refused: string | undefined;
  onChange: (owners: Owner[]) => void;
}): ReactNode => (
  <RowsEditor
    title="Beneficial owners"
    noun="owner"
    fields={ownerFields}
    rows={owners}
    nameOf={({ name }) => name}
    hints={{ share: 'In percent.' }}
    errors={refused ? { '': refused } : {}}
    onChange={onChange}
  />
);
