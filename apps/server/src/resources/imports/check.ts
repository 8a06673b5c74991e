import { cut } from '@paydesk/contract/kernel/texts.ts';
import { hash } from 'node:crypto';
import type { Encryption } from '../../platform/encryption.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import {
  checkFields,
  toInstant,
  type Field,
  type Fields,
} from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { IMPORTS, loanLacks, type ImportKind } from '@paydesk/contract/imports.ts';

export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** A row whose fields are right by themselves; what it refers to is still to be found. */
export interface Row {
  values: Values;
  externalId: string;
  /** Tells whether the same id comes with something else, and in which fields. */
  digest: Buffer;
}

const CARD = /^\d{6}\*{2,9}\d{4}$/;
/** A day ahead of us is another zone's clock; more is a mistake. */
const AHEAD_MS = 24 * 3_600_000;

/** By what rows are checked. */
export interface Checking {
  now: Date;
  encryption: Encryption;
}

/** What lies sealed here, which no digest tells of either. */
const SEALED: Partial<Record<ImportKind, string>> = { customers: 'personalId' };

/** The row as it is kept, or every field that is refused. */
export function checkRow(
  kind: ImportKind,
  given: unknown,
  { now, encryption }: Checking,
): Row | FieldError[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return [{ field: 'row', message: 'A row must be an object' }];
  const fields: Fields = IMPORTS[kind];
  const values: Record<string, string | number | null> = {};
  const refused: FieldError[] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, key) ? fields[key]! : null;
    if (!field) refused.push({ field: cut(key, 64), message: messages.unknownField });
    else if (value !== undefined && value !== null && value !== '')
      values[key] = typeof value === 'string' ? value.trim() : value;
  }
  for (const [field, message] of Object.entries(checkFields(fields, values)))
    refused.push({ field, message });
  if (refused.length) return refused;
  const { card } = values;
  if (card && !CARD.test(String(card)))
    return [
      { field: 'card', message: 'Card must be its first six digits, stars and its last four' },
    ];
  for (const [field, { kind: one, label }] of Object.entries(fields)) {
    if (one !== 'dateTime' || !values[field]) continue;
    values[field] = toInstant(String(values[field]));
    if (Date.parse(values[field]!) > now.getTime() + AHEAD_MS)
      return [{ field, message: `${label} must not be in the future` }];
  }
  const lacks = Object.entries(kind === 'loans' ? loanLacks(values) : {});
  if (lacks.length) return lacks.map(([field, message]) => ({ field, message }));
  const sealed = SEALED[kind];
  const told = { ...values };
  if (sealed && typeof values[sealed] === 'string')
    told[sealed] = encryption.blind(values[sealed], 'import')[0].toString('hex');
  return { values, externalId: String(values.externalId), digest: digestOf(fields, told) };
}

const WHOLE = 16;
const PART = 3;

/** Of the row as a whole, and a little of each field: what is kept of it tells what changed, and nothing more. */
function digestOf(fields: Fields, values: Values): Buffer {
  const keys = Object.keys(fields);
  const whole = JSON.stringify(keys.map((key) => values[key] ?? null));
  const digest = Buffer.alloc(WHOLE + PART * keys.length);
  hash('sha256', whole, 'buffer').copy(digest, 0, 0, WHOLE);
  for (const [at, key] of keys.entries())
    if (values[key] !== null && values[key] !== undefined)
      hash('sha256', String(values[key]), 'buffer').copy(digest, WHOLE + PART * at, 0, PART);
  return digest;
}

export const isSame = (one: Buffer, other: Buffer): boolean =>
  one.subarray(0, WHOLE).equals(other.subarray(0, WHOLE));

/** The fields in which it comes otherwise than the last time; all where that is not known. */
export function changedFields(kind: ImportKind, last: Buffer, now: Buffer): string[] {
  const keys = Object.keys(IMPORTS[kind]);
  if (last.length <= WHOLE) return keys;
  const part = (digest: Buffer, at: number) =>
    digest
      .subarray(WHOLE + PART * at, WHOLE + PART * (at + 1))
      .toString('hex')
      .padEnd(2 * PART, '0');
  return keys.filter((_, at) => part(last, at) !== part(now, at));
}

/** What stands in a column of a CSV file as the value that it is. */
export function fromText(field: Field, text: string): unknown {
  if (field.kind !== 'amount' && field.kind !== 'number') return text;
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : text;
}
