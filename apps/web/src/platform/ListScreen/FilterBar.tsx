import { Suspense, useRef, useState, type MouseEvent } from 'react';
import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { filterWords, isUuid } from '@paydesk/contract/kernel/filters.ts';
import { IconButton, PlainButton, TextButton } from '../../ui/Button.tsx';
import { IconFilter, IconX } from '../../ui/icons.ts';
import { shortId } from '../format.ts';
import type { AnyRow } from './cells.tsx';
import styles from './list.module.css';
import { late } from '../late.tsx';

const load = () => import('./FilterAdd.tsx');
const FilterAdd = late(load);

export interface FilterBarProps {
  filters: Readonly<Record<string, string>>;
  columns: Columns;
  /** Those on the screen: what they say of an id is what it is called. */
  rows: readonly AnyRow[];
  /** Every column that the person may see. */
  offered: readonly (readonly [string, Column])[];
  enumerations: Readonly<Record<string, readonly Named[]>>;
  /** On a phone another button has them all. */
  phone: boolean;
  onFilter: (key: string, value: string, again: boolean) => void;
  onClear: () => void;
}

/** 'Institution: Amberline Finance', 'Merchant id: …c87dce' where no row says what it is called. */
function wordsOf(key: string, value: string, { columns, rows }: FilterBarProps): string {
  const column = columns[key];
  if (!column) return `${key}: ${value}`;
  if (column.kind !== 'id') return `${column.label}: ${filterWords(column, value)}`;
  const name = column.called ?? key.replace(/Id$/, 'Name');
  const called = columns[name] && rows.find((row) => row[key] === value)?.[name];
  return typeof called === 'string' && called
    ? `${columns[name]!.label}: ${called}`
    : `${column.label}: ${isUuid(value) ? shortId(value) : value}`;
}

/** Every filter in force, to change and to take off one by one, and the way to one more (ADR 200). */
export function FilterBar(props: FilterBarProps) {
  const { filters, columns, phone, onFilter, onClear } = props;
  const active = Object.entries(filters);
  const [open, setOpen] = useState<{ at: string | null } | null>(null);
  const anchor = useRef<HTMLElement>(null);
  const adds = useRef<HTMLButtonElement>(null);
  const closes = useRef<{ at: string | null } | null>(null);
  const opener = (at: string | null) => ({
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open?.at === at && open !== null,
    // the panel comes before it is asked for
    onPointerEnter: () => void load().catch(() => undefined),
    onPointerDown: () => {
      closes.current = open;
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      anchor.current = event.currentTarget;
      // the press that closed it is no wish to see it again
      if (closes.current?.at !== at || !closes.current) setOpen({ at });
      closes.current = null;
    },
  });
  return (
    <>
      <div className={styles.chips}>
        {phone ? null : (
          <PlainButton ref={adds} className={styles.addFilter} {...opener(null)}>
            <IconFilter size={16} aria-hidden />
            Add filter
          </PlainButton>
        )}
        {active.length ? (
          <>
            <ul aria-label="Active filters">
              {active.map(([key, value]) => {
                const column = columns[key];
                const label = column?.label ?? key;
                const words = wordsOf(key, value, props);
                return (
                  <li key={key} className={styles.filterChip}>
                    {column ? (
                      <PlainButton title={`${label}: ${value}`} data-on-paper {...opener(key)}>
                        {words}
                      </PlainButton>
                    ) : (
                      <span title={`${label}: ${value}`}>{words}</span>
                    )}
                    <IconButton
                      label={`Remove filter ${words}`}
                      onClick={() => onFilter(key, '', false)}
                    >
                      <IconX size={14} aria-hidden />
                    </IconButton>
                  </li>
                );
              })}
            </ul>
            <TextButton className={styles.textButton} onClick={onClear}>
              Clear all
            </TextButton>
          </>
        ) : null}
      </div>
      {open ? (
        <Suspense fallback={null}>
          <FilterAdd
            {...props}
            at={open.at}
            anchor={anchor}
            onClose={() => {
              setOpen(null);
              // the last value was taken out, and the chip went with it
              if (!anchor.current?.isConnected) adds.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
