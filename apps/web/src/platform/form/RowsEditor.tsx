import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Field, Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { ITEM_PAGE_SIZES } from '@paydesk/contract/kernel/resource.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts';
import { dash } from '../../ui/values.tsx';
import { TableScroller } from '../DetailScreen/RelatedTable.tsx';
import { Pager } from '../ListScreen/Pager.tsx';
import { FieldsForm } from './FieldsForm.tsx';
import { Question } from './Question.tsx';
import styles from './rows.module.css';
import { percentOf, type Initial } from './values.ts';

interface RowsEditorProps<F extends Fields> {
  /** The heading of the table. */
  title: string;
  /** One of the rows: 'item'. */
  noun: string;
  fields: F;
  rows: readonly ValuesOf<F>[];
  /** How a row is called in the names of its buttons. */
  nameOf: (row: ValuesOf<F>) => string;
  /** What a new row begins with. */
  initial?: Initial<F>;
  hints?: Readonly<Record<string, string>>;
  /** A last column, made of the others. */
  sum?: { label: string; of: (row: ValuesOf<F>) => ReactNode };
  /** What is refused, by '[1].amount'; under '' what is refused of all of them. */
  errors?: Readonly<Record<string, string>>;
  /** Without it the rows are only shown. */
  onChange?: (rows: ValuesOf<F>[]) => void;
}

/** Which row is open, and for what; null is a new one. */
type Open = { at: number | null; for: 'edit' | 'delete' };

/**
 * The rows below a record as a part of its form: added and changed in a dialog by the rules of their
 * fields, deleted after a question, and saved with the form they stand in.
 */
export function RowsEditor<F extends Fields>(props: RowsEditorProps<F>): ReactNode {
  const { title, noun, fields, rows, nameOf, errors = {}, onChange } = props;
  const [open, setOpen] = useState<Open | null>(null);
  const [{ page, size }, setPage] = useState({ page: 0, size: ITEM_PAGE_SIZES[0] as number });
  const headingId = useId();
  const add = useRef<HTMLButtonElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    // the button that had the focus has gone with its row
    if (rows.length < count.current) add.current?.focus();
    count.current = rows.length;
  }, [rows.length]);

  // the last page may have gone with its last row
  const current = Math.min(page, Math.max(0, Math.ceil(rows.length / size) - 1));
  const shown = rows.slice(current * size, (current + 1) * size);
  const row = open?.at === null || open === null ? undefined : rows[open.at];
  const close = () => setOpen(null);
  // what can't be another is said once, by the totals
  const columns = Object.entries<Field>(fields).filter(
    ([, { enumeration }]) => !enumeration || Object.keys(enumeration).length > 1,
  );

  return (
    <section className={styles.rows} aria-labelledby={headingId}>
      <header>
        <h3 id={headingId}>
          {title} <span>{rows.length}</span>
        </h3>
        {onChange ? (
          <Button
            ref={add}
            icon={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen({ at: null, for: 'edit' })}
          >
            Add {noun}
          </Button>
        ) : null}
      </header>
      {rows.length ? (
        <>
          <TableScroller caption={title}>
            <table className={styles.table} aria-label={title}>
              <thead>
                <tr>
                  {columns.map(([key, field]) => (
                    <th key={key} scope="col" data-align={alignOf(field)}>
                      {field.label}
                    </th>
                  ))}
                  {props.sum ? (
                    <th scope="col" data-align="right">
                      {props.sum.label}
                    </th>
                  ) : null}
                  {onChange ? (
                    <th scope="col" className={styles.tools}>
                      <span className={styles.srOnly}>Actions</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {shown.map((one, index) => {
                  const at = current * size + index;
                  const name = nameOf(one);
                  const refused = columns.some(([key]) => errors[`[${at}].${key}`]);
                  return (
                    <tr key={at} data-refused={refused || undefined}>
                      {columns.map(([key, field]) => (
                        <td key={key} data-align={alignOf(field)}>
                          {shownValue(field, one[key as keyof typeof one])}
                          {errors[`[${at}].${key}`] ? (
                            <span className={styles.error}>{errors[`[${at}].${key}`]}</span>
                          ) : null}
                        </td>
                      ))}
                      {props.sum ? <td data-align="right">{props.sum.of(one)}</td> : null}
                      {onChange ? (
                        <td className={styles.tools}>
                          <IconButton
                            label={`Edit ${name}`}
                            data-invalid={refused || undefined}
                            onClick={() => setOpen({ at, for: 'edit' })}
                          >
                            <IconPencil size={16} aria-hidden />
                          </IconButton>
                          <IconButton
                            label={`Delete ${name}`}
                            onClick={() => setOpen({ at, for: 'delete' })}
                          >
                            <IconTrash size={16} aria-hidden />
                          </IconButton>
                        </td>
                      ) : null}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </TableScroller>
          <Pager
            state={{ page: current, size }}
            shown={shown.length}
            total={rows.length}
            sizes={ITEM_PAGE_SIZES}
            onPage={(next) => setPage({ page: next, size })}
            onSize={(next) => setPage({ page: 0, size: next })}
          />
        </>
      ) : (
        <p className={styles.none}>There is no {noun}.</p>
      )}
      {errors[''] ? (
        <p className={styles.error} role="alert">
          {errors['']}
        </p>
      ) : null}
      {open?.for === 'edit' && onChange ? (
        <Dialog title={row ? `Edit ${noun}` : `Add ${noun}`} onClose={close}>
          <FieldsForm
            fields={fields}
            name={`${noun} ${open.at ?? ''}`}
            initial={(row ?? props.initial ?? {}) as Initial<F>}
            hints={props.hints ?? {}}
            submitLabel={row ? `Change ${noun}` : `Add ${noun}`}
            onCancel={close}
            onSubmit={async (values) => {
              const at = open.at ?? rows.length;
              onChange(rows.toSpliced(at, row ? 1 : 0, values));
              if (!row) setPage({ page: Math.floor(rows.length / size), size });
              close();
            }}
          />
        </Dialog>
      ) : null}
      {open?.for === 'delete' && row && onChange ? (
        <Question
          title={`Delete ${noun}`}
          yes={`Delete ${noun}`}
          onYes={() => onChange(rows.toSpliced(open.at!, 1))}
          onClose={close}
        >
          Delete {nameOf(row)}? It is gone from the {noun}s once you save.
        </Question>
      ) : null}
    </section>
  );
}

const alignOf = ({ kind }: Field) => (kind === 'amount' || kind === 'number' ? 'right' : undefined);

function shownValue({ kind, enumeration, percent }: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return dash;
  if (percent) return `${percentOf(value as number)} %`;
  if (kind === 'amount') return formatAmount(value as number);
  return enumeration?.[String(value)] ?? String(value);
}
