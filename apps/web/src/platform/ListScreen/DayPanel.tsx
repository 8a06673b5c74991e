import { useState, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { parseFilter, RELATIVE_DAYS, type RelativeDays } from '@paydesk/contract/kernel/filters.ts';
import { DateRange, Presets } from '../../ui/DateRange/DateRange.tsx';
import { presetsOf, type DayRange } from '../../ui/DateRange/days.ts';
import { isoDay } from '../format.ts';
import { OpenPanel } from './OpenPanel.tsx';

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

/** Days by name, or from and to. */
export function Days({
  column,
  value,
  onPick,
  onClose,
}: {
  column: Column;
  value: string;
  onPick: (value: string) => void;
  /** A day by its name says all there is to say. */
  onClose: () => void;
}) {
  const [today] = useState(() => isoDay(new Date()));
  const choose = (next: string) => {
    onPick(next);
    onClose();
  };
  const range = daysOf(column, value);
  const relative = value in RELATIVE_DAYS ? (value as RelativeDays) : null;
  return (
    <>
      <Presets
        presets={RELATIVE}
        value={relative && { from: relative, to: relative }}
        onPick={({ from }) => choose(from!)}
      />
      <Presets
        presets={presetsOf(today).filter(({ label }) => /\d/.test(label))}
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
    </>
  );
}

/** The same beside the field of a column. */
export default function DayPanel({
  anchor,
  ...props
}: Parameters<typeof Days>[0] & { anchor: RefObject<HTMLElement | null> }) {
  return (
    <OpenPanel label={`Days for ${props.column.label}`} anchor={anchor} onClose={props.onClose}>
      <Days {...props} />
    </OpenPanel>
  );
}
