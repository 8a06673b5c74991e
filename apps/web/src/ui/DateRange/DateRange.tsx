import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { IconButton } from '../Button.tsx';
import { Input } from '../Input.tsx';
import { Popover } from '../Popover.tsx';
import { IconCalendar } from '../icons.ts';
import { Calendar } from './Calendar.tsx';
import { dayText, readDay, wrongWith, type DayRange, type End, type Preset } from './days.ts';
import styles from './range.module.css';

interface DateRangeProps {
  value: DayRange;
  today: string;
  /** Null while what stands in the fields is no range. */
  onChange: (next: DayRange | null) => void;
  /** What else a range must meet, in words; the end that was changed last shows them. */
  refusalOf?: (range: { from: string; to: string }) => string | null;
  /** What is wrong with the value as it came. */
  problem?: string | null;
  /** Either side may stay empty: then it is open. */
  open?: boolean;
  /** The labels are for those alone who hear the screen. */
  quiet?: boolean;
  focus?: boolean;
}

interface Draft {
  from: string;
  to: string;
  changed: End;
  /** Left, or sent: from then on what is wrong is said. */
  said: boolean;
}

/** From and to: typed as DD.MM.YYYY or picked; what can't be is said under the field that made it (BD-03, BD-04). */
export function DateRange(props: DateRangeProps) {
  const { value, today, onChange, problem = null, open = false } = props;
  const [draft, setDraft] = useState<Draft | null>(null);
  const seen = useRef(value);
  useEffect(() => {
    // another range from elsewhere: a preset, Back
    if (seen.current.from === value.from && seen.current.to === value.to) return;
    seen.current = value;
    setDraft(null);
  }, [value]);

  const texts = draft ?? { from: dayText(value.from), to: dayText(value.to) };
  const wrong = draft && wrongWith(draft, draft.changed, open, props.refusalOf);
  const take = (end: End, text: string, said: boolean) => {
    const next: Draft = { from: texts.from, to: texts.to, [end]: text, changed: end, said };
    if (wrongWith(next, end, open, props.refusalOf)) {
      setDraft(next);
      onChange(null);
      return;
    }
    const range = { from: readDay(next.from), to: readDay(next.to) };
    // the text stays as it is typed until the field is left
    setDraft(said ? null : next);
    seen.current = range;
    onChange(range);
  };
  const leave = () => {
    if (draft) setDraft(wrong ? { ...draft, said: true } : null);
  };
  const field = (end: End, label: string) => (
    <DayField
      label={label}
      end={end}
      quiet={props.quiet ?? false}
      focus={end === 'from' && (props.focus ?? false)}
      text={texts[end]}
      error={
        wrong && draft?.said && wrong.end === end
          ? wrong.words
          : end === 'from' && !draft
            ? problem
            : null
      }
      required={!open}
      chosen={value}
      today={today}
      onType={(text) => take(end, text, false)}
      onPick={(day) => take(end, dayText(day), true)}
      onLeave={leave}
    />
  );
  return (
    <fieldset className={styles.range} aria-label="Days">
      {field('from', 'From')}
      {field('to', 'To')}
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  end: End;
  quiet: boolean;
  focus: boolean;
  text: string;
  error: string | null;
  required: boolean;
  chosen: DayRange;
  today: string;
  onType: (text: string) => void;
  onPick: (day: string) => void;
  onLeave: () => void;
}

function DayField(props: DayFieldProps) {
  const { label, end, quiet, focus, text, error, required, chosen, today } = props;
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [picking, setPicking] = useState(false);
  usePlace(box, panel, picking);
  const close = () => panel.current?.hidePopover();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={quiet ? styles.quiet : styles.label}>
        {label}
      </label>
      <span ref={box} className={styles.box}>
        <Input
          id={id}
          inputMode="decimal"
          placeholder={required ? 'DD.MM.YYYY' : 'Any day'}
          value={text}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}error` : undefined}
          data-autofocus={focus || undefined}
          data-mantine-stop-propagation={picking || undefined}
          onChange={(event) => props.onType(event.currentTarget.value)}
          onBlur={props.onLeave}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onLeave();
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            panel.current?.showPopover();
          }}
        />
        <IconButton
          label={`Choose the ${label.toLowerCase()} date`}
          aria-haspopup="dialog"
          aria-expanded={picking}
          popoverTarget={`${id}days`}
          data-mantine-stop-propagation={picking || undefined}
        >
          <IconCalendar size={16} aria-hidden />
        </IconButton>
      </span>
      {error ? (
        <span id={`${id}error`} className={styles.error} aria-live="polite">
          {error}
        </span>
      ) : null}
      <Popover
        ref={panel}
        id={`${id}days`}
        aria-label={`${label} date`}
        onToggle={(event) => setPicking(event.newState === 'open')}
      >
        {picking ? (
          <Calendar
            chosen={chosen}
            end={end}
            today={today}
            onPick={(day) => {
              props.onPick(day);
              close();
              box.current?.querySelector('input')?.focus();
            }}
          />
        ) : null}
      </Popover>
    </div>
  );
}

/** Below what it belongs to, above where there is no room, and within the window. */
export function usePlace(
  anchor: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  open: boolean,
): void {
  useEffect(() => {
    if (!open) return undefined;
    const place = () => {
      const [at, it] = [anchor.current, panel.current];
      if (!at || !it) return;
      const { left, top, bottom } = at.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = it;
      const below = bottom + 4 + height <= innerHeight || top < height + 4;
      it.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
      it.style.top = `${Math.max(8, below ? Math.min(bottom + 4, innerHeight - height - 8) : top - height - 4)}px`;
    };
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [anchor, panel, open]);
}

/** Days by name, for one click each; the one that is chosen is pressed. */
export function Presets({
  presets,
  value,
  onPick,
}: {
  presets: readonly Preset[];
  value: DayRange | null;
  onPick: (range: DayRange) => void;
}) {
  return (
    <fieldset className={styles.presets} aria-label="Days by name">
      {presets.map(({ label, from, to }) => (
        <button
          key={label}
          type="button"
          data-mantine-stop-propagation
          aria-pressed={value?.from === from && value.to === to}
          onClick={() => onPick({ from, to })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
