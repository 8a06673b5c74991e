import { memo, useRef, type ReactNode } from 'react';
import {
  isFilterable,
  type Column,
  type Columns as AnyColumns,
} from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { Checkbox } from '../../ui/Input.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { dash } from '../../ui/values.tsx';
import { alignOf, nameOf, reasonOf, renderValue, titleOf, unitOf, type AnyRow } from './cells.tsx';
import { FilterField } from './FilterField.tsx';
import { nearWords, useWordMark } from '../word-marks.ts';
import styles from './list.module.css';
import { sortOf, type ListState } from './state.ts';
import type { Deed, ColumnOverride, RowIconLink } from './types.ts';
import type { AnyResource } from './useList.ts';
import type { Widths } from './widths.ts';

export type Overrides = Readonly<Record<string, ColumnOverride<AnyRow> | undefined>>;

/** What a table shows and how its rows lead on; the same object as long as the actor is the same. */
export interface Shape {
  columns: readonly [string, Column][];
  overrides: Overrides;
  rowLink: ((row: AnyRow) => string | undefined) | undefined;
  iconLinks: readonly RowIconLink<AnyRow>[];
  menu: ((row: AnyRow) => ReactNode) | undefined;
  /** What this person may begin on its page. */
  deeds: ((row: AnyRow) => readonly Deed[]) | undefined;
  /** Of a status that says why: the column of its reason, where that is not shown itself. */
  reasons: AnyColumns;
  /** Where rows can be selected: one of them, or with the third all up to it. */
  select: ((row: AnyRow, on: boolean, range: boolean) => void) | undefined;
}

interface HeadProps {
  shape: Shape;
  resource: AnyResource;
  state: ListState;
  enumerations: Readonly<Record<string, readonly Named[]>>;
  tools: ReactNode;
  /** Selects the page. */
  selectAll: ReactNode;
  /** Another number empties every filter field, typed or in force. */
  epoch: number;
  onSort: (key: string) => void;
  onFilter: (key: string, value: string, again: boolean) => void;
}

/** Labels that sort, and under them a filter for each column (GT-03, GT-10). */
export function TableHead({ shape, tools, selectAll, ...props }: HeadProps) {
  const { columns, iconLinks } = shape;
  return (
    <thead {...nearWords}>
      <tr>
        {shape.select ? <td>{selectAll}</td> : null}
        {columns.map(([key, column], at) => (
          <HeaderCell key={key} id={key} column={column} unit={unitOf(column, columns)} {...props}>
            {at === 0 ? tools : null}
          </HeaderCell>
        ))}
        {endOf(shape) ? (
          <th scope="col" rowSpan={2} className={styles.links}>
            {/* one icon leaves no room for the word */}
            <span className={iconLinks.length > 1 ? undefined : styles.srOnly}>
              {shape.menu ? 'Actions' : 'Links'}
            </span>
          </th>
        ) : null}
      </tr>
      <tr className={styles.filters}>
        {shape.select ? <td aria-hidden /> : null}
        {columns.map(([key, column]) => (
          <td key={`${key} ${props.epoch}`}>
            {isFilterable(column) ? (
              <FilterField
                column={column}
                value={props.state.filters[key] ?? ''}
                options={props.enumerations[key]}
                onFilter={(value, again) => props.onFilter(key, value, again)}
              />
            ) : null}
          </td>
        ))}
      </tr>
    </thead>
  );
}

function HeaderCell({
  id,
  column,
  unit,
  resource,
  state,
  onSort,
  children,
}: Pick<HeadProps, 'resource' | 'state' | 'onSort'> & {
  id: string;
  column: Column;
  unit: string | undefined;
  children: ReactNode;
}) {
  const sorted = column.sort ? sortOf(state, resource, id) : null;
  const wordMark = useWordMark();
  const Arrow = sorted === 'ASC' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={alignOf(column)}
      // what it is called is its label, with or without a mark behind it
      aria-label={wordMark ? column.label : undefined}
      aria-sort={
        sorted ? (sorted === 'ASC' ? 'ascending' : 'descending') : column.sort ? 'none' : undefined
      }
    >
      <span className={styles.label} data-unit={unit}>
        {children}
        {column.sort ? (
          <PlainButton
            className={styles.sort}
            data-on-paper
            data-sorted={sorted ?? undefined}
            onClick={() => onSort(id)}
          >
            {column.label}
            <Arrow size={14} aria-hidden />
          </PlainButton>
        ) : (
          column.label
        )}
      </span>
      {wordMark?.({ label: column.label, of: 'heading' })}
    </th>
  );
}

/** Fixed widths: nothing moves when other rows come, and 200 of them are laid out at once. */
export function Columns({ shape, widths }: { shape: Shape; widths: Widths }) {
  return (
    <colgroup>
      {shape.select ? <col style={{ width: SELECT_WIDTH }} /> : null}
      {shape.columns.map(([key], at) => {
        const width = widths.columns[at];
        return <col key={key} style={width === undefined ? undefined : { width }} />;
      })}
      {endOf(shape) ? <col style={{ width: linksWidth(shape) }} /> : null}
    </colgroup>
  );
}

export const SELECT_WIDTH = 36;

/** How many icons stand at the end of a row. */
const endOf = ({ iconLinks, menu }: Shape) => iconLinks.length + (menu ? 1 : 0);

const linksWidth = (shape: Shape) => endOf(shape) * 26 + 12;

/** What stands beside the columns. */
export const widthBeside = (shape: Shape) =>
  (endOf(shape) ? linksWidth(shape) : 0) + (shape.select ? SELECT_WIDTH : 0);

interface RowProps {
  row: AnyRow;
  shape: Shape;
  selected: boolean;
}

export const TableRow = memo(function TableRow({ row, shape, selected }: RowProps) {
  const href = shape.rowLink?.(row);
  return (
    <tr
      data-href={href}
      data-selected={selected || undefined}
      className={href ? styles.leading : undefined}
    >
      {shape.select ? (
        <td>
          <SelectRow row={row} shape={shape} selected={selected} />
        </td>
      ) : null}
      {shape.columns.map(([key, column], at) => {
        const override = shape.overrides[key];
        const link = at === 0 ? href : undefined;
        return (
          <td
            key={key}
            data-align={alignOf(column)}
            data-kind={column.kind}
            data-day={column.day}
            data-card={column.card || undefined}
            data-mono={override?.mono || undefined}
            title={override?.cell ? undefined : titleOf(column, row[key])}
          >
            <Because words={besideOf(shape, key, column, row)}>
              {override?.cell ? (override.cell(row) ?? dash) : renderValue(column, row[key], link)}
            </Because>
          </td>
        );
      })}
      {endOf(shape) ? (
        <td className={styles.links}>
          <RowEnd row={row} shape={shape} />
        </td>
      ) : null}
    </tr>
  );
});

/** Why a row stands as its status says, where that has no column of its own; or what the status leaves open. */
export function besideOf(
  { reasons, overrides }: Shape,
  key: string,
  { because }: Column,
  row: AnyRow,
): string | null {
  const why = reasons[key] ? reasonOf(reasons[key], row[because!]) : null;
  return why ?? overrides[key]?.beside?.(row) ?? null;
}

/** A status, and what is said beside it. */
export function Because({ words, children }: { words: string | null; children: ReactNode }) {
  return words ? (
    <span className={styles.status} title={words}>
      {children} <span className={styles.because}>{words}</span>
    </span>
  ) : (
    children
  );
}

/** The box of a row; Space on its link does the same (rowNavigation.ts). */
export function SelectRow({ row, shape, selected }: RowProps) {
  const range = useRef(false);
  return (
    <Checkbox
      aria-label={`Select ${nameOf(row, shape)}`}
      checked={selected}
      data-select
      // of what the change comes from, which itself does not say how it was clicked
      onClick={(event) => (range.current = event.shiftKey)}
      onChange={(event) => shape.select?.(row, event.currentTarget.checked, range.current)}
    />
  );
}

/** Where a row leads besides, and what can be done to it. */
export function RowEnd({ row, shape }: { row: AnyRow; shape: Shape }) {
  return (
    <span className={styles.iconLinks}>
      {shape.iconLinks.map(({ label, icon, to }) => {
        const href = to(row);
        return href ? (
          <a key={label} href={href} aria-label={label} title={label}>
            {icon}
          </a>
        ) : (
          <span key={label} />
        );
      })}
      {shape.menu?.(row)}
    </span>
  );
}
