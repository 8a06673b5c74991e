import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { parseFilter, RELATIVE_DAYS, type RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import { DateRange, Presets, usePlace } from '../../ui/DateRange/DateRange.tsx';
import { presetsOf, type DayRange } from '../../ui/DateRange/days.ts';
import { Popover } from '../../ui/Popover.tsx';
import { isoDay } from '../format.ts';
import styles from './list.module.css';

const RELATIVE = Object.entries(RELATIVE_DAYS).map(([value, words]) => ({
  // never a range of days, so that none of them looks chosen by its days
  from: value,
  to: value,
  label: words.charAt(0).toUpperCase() + words.slice(1),
}));

function daysOf(column: Column, value: string): DayRange {
  const parsed = value ? parseFilter(column, value) : null;
  if (!parsed || 'error' in parsed || parsed.filter.op !== 'days') return { from: null, to: null };
  return { from: parsed.filter.from ?? null, to: parsed.filter.to ?? null };
}

/** The filter that days are (AM-33): a day, or a range with either side open. */
function valueOf({ from, to }: DayRange): string {
  const [first, last] = [from, to].map((day) => (day ? formatIsoDay(day) : ''));
  if (first === last) return first ?? '';
  return `${first}..${last}`;
}

/** Days by name, or from and to, for the filter of a list. */
export default function DayPanel({
  column,
  value,
  anchor,
  onPick,
  onClose,
}: {
  column: Column;
  value: string;
  anchor: RefObject<HTMLElement | null>;
  onPick: (value: string) => void;
  onClose: () => void;
}) {
  const panel = useRef<HTMLDialogElement>(null);
  const [today] = useState(() => isoDay(new Date()));
  const [shown, setShown] = useState(false);
  useEffect(() => panel.current?.showPopover(), []);
  usePlace(anchor, panel, shown);
  const choose = (next: string) => {
    onPick(next);
    panel.current?.hidePopover();
  };
  const range = daysOf(column, value);
  const relative = value in RELATIVE_DAYS ? (value as RelativeDays) : null;
  return (
    <Popover
      ref={panel}
      aria-label={`Days for ${column.label}`}
      className={styles.dayPanel}
      onToggle={(event) => {
        if (event.target !== event.currentTarget) return;
        setShown(event.newState === 'open');
        if (event.newState === 'closed') onClose();
      }}
    >
      <Presets
        presets={RELATIVE}
        value={relative && { from: relative, to: relative }}
        onPick={({ from }) => choose(from!)}
      />
      <Presets
        presets={presetsOf(today).filter(({ label }) => !label.startsWith('Last '))}
        value={range}
        onPick={(days) => choose(valueOf(days))}
      />
      <DateRange
        open
        focus
        value={range}
        today={today}
        onChange={(days) => days && onPick(valueOf(days))}
      />
    </Popover>
  );
}
