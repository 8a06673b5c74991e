import type { ReactNode } from 'react';
import type { Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
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

function plainValue(column: Column, value: unknown): ReactNode {
  if (column.kind === 'amount') return formatAmount(value as number | null);
  if (value === null || value === undefined || value === '') return dash;
  switch (column.kind) {
    case 'dateTime':
      return <DateTime value={String(value)} />;
    case 'status':
      return <StatusChip status={value as Named} />;
    case 'choice':
      return column.enumeration?.[String(value)] ?? String(value);
    case 'boolean':
      return <BooleanValue value={value as boolean} />;
    case 'payload':
      return (
        <span className={styles.payloadCell}>
          <Payload text={String(value)} label={column.label} />
          <CopyButton quiet text={String(value)} label={`Copy ${column.label}`} />
        </span>
      );
    default:
      return String(value);
  }
}

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
  return column.kind === 'text' && typeof value === 'string' && value ? value : undefined;
}

export function alignOf(column: Column): 'right' | undefined {
  return column.kind === 'amount' || column.kind === 'number' ? 'right' : undefined;
}

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
};

const TOOLS_WIDTH = 54;

/** Enough for the kind and for its label with the sort arrow. */
export function widthOf(column: Column, first: boolean): number {
  const label = column.label.length * 6.5 + (column.sort ? 36 : 20);
  return Math.ceil(
    Math.max(WIDTHS[column.kind], wordsWidth(column), label + (first ? TOOLS_WIDTH : 0)),
  );
}

const MAX_WORDS_WIDTH = 180;

/** The longest words of an enumeration, with the ground of a chip around them. */
function wordsWidth({ enumeration, kind }: Column): number {
  if (!enumeration) return 0;
  const longest = Math.max(...Object.values(enumeration).map((words) => words.length));
  return Math.min(MAX_WORDS_WIDTH, longest * 7 + (kind === 'status' ? 40 : 24));
}

/** Takes a share of what the window leaves over: payloads where there are any, else texts. */
export function flexibleKind(columns: readonly [string, Column][]): Column['kind'] {
  return columns.some(([, { kind }]) => kind === 'payload') ? 'payload' : 'text';
}
