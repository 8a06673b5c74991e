import { Suspense, useMemo, type ReactNode } from 'react';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { ListScreen } from '../ListScreen/ListScreen.tsx';
import type { AnyRow } from '../ListScreen/cells.tsx';
import type { ListScreenProps } from '../ListScreen/types.ts';
import styles from './read.module.css';
import type { Whole } from './types.ts';
import { useOpenRow } from './useOpenRow.ts';
import { late } from '../late.tsx';

const ReadPanel = late(() => import('./ReadPanel.tsx'));

interface Props<P extends string, C extends Columns> extends ListScreenProps<P, C> {
  whole: Whole<RowOf<C>>;
}

/** A list of what has no screen of its own: a row opens beside it, whole, and has an address. */
export function ReadScreen<P extends string, C extends Columns>(props: Props<P, C>): ReactNode {
  const { whole, ...list } = props;
  const { columns: own } = list;
  const { open, show } = useOpenRow();
  const columns = useMemo(() => {
    const { column, words } = whole;
    const cell = (row: AnyRow) => (
      <PlainButton
        className={styles.opens}
        title={words(row as never)}
        data-on-paper
        data-opens
        onClick={() => show(row['id'] as string)}
      >
        {words(row as never)}
      </PlainButton>
    );
    return { ...own, [column]: { ...own?.[column], cell } };
  }, [own, whole, show]);
  return (
    <>
      <ListScreen {...(list as unknown as ListScreenProps<P, C>)} columns={columns as never} />
      {open ? (
        <Suspense fallback={null}>
          <ReadPanel
            id={open}
            resource={list.resource as never}
            overrides={(own ?? {}) as never}
            whole={whole as never}
            onShow={show}
          />
        </Suspense>
      ) : null}
    </>
  );
}
