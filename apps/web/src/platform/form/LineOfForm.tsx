import { useId, type ReactNode } from 'react';
import type { Field, Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Input, PlainSelect } from '../../ui/Input.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { dash } from '../../ui/values.tsx';
import type { Line } from './lines.ts';
import styles from './rows.module.css';
import { percentOf, type Texts } from './values.ts';

export interface SumOf<F extends Fields> {
  label: string;
  of: (row: ValuesOf<F>) => ReactNode;
}

interface LineOfFormProps<F extends Fields> {
  line: Line;
  at: number;
  noun: string;
  columns: readonly (readonly [string, Field])[];
  row: ValuesOf<F>;
  name: string;
  /** What a new line begins with. */
  begun: Texts;
  hints: Readonly<Record<string, string>> | undefined;
  sum: SumOf<F> | undefined;
  /** Nothing is wrong with it. */
  whole: boolean;
  errorOf: (key: string) => string | undefined;
  editing:
    | {
        type: (key: string, text: string) => void;
        leave: (key: string) => void;
        onEnter: (key: string) => void;
        takeOut: () => void;
      }
    | undefined;
}

/** One row of a form: its cells are inputs, or what stands in them where nobody may change it. */
export function LineOfForm<F extends Fields>(props: LineOfFormProps<F>): ReactNode {
  const { line, at, noun, columns, row, errorOf, editing, sum } = props;
  const id = useId();
  return (
    <tr data-line={at}>
      {columns.map(([key, field]) => {
        const error = errorOf(key);
        return (
          <td key={key} data-align={alignOf(field)} data-label={field.label}>
            {editing ? (
              <Cell
                field={field}
                name={key}
                label={`${capital(noun)} ${at + 1}, ${field.label}`}
                text={String(line.texts[key] ?? '')}
                empty={String(props.begun[key] ?? '')}
                describedBy={error ? `${id}${key}` : undefined}
                onText={(text) => editing.type(key, text)}
                onLeave={() => editing.leave(key)}
                onEnter={() => editing.onEnter(key)}
              />
            ) : (
              shownValue(field, row[key as keyof typeof row])
            )}
            {error ? (
              <span id={`${id}${key}`} className={styles.error}>
                {error}
              </span>
            ) : null}
          </td>
        );
      })}
      {sum ? (
        <td data-align="right" data-label={sum.label} className={styles.sum}>
          {props.whole ? sum.of(row) : dash}
        </td>
      ) : null}
      {editing ? (
        <td className={styles.tools}>
          <IconButton large label={`Delete ${props.name}`} onClick={editing.takeOut}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </td>
      ) : null}
    </tr>
  );
}

function Cell(props: {
  field: Field;
  name: string;
  label: string;
  text: string;
  empty: string;
  describedBy: string | undefined;
  onText: (text: string) => void;
  onLeave: () => void;
  onEnter: () => void;
}): ReactNode {
  const { field, text } = props;
  const common = {
    'data-cell': props.name,
    'aria-label': props.label,
    'aria-required': field.required,
    'aria-invalid': props.describedBy ? true : undefined,
    'aria-describedby': props.describedBy,
    value: text,
    onBlur: props.onLeave,
  } as const;
  if (field.enumeration)
    return (
      <PlainSelect {...common} onChange={({ target }) => props.onText(target.value)}>
        {field.required && text ? null : <option value="">Choose</option>}
        {Object.entries(field.enumeration).map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </PlainSelect>
    );
  return (
    <span className={styles.cell} data-unit={field.percent ? '%' : undefined}>
      <Input
        {...common}
        inputMode={INPUT_MODES[field.kind]}
        placeholder={props.empty || undefined}
        onChange={({ target }) => props.onText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          // the form is sent by its button
          event.preventDefault();
          props.onEnter();
        }}
      />
    </span>
  );
}

const INPUT_MODES: Partial<Record<Field['kind'], 'decimal' | 'numeric'>> = {
  amount: 'decimal',
  number: 'numeric',
};

const capital = (noun: string) => noun[0]!.toUpperCase() + noun.slice(1);

export const alignOf = ({ kind }: Field): 'right' | undefined =>
  kind === 'amount' || kind === 'number' ? 'right' : undefined;

function shownValue({ kind, enumeration, percent }: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return dash;
  if (percent) return `${percentOf(value as number)} %`;
  if (kind === 'amount') return formatAmount(value as number);
  return enumeration?.[String(value)] ?? String(value);
}
