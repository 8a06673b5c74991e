import type { ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { dash } from '../ui/values.tsx';
import styles from './detail.module.css';
import { alignOf, renderValue, type AnyRow } from './ListScreen/cells.tsx';

/** A small table inside a detail, its cells by the columns' kinds as in the lists. */
export function RelatedTable<R extends object>({
  caption,
  columns,
  rows,
  cells = {},
}: {
  caption: string;
  columns: Readonly<Record<string, Column>>;
  rows: readonly R[];
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
}) {
  const shown = Object.entries(columns).filter(([, column]) => !column.hidden);
  return (
    <div className={styles.tableScroller}>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {shown.map(([key, column]) => (
              <th key={key} scope="col" data-align={alignOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String((row as AnyRow).id ?? at)}>
              {shown.map(([key, column]) => {
                const cell = cells[key];
                return (
                  <td key={key} data-align={alignOf(column)} data-kind={column.kind}>
                    {cell ? (cell(row) ?? dash) : renderValue(column, (row as AnyRow)[key])}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
