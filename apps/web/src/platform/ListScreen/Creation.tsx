import { Suspense, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { RecordActions } from '@paydesk/contract/kernel/record.ts';
import { isCreation } from '@paydesk/contract/kernel/record-keys.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { useActor } from '../session.ts';
import type { ListScreenProps } from './types.ts';
import { late } from '../late.tsx';

const NewRecord = late(() => import('./NewRecord.tsx'));

/** The way to a new record of the list, for whoever may make one. */
export function Creation<P extends string, C extends Columns>({
  record,
  params,
  form,
  rowLink,
}: ListScreenProps<P, C>): ReactNode {
  const actor = useActor();
  const made = Object.entries((record?.actions ?? {}) as RecordActions<never>).filter(
    ([key, { asks }]) => isCreation(record!, key) && isAllowed(actor, asks),
  );
  return made.length ? (
    // what it will look like holds its place, so that nothing moves when it comes
    <Suspense
      fallback={made.map(([key, { label }]) => (
        <Button key={key} variant="primary" icon={<IconPlus size={16} aria-hidden />} aria-disabled>
          {label}
        </Button>
      ))}
    >
      <NewRecord of={record!} above={params?.id} form={form} rowLink={rowLink as never} />
    </Suspense>
  ) : null;
}
