import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import {
  maskedValue,
  openedOf,
  openedText,
  sealedColumns,
  type SealedValue,
} from '../sealed-values.ts';
import type { Services } from '../services.ts';

/** What of a record lies sealed: by the name of its field, below a group after a dot. */
export type SealedFields = Readonly<Record<string, SealedValue>>;

interface Of {
  record: AnyRecord;
  table: string;
  sealed?: SealedFields | undefined;
}

type By = Pick<Services, 'encryption'>;
type Values = Record<string, unknown>;

const entriesOf = ({ sealed = {} }: Of) => Object.entries(sealed);
/** Those that stand in the record's own row. */
const ownOf = ({ sealed = {}, table }: Of) =>
  Object.values(sealed).filter((value) => value.table === table);

/** The record as the database has it, with what lies sealed opened. */
export function opened<R extends object>({ encryption }: By, of: Of, one: R): R {
  const { id } = one as { id?: string };
  let read = one as Values;
  for (const [path, value] of entriesOf(of)) {
    const [key, below] = path.split('.') as [string, string?];
    const group = below ? (read[key] as Values | null | undefined) : read;
    const name = below ?? key;
    if (!group || typeof group[name] !== 'string') continue;
    const text = openedText(encryption, value, id!, group[name]);
    read = below ? { ...read, [key]: { ...group, [name]: text } } : { ...read, [name]: text };
  }
  return read as R;
}

/** The same for somebody whose own role leaves whole personal ids out. */
export function shownTo<R extends object>({ role }: Pick<Actor, 'role'>, of: Of, one: R): R {
  if (!role?.lacks.includes('PERSONAL_IDS')) return one;
  let read = one as Values;
  for (const [path, { kind }] of entriesOf(of)) {
    const [key, below] = path.split('.') as [string, string?];
    const group = read[key] as Values | null | undefined;
    if (kind !== 'personal id' || !below || typeof group?.[below] !== 'string') continue;
    read = { ...read, [key]: { ...group, [below]: maskedValue(kind, group[below]) } };
  }
  return read as R;
}

/** A row of its table with what lies sealed opened. */
export function openedRow<R extends object>({ encryption }: By, of: Of, row: R): R {
  const { id } = row as { id: string };
  const read = ownOf(of).map((value) => [
    value.column,
    openedOf(encryption, value, id, row as never),
  ]);
  return { ...row, ...Object.fromEntries(read) };
}

/** Columns as they are written: what lies sealed with all that goes along. */
export function sealing<S extends object>({ encryption }: By, of: Of, id: string, set: S): S {
  const columns = ownOf(of).flatMap((value) => {
    const text = (set as Values)[value.column] as string | null | undefined;
    return text === undefined ? [] : [sealedColumns(encryption, value, id, text)];
  });
  return Object.assign({ ...set }, ...columns);
}

/** What the audit log has of a change: of what lies sealed no more than everybody is shown. */
export function withoutSealed(of: Of, details: Record<string, unknown>): Record<string, unknown> {
  const changes = details['changes'] as Record<string, Values> | undefined;
  if (!changes) return details;
  const shown = entriesOf(of).flatMap(([key, value]) =>
    [...new Set([key, value.column])].flatMap((name) => {
      const change = changes[name];
      if (!change) return [];
      const masked = Object.entries(change).map(([which, text]) => [
        which,
        typeof text === 'string' ? maskedValue(value.kind, text) : text,
      ]);
      return [[name, Object.fromEntries(masked)]];
    }),
  );
  return { ...details, changes: { ...changes, ...Object.fromEntries(shown) } };
}
