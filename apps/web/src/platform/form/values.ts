import { checkFields, type Field, type Fields } from '@paydesk/contract/kernel/fields.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { formatAmount, parseAmount, shownAmount } from '@paydesk/contract/kernel/money.ts';

/** What stands in the inputs, as it was typed. */
export type Texts = Record<string, string | boolean>;

/** What a form begins with; an amount may be given as the number it is. */
export type Initial<F extends Fields> = {
  readonly [K in keyof F]?: string | number | boolean | readonly string[] | null | undefined;
};

/** What the form does not ask for yet, and may once it is filled in, begins so too. */
export function startTexts(fields: Fields, initial: Initial<Fields>): Texts {
  const texts: Texts = {};
  for (const [key, value] of Object.entries(initial))
    texts[key] = typeof value === 'boolean' ? value : String(value ?? '');
  for (const [key, field] of Object.entries(fields)) {
    const value = initial[key];
    if (field.kind === 'boolean') texts[key] = value === true;
    else if (typeof value === 'number')
      texts[key] = field.percent
        ? percentOf(value)
        : field.kind === 'amount'
          ? formatAmount(value)
          : String(value);
    else texts[key] = Array.isArray(value) || typeof value === 'string' ? String(value) : '';
  }
  return texts;
}

/** 0.07 as '7': a share has two places, whatever a float makes of it. */
export const percentOf = (share: number): string => String(Math.round(share * 100));

/** What stands in an input once it is left. */
export const leftAs = ({ kind, percent }: Field, text: string): string =>
  kind === 'amount' && !percent ? shownAmount(text) : text;

/**
 * The body out of what was typed: trimmed, an empty optional field left out, an amount or a number as one,
 * several ids apart. An instant stands in the form as it is sent, whatever its input shows.
 * What is no number stays text, so that the rule refuses it in its own words (AM-52).
 */
export function valuesOf(fields: Fields, texts: Texts): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = valueOf(field, texts[key] ?? '');
    if (value !== '' || field.required) values[key] = value;
  }
  return values;
}

function valueOf(field: Field, text: string | boolean): unknown {
  if (typeof text === 'boolean' || field.kind === 'password') return text;
  const value = text.trim();
  if (field.kind === 'ids') return value ? value.split(',').sort() : value;
  if (field.percent && value) {
    const percent = parseAmount(value.replace(/\s*%$/, ''));
    return percent === null ? value : percent / 100;
  }
  const numeric = field.kind === 'amount' || field.kind === 'number';
  return numeric && value ? (parseAmount(value) ?? value) : value;
}

/** The client's rules on what was typed; the same words as the server's (ER-22). */
export function errorsOf(fields: Fields, texts: Texts): Record<string, string> {
  const errors = checkFields(fields, valuesOf(fields, texts));
  // what was typed as a percent is refused as one
  for (const key of Object.keys(errors))
    if (fields[key]?.percent && texts[key]) errors[key] = messages.percent;
  return errors;
}

/** The server's refusals: those beside a field of the form, and the rest (ER-24). */
export function placeErrors(
  fields: Fields,
  errors: readonly FieldError[],
): { beside: Record<string, string>; rest: FieldError[] } {
  const beside: Record<string, string> = {};
  const rest: FieldError[] = [];
  for (const error of errors)
    if (Object.hasOwn(fields, error.field)) beside[error.field] ??= error.message;
    else rest.push(error);
  return { beside, rest };
}
