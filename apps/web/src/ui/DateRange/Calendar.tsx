import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays } from '@paydesk/contract/kernel/dates.ts';
import { IconChevronDown } from '../icons.ts';
import { addMonths, monthName, weeksOf, type DayRange } from './days.ts';
import styles from './range.module.css';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dayName = (day: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Where each key goes from a day; a week begins on Monday. */
const KEYS: Readonly<Record<string, (day: string, shift: boolean) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7)),
  End: (day) => addDays(day, 6 - ((new Date(day).getUTCDay() + 6) % 7)),
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
};

/** One month, its chosen days marked; arrows walk the days, Page Up and Down the months, with Shift the years. */
export function Calendar({
  chosen,
  end,
  today,
  onPick,
}: {
  chosen: DayRange;
  /** Which end of the range is picked here. */
  end: 'from' | 'to';
  today: string;
  onPick: (day: string) => void;
}) {
  const [at, setAt] = useState(chosen[end] ?? today);
  const walked = useRef(true);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    // when it opens, and after a key; a click on the months leaves the focus there
    if (walked.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    walked.current = false;
  });
  const keys = (event: KeyboardEvent) => {
    const go = KEYS[event.key];
    if (!go) return;
    event.preventDefault();
    walked.current = true;
    setAt(go(at, event.shiftKey));
  };
  const { from, to } = chosen;
  const between = (day: string) => from !== null && to !== null && day > from && day < to;
  const turn = (months: number, label: string) => (
    <button
      type="button"
      aria-label={label}
      data-mantine-stop-propagation
      data-turn={months}
      onClick={() => setAt(addMonths(at, months))}
    >
      <IconChevronDown size={16} aria-hidden />
    </button>
  );
  return (
    <div className={styles.calendar}>
      <div className={styles.month}>
        {turn(-1, 'Previous month')}
        <strong aria-live="polite">{monthName(at)}</strong>
        {turn(1, 'Next month')}
      </div>
      <table ref={grid} aria-label={monthName(at)}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} data-between={between(day) || undefined}>
                  {day.slice(0, 7) === at.slice(0, 7) ? (
                    <button
                      type="button"
                      aria-label={dayName(day)}
                      aria-current={day === today ? 'date' : undefined}
                      tabIndex={day === at ? 0 : -1}
                      data-mantine-stop-propagation
                      aria-pressed={day === from || day === to}
                      onKeyDown={keys}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
