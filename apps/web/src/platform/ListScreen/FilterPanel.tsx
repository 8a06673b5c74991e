import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { choicesIn, filterHint } from '@paydesk/contract/kernel/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { usePlace } from '../../ui/DateRange/DateRange.tsx';
import { Checkbox, Input } from '../../ui/Input.tsx';
import { Popover } from '../../ui/Popover.tsx';
import styles from './list.module.css';

interface PanelProps {
  column: Column;
  value: string;
  /** What it stands beside, and what has the focus again. */
  anchor: RefObject<HTMLElement | null>;
  onPick: (value: string, again: boolean) => void;
  onClose: () => void;
}

/** A panel beside a filter, open from the start. */
export function OpenPanel({
  label,
  anchor,
  onClose,
  children,
}: Pick<PanelProps, 'anchor' | 'onClose'> & { label: string; children: ReactNode }) {
  const panel = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const opened = panel.current;
    const from = anchor.current;
    opened?.showPopover();
    opened?.querySelector<HTMLElement>('input, button')?.focus();
    return () => {
      if (document.activeElement === document.body) from?.focus();
    };
  }, [anchor]);
  usePlace(anchor, panel, shown);
  return (
    <Popover
      ref={panel}
      aria-label={label}
      className={styles.dayPanel}
      onToggle={(event) => {
        if (event.target !== event.currentTarget) return;
        setShown(event.newState === 'open');
        if (event.newState === 'closed') onClose();
      }}
    >
      {children}
    </Popover>
  );
}

/** Any of several values; the list follows at once. */
function Choices({ column, value, options, onPick }: PanelProps & { options: readonly Named[] }) {
  const chosen = value ? choicesIn(value) : [];
  const changed = useRef(false);
  const put = (name: string, on: boolean) => {
    const names = options.map((one) => one.name);
    const next = names.filter((one) => (one === name ? on : chosen.includes(one)));
    // each one more is the same wish still: one step back takes all of them
    onPick(next.join(','), changed.current);
    changed.current = true;
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{column.label} is any of</legend>
      {options.map(({ name, description }) => (
        <label key={name}>
          <Checkbox
            checked={chosen.includes(name)}
            onChange={(event) => put(name, event.currentTarget.checked)}
          />
          {description}
        </label>
      ))}
    </fieldset>
  );
}

/** At least and at most; either may be empty. */
function Bounds({ column, value, onPick, onClose }: PanelProps) {
  const at = value.indexOf('..');
  const [least, setLeast] = useState(at < 0 ? value : value.slice(0, at));
  const [most, setMost] = useState(at < 0 ? value : value.slice(at + 2));
  const [hint, setHint] = useState<string | null>(null);
  const hintId = useId();
  const send = () => {
    const [from, to] = [least.trim(), most.trim()];
    const next = !from && !to ? '' : from === to ? from : `${from}..${to}`;
    const refusal = filterHint(column, next);
    setHint(refusal);
    if (refusal === null) {
      onPick(next, false);
      onClose();
    }
  };
  const field = (label: string, text: string, set: (text: string) => void) => (
    <label>
      <span>{label}</span>
      <Input
        className={styles.filter}
        data-align="right"
        inputMode="decimal"
        aria-invalid={hint ? true : undefined}
        aria-describedby={hint ? hintId : undefined}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // the button that has the focus then would take the same press and open it again
          event.preventDefault();
          send();
        }}
      />
    </label>
  );
  return (
    <>
      <div className={styles.bounds}>
        {field('At least', least, setLeast)}
        {field('At most', most, setMost)}
      </div>
      {hint ? (
        <span id={hintId} aria-live="polite" className={styles.boundsHint}>
          {hint}
        </span>
      ) : null}
      <Button variant="primary" onClick={send}>
        Show
      </Button>
    </>
  );
}

/** The filter of one column by its own fields, whichever they are. */
export default function FilterPanel({
  options,
  ...props
}: PanelProps & { options?: readonly Named[] | undefined }) {
  const { column, anchor, onClose } = props;
  return (
    <OpenPanel
      label={options ? `Values for ${column.label}` : `Range for ${column.label}`}
      anchor={anchor}
      onClose={onClose}
    >
      {options ? <Choices {...props} options={options} /> : <Bounds {...props} />}
    </OpenPanel>
  );
}
