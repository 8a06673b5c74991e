import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { IconFilter, IconFilterOff, IconRefresh } from '../../ui/icons.ts';
import { Checkbox } from '../../ui/Input.tsx';
import type { AnyRow } from './cells.tsx';
import styles from './list.module.css';

/** What stands in the first cell of the head (GT-01, GT-02). */
export function Tools({
  filtered,
  onRefresh,
  onClear,
}: {
  filtered: boolean;
  onRefresh: () => void;
  /** None on a phone, where the bar has it. */
  onClear: (() => void) | null;
}) {
  return (
    <span className={styles.tools}>
      <IconButton label="Refresh" onClick={onRefresh}>
        <IconRefresh size={16} aria-hidden />
      </IconButton>
      {onClear ? (
        <IconButton label="Reset filters" data-active={filtered || undefined} onClick={onClear}>
          <IconFilterOff size={16} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}

/** For who hears the screen. */
export const SelectedLine = ({ count }: { count: number }) => (
  <span aria-live="polite" className={styles.srOnly}>
    {count > 0 && `${count} selected`}
  </span>
);

/** The box of the whole page. */
export function SelectAll({
  rows,
  selected,
  onPut,
}: {
  rows: readonly AnyRow[];
  /** How many of them are. */
  selected: number;
  onPut: (rows: readonly AnyRow[], on: boolean) => void;
}) {
  return (
    <Checkbox
      aria-label={`Select all ${rows.length} on this page`}
      checked={selected > 0 && selected === rows.length}
      data-select-all
      mixed={selected > 0 && selected < rows.length}
      disabled={!rows.length}
      onChange={(event) => onPut(rows, event.currentTarget.checked)}
    />
  );
}

/** The same where no head says what it is of. */
export const SelectAllLine = ({ children }: { children: ReactNode }) => (
  <label className={styles.selectAllLine}>{children} Select all</label>
);

/** The tools above the cards of a phone, which have no head. */
export const PhoneTools = ({
  tools,
  onFilters,
  children,
}: {
  tools: ReactNode;
  onFilters: () => void;
  children: ReactNode;
}) => (
  <div className={styles.filterLine}>
    <Button icon={<IconFilter size={16} aria-hidden />} onClick={onFilters}>
      Filters and sorting
    </Button>
    {tools}
    {children}
  </div>
);
