import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Field, Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { ITEM_PAGE_SIZES } from '@paydesk/contract/kernel/resource.ts';
import { Button, TextButton } from '../../ui/Button.tsx';
import { IconArrowBackUp, IconPlus } from '../../ui/icons.ts';
import { TableScroller } from '../DetailScreen/RelatedTable.tsx';
import { Pager } from '../ListScreen/Pager.tsx';
import { alignOf, LineOfForm, type SumOf } from './LineOfForm.tsx';
import { useLines, type Line } from './lines.ts';
import { Question } from './Question.tsx';
import styles from './rows.module.css';
import { startTexts, type Initial } from './values.ts';

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
  sum?: SumOf<F>;
  /** What the server refused, by '[1].amount'; under '' what is refused of all of them. */
  errors?: Readonly<Record<string, string>>;
  /**
   * Told at each key, of rows as a body has them; one that is not whole yet has what is wrong in it, and
   * the form is not sent with it. Without it the rows are only shown.
   */
  onChange?: (rows: ValuesOf<F>[]) => void;
}

/**
 * The rows below a record as a part of its form: each is typed where it stands, refused in the cell that is
 * wrong, taken out after a question and put back by Undo, and saved with the form.
 */
export function RowsEditor<F extends Fields>(props: RowsEditorProps<F>): ReactNode {
  const { title, noun, fields, rows, errors = {}, onChange } = props;
  const { lines, wrong, refusals, put, add, type, leave } = useLines(fields, rows, onChange);
  const [{ page, size }, setPage] = useState({ page: 0, size: ITEM_PAGE_SIZES[0] as number });
  const [asked, setAsked] = useState<number | null>(null);
  const [taken, setTaken] = useState<{ at: number; line: Line; name: string } | null>(null);
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const adds = useRef<HTMLButtonElement>(null);
  const count = useRef(lines.length);
  const wanted = useRef<{ at: number; key?: string | undefined } | null>(null);
  const cellOf = (at: number, key?: string) =>
    section.current?.querySelector<HTMLElement>(
      `[data-line="${at}"] ${key ? `[data-cell="${key}"]` : '[data-cell]'}`,
    );
  useEffect(() => {
    // the button that had the focus has gone with its row
    if (lines.length < count.current) adds.current?.focus();
    count.current = lines.length;
    const { at, key } = wanted.current ?? {};
    wanted.current = null;
    if (at !== undefined) cellOf(at, key)?.focus();
  });

  const refusedAt = lines.findIndex(
    (_line, at) =>
      Object.keys(wrong[at]!).length > 0 ||
      Object.keys(errors).some((key) => key.startsWith(`[${at}].`)),
  );
  const said = useRef(refusals);
  useEffect(() => {
    if (said.current === refusals) return;
    said.current = refusals;
    if (refusedAt < 0 || section.current?.closest('form')?.querySelector('[aria-invalid="true"]'))
      return;
    // what was refused stands on another page
    wanted.current = { at: refusedAt, key: Object.keys(wrong[refusedAt]!)[0] };
    setPage((now) => ({ ...now, page: Math.floor(refusedAt / now.size) }));
  }, [refusals, refusedAt, wrong]);

  // the last page may have gone with its last row
  const current = Math.min(page, Math.max(0, Math.ceil(lines.length / size) - 1));
  const shown = lines.slice(current * size, (current + 1) * size);
  // what can't be another is said once, by the totals
  const columns = Object.entries<Field>(fields).filter(
    ([, { enumeration }]) => !enumeration || Object.keys(enumeration).length > 1,
  );
  const initial = props.initial ?? {};
  const begun = startTexts(fields, initial as Initial<Fields>);
  const nameOf = (at: number) => props.nameOf(rows[at]!) || `${noun} ${at + 1}`;
  const addLine = () => {
    setTaken(null);
    wanted.current = { at: lines.length };
    setPage({ page: Math.floor(lines.length / size), size });
    add(initial);
  };
  const takeOut = (at: number) => {
    setTaken({ at, line: lines[at]!, name: nameOf(at) });
    put(lines.toSpliced(at, 1));
  };

  return (
    <section ref={section} className={styles.rows} aria-labelledby={headingId}>
      <header>
        <h3 id={headingId}>
          {title} <span>{lines.length}</span>
        </h3>
      </header>
      {lines.length ? (
        <>
          <TableScroller caption={title}>
            <table
              className={styles.table}
              aria-label={title}
              data-edited={onChange ? true : undefined}
            >
              <thead>
                <tr>
                  {columns.map(([key, field]) => (
                    <th key={key} scope="col" data-align={alignOf(field)}>
                      {field.label}
                      {props.hints?.[key] ? <small>{props.hints[key]}</small> : null}
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
                {shown.map((line, index) => {
                  const at = current * size + index;
                  return (
                    <LineOfForm
                      key={line.id}
                      {...{ line, at, noun, columns }}
                      row={rows[at]!}
                      name={nameOf(at)}
                      begun={begun}
                      hints={props.hints}
                      sum={props.sum}
                      whole={!Object.keys(wrong[at]!).length}
                      errorOf={(key) =>
                        errors[`[${at}].${key}`] ??
                        (line.left === null || line.left.has(key) ? wrong[at]![key] : undefined)
                      }
                      editing={
                        onChange && {
                          type: (key, text) => type(at, key, text),
                          leave: (key) => leave(at, key),
                          // below it, and a new line below the last one
                          onEnter: (key) => {
                            if (at === lines.length - 1) return addLine();
                            wanted.current = { at: at + 1, key };
                            return setPage({ page: Math.floor((at + 1) / size), size });
                          },
                          takeOut: () => {
                            const same = Object.entries(line.texts).every(
                              ([key, text]) => text === begun[key],
                            );
                            if (same) put(lines.toSpliced(at, 1));
                            else setAsked(at);
                          },
                        }
                      }
                    />
                  );
                })}
              </tbody>
            </table>
          </TableScroller>
          {lines.length > ITEM_PAGE_SIZES[0] ? (
            <Pager
              state={{ page: current, size }}
              shown={shown.length}
              total={lines.length}
              sizes={ITEM_PAGE_SIZES}
              onPage={(next) => setPage({ page: next, size })}
              onSize={(next) => setPage({ page: 0, size: next })}
            />
          ) : null}
        </>
      ) : (
        <p className={styles.none}>There is no {noun}.</p>
      )}
      {errors[''] ? (
        <p className={styles.error} role="alert">
          {errors['']}
        </p>
      ) : null}
      {onChange ? (
        <footer>
          <Button ref={adds} icon={<IconPlus size={16} aria-hidden />} onClick={addLine}>
            Add {noun}
          </Button>
          <output>
            {taken ? (
              <>
                {taken.name} is removed once you save.{' '}
                <TextButton
                  onClick={() => {
                    wanted.current = { at: taken.at };
                    setPage({ page: Math.floor(taken.at / size), size });
                    put(lines.toSpliced(taken.at, 0, taken.line));
                    setTaken(null);
                  }}
                >
                  <IconArrowBackUp size={14} aria-hidden /> Undo
                </TextButton>
              </>
            ) : null}
          </output>
        </footer>
      ) : null}
      {asked !== null && lines[asked] && onChange ? (
        <Question
          title={`Delete ${noun}`}
          yes={`Delete ${noun}`}
          onYes={() => takeOut(asked)}
          onClose={() => setAsked(null)}
        >
          Delete {nameOf(asked)}? It is gone from the {noun}s once you save.
        </Question>
      ) : null}
    </section>
  );
}
