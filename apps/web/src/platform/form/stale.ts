import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import type { Field, Fields } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { formatDateTime } from '../format.ts';
import { percentOf, startTexts, type Texts } from './values.ts';

/** What belongs to a form and is no field of it, such as the rows below the record. */
export interface FormPart {
  label: string;
  /** As it is in the form, and as it was read. */
  value: unknown;
  readAs: unknown;
  words: (value: unknown) => string;
  take: (value: never) => void;
}

export type FormParts = Readonly<Record<string, FormPart>>;

/** A field that somebody else has changed since the form was opened, and which of both is to stay. */
export interface Conflict {
  field: string;
  label: string;
  /** What stands in the form, and how it reads. */
  mine: { value: unknown; words: string };
  theirs: { value: unknown; words: string };
  changedBy: string | null;
  changedDate: string | null;
  taken: 'mine' | 'theirs';
}

/** Each field that the server refused as changed meanwhile, side by side. */
export function conflictsOf(
  fields: Fields,
  parts: FormParts,
  texts: Texts,
  errors: readonly FieldError[],
): Conflict[] {
  return errors.map(({ field, value = null, changedBy = null, changedDate = null }) => {
    const part = parts[field];
    const rule = fields[field] ?? { label: field, kind: 'text' };
    const mine = part ? part.value : (texts[field] ?? '');
    const words = part?.words ?? ((one: unknown) => textOf(rule, one));
    return {
      field,
      label: part?.label ?? rule.label,
      mine: { value: mine, words: words(mine) },
      theirs: { value, words: words(value) },
      changedBy,
      changedDate,
      taken: 'mine',
    };
  });
}

/** A value of the wire as the input of the field has it. */
export const textFor = (name: string, field: Field, value: unknown): string | boolean =>
  startTexts({ [name]: field }, { [name]: value as string })[name] ?? '';

/** A value as it stands on the screen. */
export function textOf({ kind, enumeration, percent }: Field, value: unknown): string {
  if (kind === 'boolean') return value === true ? 'Yes' : 'No';
  if (percent && typeof value === 'number') return `${percentOf(value)} %`;
  if (kind === 'amount' && typeof value === 'number') return formatAmount(value);
  if (kind === 'dateTime' && typeof value === 'string' && value) return formatDateTime(value);
  if (kind === 'ids')
    return `${[value ?? []].flat().join().split(',').filter(Boolean).length} chosen`;
  if (kind === 'picture' && value)
    return String(value).startsWith('data:') ? 'A new picture' : 'The current picture';
  const text = String(value ?? '');
  return (enumeration?.[text] ?? text) || '—';
}
