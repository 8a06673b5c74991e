import type { ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { Coming } from '../../ui/Coming.tsx';
import { DetailCard } from '../DetailScreen/blocks.tsx';
import { RelatedTable } from '../DetailScreen/RelatedTable.tsx';
import styles from './review.module.css';

/** A few rows of another list that speak for the one or the other, or why there are none. */
export function RowsCard<R extends object>(props: {
  title: string;
  asked: { data: unknown; error: unknown };
  rows: readonly R[];
  columns: Readonly<Record<string, Column>>;
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  count?: number | undefined;
  beside?: ReactNode;
  none: string;
}): ReactNode {
  const { title, asked, rows, columns, cells, count, beside, none } = props;
  if (!asked.data && !asked.error) return <Coming />;
  return (
    <DetailCard
      flush={rows.length > 0}
      title={title}
      {...(count !== undefined && { count })}
      {...(beside !== undefined && { beside })}
    >
      {rows.length ? (
        <RelatedTable
          inLines
          caption={title}
          columns={columns}
          rows={rows}
          {...(cells && { cells })}
        />
      ) : (
        <p className={styles.none}>{asked.data ? none : 'They could not be loaded.'}</p>
      )}
    </DetailCard>
  );
}
