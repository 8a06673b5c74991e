import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { dash } from '../../ui/values.tsx';
import styles from './detail.module.css';
import { alignOf, renderValue, type AnyRow } from '../ListScreen/cells.tsx';

/** A small table inside a detail, its cells by the columns' kinds as in the lists. */
export function RelatedTable<R extends object>({
  caption,
  columns,
  rows,
  cells = {},
  inLines,
  wideOnly = [],
  foot,
  current,
}: {
  caption: string;
  columns: Readonly<Record<string, Column>>;
  rows: readonly R[];
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  /** On a phone each row is lines of a name and a value, and none of what is empty. */
  inLines?: boolean;
  /** On a phone, whose rows stay rows: what a reader there can do without. */
  wideOnly?: readonly string[];
  /** What its rows come to, each below its column. */
  foot?: Readonly<Record<string, ReactNode>>;
  /** The id of the row that somebody came for. */
  current?: string | undefined;
}) {
  const shown = Object.entries(columns).filter(([, column]) => !column.hidden);
  return (
    <TableScroller caption={caption}>
      <table className={styles.table} aria-label={caption} data-in-lines={inLines}>
        <thead>
          <tr>
            {shown.map(([key, column]) => (
              <th
                key={key}
                scope="col"
                data-align={alignOf(column)}
                data-wide={wideOnly.includes(key) || undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={String((row as AnyRow).id ?? at)}
              {...(current !== undefined &&
                (row as AnyRow).id === current && { 'aria-current': true, ref: intoView })}
            >
              {shown.map(([key, column]) => {
                const cell = cells[key];
                const shows = cell
                  ? (cell(row) ?? dash)
                  : renderValue(column, (row as AnyRow)[key]);
                return (
                  <td
                    key={key}
                    data-align={alignOf(column)}
                    data-kind={column.kind}
                    data-day={column.day}
                    data-label={column.label}
                    data-empty={shows === dash || undefined}
                    data-wide={wideOnly.includes(key) || undefined}
                  >
                    {/* one thing, however many it is made of: beside its name it stands in one place */}
                    {inLines ? <div className={styles.inLine}>{shows}</div> : shows}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {shown.map(([key, column]) => (
                <td
                  key={key}
                  data-align={alignOf(column)}
                  data-kind={column.kind}
                  data-wide={wideOnly.includes(key) || undefined}
                >
                  {foot[key]}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </TableScroller>
  );
}

/** In small below a cell on a phone alone: what of a row the columns say that are `wideOnly`. */
export const Below = ({ children }: { children: ReactNode }) => (
  <small className={styles.below}>{children}</small>
);

const intoView = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });

/** Scrolls what is wider than the room for it, or higher where it has a height, by the keyboard too. */
export function TableScroller({
  caption,
  className,
  children,
}: {
  caption: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(scroller);
  return (
    <div
      ref={scroller}
      className={className ?? styles.tableScroller}
      data-scrolls={scrolls || undefined}
      {...(scrolls ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      {children}
    </div>
  );
}

/** True while the content is wider or higher than the room for it. */
function useScrolls(ref: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = new ResizeObserver(() =>
      setScrolls(
        element.scrollWidth > element.clientWidth ||
          element.scrollHeight > element.clientHeight + 1,
      ),
    );
    look.observe(element);
    return () => look.disconnect();
  }, [ref]);
  return scrolls;
}
