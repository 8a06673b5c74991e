import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import type { Direction } from '@paydesk/contract/kernel/resource.ts';
import { TextButton } from '../../ui/Button.tsx';
import styles from './list.module.css';
import { sortOf, type ListState } from './state.ts';
import type { Shape } from './Table.tsx';
import type { AnyResource } from './useList.ts';

const WAYS: Readonly<Partial<Record<Column['kind'], Record<Direction, string>>>> = {
  dateTime: { ASC: 'oldest first', DESC: 'newest first' },
  amount: { ASC: 'smallest first', DESC: 'largest first' },
  number: { ASC: 'smallest first', DESC: 'largest first' },
};
const LETTERS: Record<Direction, string> = { ASC: 'A to Z', DESC: 'Z to A' };

/** What the heads can't say of the order: a column that is not shown, or signs that it does not go by (AM-125). */
export default function SortNote({
  resource,
  state,
  shape: { columns },
  known,
  onSort,
}: {
  resource: AnyResource;
  state: ListState;
  shape: Shape;
  /** Every column that the person may see. */
  known: Columns;
  onSort: (key: string) => void;
}) {
  const { back, of } = resource.totals ?? {};
  const found = Object.entries(known).find(([key]) => sortOf(state, resource, key));
  if (!found) return null;
  const [key, { label, kind, hidden }] = found;
  if (columns.some(([shown]) => shown === key))
    return back && key === of ? (
      <span className={styles.sortNote}>
        Sorted by size: a refund stands among payments as large
      </span>
    ) : null;
  // what nobody can choose is the order of the list, and no column
  if (hidden === true) return null;
  const way = (WAYS[kind] ?? LETTERS)[sortOf(state, resource, key)!];
  return (
    <span className={styles.sortNote}>
      <TextButton title="Turn the order round" onClick={() => onSort(key)}>
        Sorted by {label}, {way}
      </TextButton>
    </span>
  );
}
