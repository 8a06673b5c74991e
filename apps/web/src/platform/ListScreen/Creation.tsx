import { lazy, Suspense, type ReactNode } from 'react';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { RecordActions } from '@paydesk/contract/kernel/record.ts';
import { isCreation } from '@paydesk/contract/kernel/record-keys.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { useActor } from '../session.ts';
import styles from './list.module.css';
import type { ListScreenProps } from './types.ts';

const NewRecord = lazy(() => import('./NewRecord.tsx'));

/** The way to a new record of the list, for whoever may make one. */
export function Creation<P extends string, C extends Columns>({
  record,
  params,
  form,
  rowLink,
}: ListScreenProps<P, C>): ReactNode {
  const actor = useActor();
  const actions = Object.entries((record?.actions ?? {}) as RecordActions<never>);
  const may = actions.some(([key, { asks }]) => isCreation(record!, key) && isAllowed(actor, asks));
  return may ? (
    <Suspense fallback={<span className={styles.viewsPlace} />}>
      <NewRecord of={record!} above={params?.id} form={form} rowLink={rowLink as never} />
    </Suspense>
  ) : null;
}
