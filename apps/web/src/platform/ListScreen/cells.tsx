import type { ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { ONE_CURRENCY, type Named } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { valueWords } from '../../ui/value-words.ts';
import { Payload } from '../../ui/Payload.tsx';
import { BooleanValue, dash, DateTime } from '../../ui/values.tsx';
import { shortId } from '../format.ts';
import styles from './list.module.css';

/** One row of any list, as the screens of all lists see it. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** How a value is shown by its column's kind (GT-12..14). Plain elements: there are thousands. */
export function renderValue(column: Column, value: unknown, href?: string): ReactNode {
  if (column.kind === 'id') return typeof value === 'string' ? idCell(column, value, href) : dash;
  const content = plainValue(column, value);
  return href ? (
    <a href={href} className={styles.rowLink}>
      {content}
    </a>
  ) : (
    content
  );
}

/** '•• 6017' of '520000******6017', whatever stands before it; what is no masked number stays as it is. */
export const cardWords = (text: string) => text.replace(/\b\d{4,8}[*•]{2,}(\d{4})\b/g, '•• $1');

const textWords = ({ card, day }: Column, text: string): string =>
  card ? cardWords(text) : day ? formatIsoDay(text) : text;

function plainValue(column: Column, value: unknown): ReactNode {
  if (
    column.kind === 'amount' &&
    (value === undefined || value === null || typeof value === 'number')
  )
    return formatAmount(value);
  if (value === null || value === undefined || value === '') return dash;
  switch (column.kind) {
    case 'dateTime':
      return <DateTime value={valueWords(value)} />;
    case 'status':
      return isNamed(value) ? (
        <StatusChip status={value} tones={column.tones} />
      ) : (
        valueWords(value)
      );
    case 'choice':
      return column.enumeration?.[valueWords(value)] ?? valueWords(value);
    case 'boolean':
      return <BooleanValue value={value as boolean} />;
    case 'payload':
      return (
        <span className={styles.payloadCell}>
          <Payload text={textOf(value)} label={column.label} />
          <CopyButton quiet text={textOf(value)} label={`Copy ${column.label}`} />
        </span>
      );
    default:
      return textWords(column, valueWords(value));
  }
}

/** Other systems fill some of the cells: what is not as its column says is shown as it is. */
const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'description'].every((key) => typeof (value as Entry)[key] === 'string');
type Entry = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function idCell(column: Column, id: string, href: string | undefined): ReactNode {
  return (
    <span className={styles.idCell}>
      {href ? (
        <a href={href} className={styles.rowLink} title={id}>
          {shortId(id)}
        </a>
      ) : (
        <span title={id}>{shortId(id)}</span>
      )}
      <CopyButton quiet text={id} label={`Copy ${column.label}`} />
    </span>
  );
}

/** Words for the tooltip of a cell that may be cut off. */
export function titleOf(column: Column, value: unknown): string | undefined {
  if (column.kind === 'choice') return reasonOf(column, value) ?? undefined;
  if (column.kind !== 'text' || typeof value !== 'string' || !value) return undefined;
  return column.card ? value.replaceAll('*', '•') : value;
}

/** Why a row stands as it does, in words; null where nothing is to be said. */
export function reasonOf(column: Column | undefined, value: unknown): string | null {
  if (!column || value === null || value === undefined || value === '') return null;
  return column.enumeration?.[valueWords(value)] ?? valueWords(value);
}

export function alignOf(column: Column): 'right' | undefined {
  return column.kind === 'amount' || column.kind === 'number' ? 'right' : undefined;
}

/** What a row is called by its first column. */
export const nameOf = (row: AnyRow, { columns }: { columns: readonly [string, Column][] }) => {
  const [key, { kind }] = columns[0]!;
  // a time says of none which one it is
  const value = String(row[kind === 'dateTime' ? 'id' : key]);
  return kind === 'id' || kind === 'dateTime' ? shortId(value) : value;
};

/** Of what an amount is, where no column says it: the head of its column does. */
export function unitOf(column: Column, columns: readonly [string, Column][]) {
  if (column.unit !== undefined) return column.unit || undefined;
  const isSaid = column.kind !== 'amount' || columns.some(([key]) => key === 'currency');
  return isSaid ? undefined : ONE_CURRENCY;
}

/** Of what an amount is, where no head says it. */
export const currencyIn = ({ unit }: Column, row: AnyRow) =>
  unit ?? valueWords(row.currency ?? ONE_CURRENCY);

const WIDTHS: Readonly<Record<Column['kind'], number>> = {
  id: 92,
  // 9'999'999.99 is shown whole: an amount cut off is a wrong one
  amount: 112,
  number: 80,
  choice: 72,
  status: 132,
  dateTime: 142,
  boolean: 80,
  text: 128,
  payload: 280,
  // of a record alone
  group: 0,
  json: 0,
};

/** '•• 6017' */
const CARD_WIDTH = 84;

const TOOLS_WIDTH = 54;

/** ', EUR' */
const UNIT_WIDTH = 32;

const LABEL_LETTER = 6.5;

/**
 * Room for the label with the sort arrow and its unit, and in the first column for what stands before
 * it; in two lines where it is asked for so.
 */
export function labelWidth({ label, sort, kind }: Column, first: boolean, lines?: 2): number {
  const unit = kind === 'amount' ? UNIT_WIDTH : 0;
  const words = label.split(' ');
  // one line, or each way to part it: the unit stands behind the last line
  const inLines = words.map((_, at) => {
    const [above, below] = [words.slice(0, at), words.slice(at)].map(
      (part) => part.join(' ').length * LABEL_LETTER,
    );
    return Math.max(above!, below! + unit);
  });
  const width = lines ? Math.min(...inLines) : inLines[0]!;
  return Math.ceil(width + (sort ? 36 : 20) + (first ? TOOLS_WIDTH : 0));
}

/** Enough for the kind and for its label. */
export const widthOf = (column: Column, first: boolean, lines?: 2): number =>
  Math.ceil(
    Math.max(
      column.card ? CARD_WIDTH : WIDTHS[column.kind],
      wordsWidth(column),
      labelWidth(column, first, lines),
    ),
  );

const MAX_WORDS_WIDTH = 180;

/** The longest words of an enumeration, with the ground of a chip around them. */
export function wordsWidth(
  { enumeration, kind }: Column,
  around = kind === 'status' ? 40 : 24,
): number {
  if (!enumeration) return 0;
  const longest = Math.max(...Object.values(enumeration).map((words) => words.length));
  return Math.min(MAX_WORDS_WIDTH, longest * 7 + around);
}
