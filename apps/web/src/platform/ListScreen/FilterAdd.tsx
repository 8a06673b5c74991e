import { useEffect, useRef, useState, type RefObject } from 'react';
import { isFilterable, type Column } from '@paydesk/contract/kernel/columns.ts';
import { filterWords, isRanged } from '@paydesk/contract/kernel/filters.ts';
import { PlainButton, TextButton } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';
import type { FilterBarProps } from './FilterBar.tsx';
import { codesOf } from './state.ts';
import { FilterControl } from './FilterPanel.tsx';
import { isFound } from './found.ts';
import own from './filter-add.module.css';
import styles from './list.module.css';
import { OpenPanel } from './OpenPanel.tsx';

type Offered = readonly [string, Column];

/** A filter by any column, found by its name, with that column's own fields; or the one of a chip. */
export default function FilterAdd({
  offered,
  filters,
  enumerations,
  at,
  anchor,
  onFilter,
  onClose,
}: Pick<FilterBarProps, 'offered' | 'filters' | 'enumerations' | 'onFilter'> & {
  /** The column whose chip was pressed. */
  at: string | null;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const [key, setKey] = useState(at);
  const chosen = offered.find(([name]) => name === key);
  const panel = useRef<HTMLDivElement>(null);
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    first.current = key;
    panel.current?.querySelector<HTMLElement>('input, button[aria-pressed]')?.focus();
  }, [key]);
  return (
    <OpenPanel
      label={chosen ? `Filter by ${chosen[1].label}` : 'Add a filter'}
      anchor={anchor}
      onClose={onClose}
    >
      <div ref={panel} className={own.filterAdd}>
        {chosen ? (
          <>
            {/* choices and words begin with it */}
            {isRanged(chosen[1]) ? <span className={styles.none}>{chosen[1].label}</span> : null}
            <FilterControl
              column={chosen[1]}
              value={filters[chosen[0]] ?? ''}
              options={enumerations[chosen[0]] ?? codesOf(chosen[1])}
              onPick={(value, again) => onFilter(chosen[0], value, again)}
              onClose={onClose}
            />
            {at === null ? (
              <TextButton onClick={() => setKey(null)}>Another column</TextButton>
            ) : null}
          </>
        ) : (
          <ColumnList offered={offered} filters={filters} onPick={setKey} />
        )}
      </div>
    </OpenPanel>
  );
}

/** Those that stand there by themselves first, ids behind links last. */
const byRank = ([, a]: Offered, [, b]: Offered) => rankOf(a) - rankOf(b);
const rankOf = ({ hidden }: Column) => (hidden === true ? 2 : hidden ? 1 : 0);

function ColumnList({
  offered,
  filters,
  onPick,
}: Pick<FilterBarProps, 'offered' | 'filters'> & { onPick: (key: string) => void }) {
  const [looked, setLooked] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const all = offered.filter(([, column]) => isFilterable(column));
  const found = all.filter(([, { label }]) => isFound(looked, label)).toSorted(byRank);
  const step = (by: number) => {
    const items = [...list.current!.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement as HTMLButtonElement) + by;
    items[Math.max(0, Math.min(at, items.length - 1))]?.focus();
  };
  return (
    <div
      role="presentation"
      className={own.columnList}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        step(by);
      }}
    >
      <Input
        className={styles.filter}
        aria-label="Find a column"
        placeholder={`Find among ${all.length} columns`}
        value={looked}
        onChange={(event) => setLooked(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) {
            event.preventDefault();
            onPick(found[0][0]);
          }
        }}
      />
      <ul ref={list} className={own.scrolls} aria-label="Columns">
        {found.map(([key, column]) => (
          <li key={key}>
            <PlainButton onClick={() => onPick(key)}>
              <span>{column.label}</span>
              {filters[key] ? <small>{filterWords(column, filters[key])}</small> : null}
            </PlainButton>
          </li>
        ))}
      </ul>
      {found.length ? null : <p className={styles.none}>No column is called ‘{looked}’.</p>}
    </div>
  );
}
