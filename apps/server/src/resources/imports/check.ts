import { hash } from 'node:crypto';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import {
  checkFields,
  toInstant,
  type Field,
  type Fields,
} from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { IMPORTS, type ImportKind } from '@paydesk/contract/imports.ts';

export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** A row whose fields are right by themselves; what it refers to is still to be found. */
export interface Row {
  values: Values;
  externalId: string;
  /** Tells whether the same id comes with something else. */
  digest: Buffer;
}

const CARD = /^\d{6}\*{2,9}\d{4}$/;
/** A day ahead of us is another zone's clock; more is a mistake. */
const AHEAD_MS = 24 * 3_600_000;

/** The row as it is kept, or every field that is refused. */
export function checkRow(kind: ImportKind, given: unknown, now: Date): Row | FieldError[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return [{ field: 'row', message: 'A row must be an object' }];
  const fields: Fields = IMPORTS[kind];
  const values: Record<string, string | number | null> = {};
  const refused: FieldError[] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, key) ? fields[key]! : null;
    if (!field) refused.push({ field: key.slice(0, 64), message: messages.unknownField });
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
  values.date = toInstant(String(values.date));
  if (Date.parse(values.date!) > now.getTime() + AHEAD_MS)
    return [{ field: 'date', message: 'Date must not be in the future' }];
  const whole = JSON.stringify(Object.keys(fields).map((key) => values[key] ?? null));
  const digest = hash('sha256', whole, 'buffer').subarray(0, 16);
  return { values, externalId: String(values.externalId), digest };
}

/** What stands in a column of a CSV file as the value that it is. */
export function fromText(field: Field, text: string): unknown {
  if (field.kind !== 'amount' && field.kind !== 'number') return text;
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : text;
}
