import { Suspense, useEffect, useId, useRef, useState, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import {
  choicesIn,
  filterHint,
  filterTyped,
  filterWords,
  isDated,
} from '@paydesk/contract/kernel/filters.ts';
import { IconButton, PlainButton } from '../../ui/Button.tsx';
import { Input, PlainSelect } from '../../ui/Input.tsx';
import { IconAdjustments, IconCalendar, IconChevronDown } from '../../ui/icons.ts';
import { BooleanFilter } from './BooleanFilter.tsx';
import styles from './list.module.css';
import { codesOf, filterValue, shortDays } from './state.ts';
import { late } from '../late.tsx';

const DayPanel = late(() => import('./DayPanel.tsx'));
const FilterPanel = late(() => import('./FilterPanel.tsx'));

/** Validation and request wait this long for the next key (GT-09, AM-92). */
export const FILTER_PAUSE_MS = 500;

export interface FilterFieldProps {
  column: Column;
  /** The value in force, empty for none. */
  value: string;
  /** The values of the column, if the server names them (GT-04). */
  options?: readonly Named[] | undefined;
  /** `again`: another change of the same field before it was left. */
  onFilter: (value: string, again: boolean) => void;
  /** Whoever leaves the field has said what they want: no pause then. */
  atOnce?: boolean;
}

/** The filter of one column, by its kind (GT-04..07). */
export function FilterField(props: FilterFieldProps) {
  const options = props.options ?? codesOf(props.column);
  if (options) return <ChoiceFilter {...props} options={options} />;
  if (props.column.kind === 'boolean') return <BooleanFilter {...props} />;
  return <TextFilter {...props} />;
}

const nameOf = (column: Column) => `Filter by ${column.label}`;

/** What the choice of several values is called among the values. */
const SEVERAL = '…';
/** From so many on they are looked for and not scrolled through. */
const MANY = 20;

/** Whether a panel is open, and what its button does: the press that closed it is no wish to see it again. */
function useOpener() {
  const closes = useRef(false);
  const [open, setOpen] = useState(false);
  const opener = {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onPointerDown: () => {
      closes.current = open;
    },
    onClick: () => {
      if (!closes.current) setOpen(true);
      closes.current = false;
    },
  } as const;
  return [open, setOpen, opener] as const;
}

function ChoiceFilter({
  column,
  value,
  options,
  onFilter,
}: FilterFieldProps & { options: readonly Named[] }) {
  const select = useRef<HTMLElement>(null);
  const [open, setOpen, opener] = useOpener();
  const chosen = value ? choicesIn(value) : [];
  const known = options.some((option) => option.name === value);
  const said = value ? filterWords(column, value) : 'All';
  const panel = open ? (
    <Suspense fallback={null}>
      <FilterPanel
        column={column}
        value={value}
        options={options}
        anchor={select}
        onPick={onFilter}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  ) : null;
  if (options.length > MANY)
    return (
      <>
        <PlainButton
          ref={select as RefObject<HTMLButtonElement | null>}
          className={styles.filter}
          data-many
          data-active={value ? true : undefined}
          aria-label={`${nameOf(column)}: ${said}`}
          {...opener}
        >
          <span>{said}</span>
          <IconChevronDown size={14} aria-hidden />
        </PlainButton>
        {panel}
      </>
    );
  return (
    <>
      <PlainSelect
        ref={select as RefObject<HTMLSelectElement | null>}
        className={styles.filter}
        data-active={value ? true : undefined}
        aria-label={nameOf(column)}
        title={chosen.length > 1 ? filterWords(column, value) : undefined}
        value={value}
        onChange={(event) => {
          const next = event.currentTarget.value;
          if (next === SEVERAL) setOpen(true);
          else onFilter(next, false);
        }}
      >
        <option value="">All</option>
        {value && !known ? (
          <option value={value}>{chosen.length > 1 ? filterWords(column, value) : value}</option>
        ) : null}
        {options.map((option) => (
          <option key={option.name} value={option.name}>
            {option.description}
          </option>
        ))}
        {options.length > 2 ? <option value={SEVERAL}>Several…</option> : null}
      </PlainSelect>
      {panel}
    </>
  );
}

function TextFilter({ column, value, onFilter, atOnce = false }: FilterFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [at, setAt] = useState<'field' | 'button' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inForce = useRef(value);
  const changed = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // changed from elsewhere: a chip taken off, Back, a link
    if (value === inForce.current) return;
    inForce.current = value;
    clearTimeout(timer.current);
    setDraft(null);
    setHint(null);
  }, [value]);

  const settle = (text: string, again = changed.current) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const next = filterValue(column, text);
    const refusal = filterHint(column, next);
    setHint(refusal);
    if (refusal !== null) return;
    if (document.activeElement !== input.current) setDraft(filterTyped(column, next));
    if (next !== inForce.current) {
      inForce.current = next;
      onFilter(next, again);
      changed.current = true;
    }
  };
  const type = (text: string) => {
    const again = changed.current;
    setDraft(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(text, again), FILTER_PAUSE_MS);
  };
  const put = (text: string) => {
    setDraft(filterTyped(column, text));
    settle(text);
  };
  // Beside a table what was typed last waits out its pause: filtered at once, the chips would move
  // away under the very click that left the field.
  const leave = () => {
    changed.current = false;
    if (draft !== null && (atOnce || timer.current === undefined)) settle(draft);
  };

  const typed = filterTyped(column, value);
  const dated = isDated(column);
  const ranged = dated || column.kind === 'amount';
  return (
    <div
      className={styles.filterBox}
      data-wide={(ranged && at !== null) || undefined}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setAt(null);
      }}
    >
      <Input
        ref={input}
        className={styles.filter}
        data-active={value ? true : undefined}
        data-dated={ranged || undefined}
        data-align={column.kind === 'amount' || column.kind === 'number' ? 'right' : undefined}
        aria-label={nameOf(column)}
        aria-invalid={hint ? true : undefined}
        aria-describedby={hint ? hintId : undefined}
        placeholder={dated ? 'DD.MM.YYYY' : column.card === 'alone' ? 'Last 4' : undefined}
        value={at === 'field' ? (draft ?? typed) : shortDays(draft ?? typed)}
        title={ranged && value ? filterWords(column, value) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle(event.currentTarget.value);
        }}
        onFocus={() => setAt('field')}
        onBlur={() => {
          setAt('button');
          leave();
        }}
      />
      {ranged ? <PanelButton column={column} value={value} onPick={put} /> : null}
      {hint ? (
        <span id={hintId} aria-live="polite" className={styles.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** Days by name, and a calendar; or at least and at most: once it is asked for. */
function PanelButton({
  column,
  value,
  onPick,
}: {
  column: Column;
  value: string;
  onPick: (value: string) => void;
}) {
  const [open, setOpen, opener] = useOpener();
  const button = useRef<HTMLButtonElement>(null);
  const dated = isDated(column);
  const Icon = dated ? IconCalendar : IconAdjustments;
  const Panel = dated ? DayPanel : FilterPanel;
  return (
    <>
      <IconButton
        ref={button}
        className={styles.dayButton}
        label={`${dated ? 'Days' : 'Range'} for ${column.label}`}
        {...opener}
      >
        <Icon size={14} aria-hidden />
      </IconButton>
      {open ? (
        <Suspense fallback={null}>
          <Panel
            column={column}
            value={value}
            anchor={button}
            onPick={onPick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
