import { useId, useState, type ComponentProps, type ReactNode, type RefObject } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { filterHint, filterTyped, isDated } from '@paydesk/contract/kernel/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/Input.tsx';
import { Days } from './DayPanel.tsx';
import { FilterChoices } from './FilterChoices.tsx';
import styles from './list.module.css';
import { OpenPanel } from './OpenPanel.tsx';
import { filterValue } from './state.ts';

type Typed = Pick<
  ComponentProps<typeof Input>,
  'className' | 'aria-invalid' | 'aria-describedby' | 'onKeyDown'
>;

export interface ControlProps {
  column: Column;
  value: string;
  options?: readonly Named[] | undefined;
  onPick: (value: string, again: boolean) => void;
  onClose: () => void;
}

/** Fields that are sent together, by Enter or the button: what each has, and what stands below them. */
function useSent(
  { column, onPick, onClose }: ControlProps,
  next: () => string,
): [typed: Typed, foot: ReactNode] {
  const [hint, setHint] = useState<string | null>(null);
  const hintId = useId();
  const send = () => {
    const refusal = filterHint(column, next());
    setHint(refusal);
    if (refusal !== null) return;
    onPick(next(), false);
    onClose();
  };
  const typed: Typed = {
    className: styles.filter,
    'aria-invalid': hint ? true : undefined,
    'aria-describedby': hint ? hintId : undefined,
    onKeyDown: (event) => {
      if (event.key !== 'Enter') return;
      // the button that has the focus then would take the same press and open it again
      event.preventDefault();
      send();
    },
  };
  const foot = (
    <>
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
  return [typed, foot];
}

/** At least and at most; either may be empty. */
function Bounds(props: ControlProps) {
  const { value } = props;
  const at = value.indexOf('..');
  const [least, setLeast] = useState(at < 0 ? value : value.slice(0, at));
  const [most, setMost] = useState(at < 0 ? value : value.slice(at + 2));
  const [typed, foot] = useSent(props, () => {
    const [from, to] = [least.trim(), most.trim()];
    return !from && !to ? '' : from === to ? from : `${from}..${to}`;
  });
  const field = (label: string, text: string, set: (text: string) => void) => (
    <label>
      <span>{label}</span>
      <Input
        {...typed}
        data-align="right"
        inputMode={props.column.kind === 'number' ? 'numeric' : 'decimal'}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
    </label>
  );
  return (
    <>
      <div className={styles.bounds}>
        {field('At least', least, setLeast)}
        {field('At most', most, setMost)}
      </div>
      {foot}
    </>
  );
}

/** What a text has in it, or what is exactly it. */
function Words(props: ControlProps) {
  const { column, value } = props;
  const [text, setText] = useState(filterTyped(column, value));
  const [typed, foot] = useSent(props, () => filterValue(column, text));
  const contains = column.kind === 'text' && !column.exact;
  return (
    <>
      <label className={styles.oneField}>
        <span>
          {column.label}
          {column.card === 'alone'
            ? ': last four digits, the first six, or its scheme'
            : contains
              ? ' contains'
              : ' is'}
        </span>
        <Input {...typed} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      {foot}
    </>
  );
}

/** Yes or no. */
function YesOrNo({ column, value, onPick, onClose }: ControlProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{column.label} is</legend>
      <div className={styles.yesOrNo}>
        {(['true', 'false'] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={value === one}
            onClick={() => {
              onPick(value === one ? '' : one, false);
              onClose();
            }}
          >
            {one === 'true' ? 'Yes' : 'No'}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** The filter of one column by its own fields, whichever they are: what it means is told by them. */
export function FilterControl(props: ControlProps) {
  const { column, options } = props;
  if (options) return <FilterChoices {...props} options={options} />;
  if (column.kind === 'boolean') return <YesOrNo {...props} />;
  if (column.kind === 'amount' || column.kind === 'number') return <Bounds {...props} />;
  if (isDated(column)) return <Days {...props} onPick={(value) => props.onPick(value, false)} />;
  return <Words {...props} />;
}

/** The same beside the field of a column. */
export default function FilterPanel({
  anchor,
  ...props
}: ControlProps & { anchor: RefObject<HTMLElement | null> }) {
  const { column, options, onClose } = props;
  return (
    <OpenPanel
      label={options ? `Values for ${column.label}` : `Range for ${column.label}`}
      anchor={anchor}
      onClose={onClose}
    >
      <FilterControl {...props} />
    </OpenPanel>
  );
}
