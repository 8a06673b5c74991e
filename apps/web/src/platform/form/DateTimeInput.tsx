import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { toInstant } from '@paydesk/contract/kernel/fields.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Calendar } from '../../ui/DateRange/Calendar.tsx';
import { usePlace } from '../../ui/DateRange/DateRange.tsx';
import { dayText, readDay } from '../../ui/DateRange/days.ts';
import { Popover } from '../../ui/Popover.tsx';
import { IconCalendar } from '../../ui/icons.ts';
import { browserTimeZone, formatDateTime, isoDay } from '../format.ts';
import type { SpecialInputProps } from './FieldInput.tsx';

/** What is typed as the instant that it is in this browser's zone; a day alone begins at midnight. */
function readTyped(text: string): string | null {
  const [, first = '', hours = '00', minutes = '00'] =
    /^(\S+)(?:\s+([01]?\d|2[0-3])[:.]([0-5]\d))?$/.exec(text.trim()) ?? [];
  const day = readDay(first);
  return day && new Date(`${day}T${hours.padStart(2, '0')}:${minutes}`).toISOString();
}

/** A day and a time, typed as DD.MM.YYYY HH:mm or with the day picked; the form holds the instant (FC-02). */
export default function DateTimeInput({
  field,
  common,
  value,
  onChange,
}: SpecialInputProps): ReactNode {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  usePlace(box, panel, picking);
  const instant = toInstant(value);
  const [today] = useState(() => isoDay(new Date()));
  const pick = (day: string) => {
    const [, time = '00:00'] = instant ? formatDateTime(instant).split(' ') : [];
    setTyped(null);
    onChange(readTyped(`${dayText(day)} ${time}`) ?? value);
    panel.current?.hidePopover();
    box.current?.querySelector('input')?.focus();
  };
  const day = instant ? isoDay(new Date(instant)) : null;
  return (
    <div ref={box}>
      <TextInput
        {...common}
        description={common.description ?? `In your time: ${browserTimeZone()}.`}
        placeholder="DD.MM.YYYY HH:mm"
        value={typed ?? (instant ? formatDateTime(instant) : value)}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          onChange(readTyped(text) ?? text);
        }}
        onBlur={() => setTyped(null)}
        data-mantine-stop-propagation={picking || undefined}
        rightSection={
          <IconButton
            label={`Choose the day of ${field.label}`}
            aria-haspopup="dialog"
            aria-expanded={picking}
            popoverTarget={`${id}days`}
            data-mantine-stop-propagation={picking || undefined}
          >
            <IconCalendar size={16} aria-hidden />
          </IconButton>
        }
      />
      <Popover
        ref={panel}
        id={`${id}days`}
        aria-label={`Day of ${field.label}`}
        onToggle={(event) => setPicking(event.newState === 'open')}
      >
        {picking ? (
          <Calendar chosen={{ from: day, to: day }} end="from" today={today} onPick={pick} />
        ) : null}
      </Popover>
    </div>
  );
}
