import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { columnsOf, type AnyRecord, type RecordOf } from '@paydesk/contract/kernel/record.ts';
import { BooleanValue, DateTime } from '../../ui/values.tsx';
import { fieldId } from '../format.ts';
import type { DetailField } from './blocks.tsx';

export type Cells<D extends AnyRecord> = {
  readonly [K in keyof RecordOf<D>]?: (record: RecordOf<D>) => Omit<DetailField, 'label'>;
};

/** In the order of the specification; what is limited to others is not in the answer (AM-95). */
export function viewerFields<D extends AnyRecord>(
  definition: D,
  one: RecordOf<D>,
  cells: Cells<D> = {},
  said: readonly PropertyKey[] = [],
): DetailField[] {
  const columns = columnsOf(definition);
  const values = one as Readonly<Record<string, unknown>>;
  return Object.entries(definition.shown as Readonly<Record<string, string>>)
    .filter(([key]) => values[key] !== undefined && !said.includes(key))
    .map(([key, label]) => ({
      label,
      ...(cells[key as keyof RecordOf<D>]?.(one) ?? fieldOf(columns[key]!, values[key])),
    }));
}

/** The values that stand together, as fields: those of a group. */
export const fieldsOf = (columns: Columns, values: object): DetailField[] =>
  Object.entries(columns)
    .filter(([, { kind }]) => kind !== 'group')
    .map(([key, column]) => ({
      label: column.label,
      ...fieldOf(column, (values as Readonly<Record<string, unknown>>)[key]),
    }));

/** By the column's kind; what somebody would copy can be copied. */
function fieldOf(column: Column, value: unknown): Omit<DetailField, 'label'> {
  if (column.kind === 'amount') return { value: formatAmount(value as number | null) };
  if (value === null || value === '') return { value: null };
  const text = String(value);
  switch (column.kind) {
    case 'id':
      return { value: fieldId(text), copy: text, mono: true };
    case 'dateTime':
      return { value: <DateTime value={text} /> };
    case 'status':
      return { value: (value as Named).description };
    case 'choice':
      return { value: column.enumeration?.[text] ?? text };
    case 'boolean':
      return { value: <BooleanValue value={value === true} /> };
    default:
      if (column.day) return { value: formatIsoDay(text), copy: text };
      return { value: text, copy: text, ...(column.exact && { mono: true }) };
  }
}
