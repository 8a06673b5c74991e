import type { ReactNode } from 'react';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { isCreation } from '@paydesk/contract/kernel/record-keys.ts';
import type { EditFormOptions } from '../DetailScreen/EditForm.tsx';
import { CreateButton } from '../DetailScreen/RecordActions.tsx';

/** Makes a new one of what a list shows, below the record that the list stands below; then it is opened. */
export default function NewRecord({
  of,
  above,
  form,
  rowLink,
}: {
  of: AnyRecord;
  above: string | undefined;
  form: EditFormOptions | undefined;
  rowLink: ((row: { id: string }) => string) | undefined;
}): ReactNode {
  return Object.keys(of.actions as object)
    .filter((key) => isCreation(of, key))
    .map((key) => (
      <CreateButton
        key={key}
        of={of}
        action={key as `POST ${string}`}
        href={rowLink && ((id) => rowLink({ id }))}
        form={form}
        above={above}
      />
    ));
}
