import { hasCardNumber } from './card-numbers.ts';
import { parseIsoDay } from './dates.ts';
import type { Enumeration } from './enumeration.ts';
import { isUuid } from './filters.ts';
import { messages } from './messages.ts';
import { formatAmount, mayBeThousands, toCents } from './money.ts';
import type { RisingDays } from './rising-days.ts';
import { DECEIVING } from './texts.ts';

/** One field of a form and of the body it is sent in: the client rule, the server rule and the OpenAPI text. */
export interface Field {
  label: string;
  /**
   * An amount is any decimal of two places; a number is whole; a dateTime an instant in ISO; html is cleaned
   * before it is kept (AM-46); ids are several of a list; a picture is the address of the one that is there, or a
   * new one as the data URL of a PNG.
   */
  kind:
    | 'text'
    | 'textarea'
    | 'password'
    | 'email'
    | 'url'
    | 'amount'
    | 'number'
    | 'choice'
    | 'id'
    | 'boolean'
    | 'dateTime'
    | 'html'
    | 'ids'
    | 'picture';
  /** Which keys a phone offers, where the kind does not say. */
  keys?: 'email' | 'numeric';
  required?: boolean;
  /**
   * The console asks for it always, or where it is false offers it; a call may leave it out, and a body of such fields
   * alone, as those did that are older than the field.
   */
  asked?: boolean;
  /**
   * What whoever decides has read, sent along by the console, and in no form of it: where it is otherwise by now, the
   * action is refused as `STALE`. A system may leave it out.
   */
  seen?: true;
  /** Required where another field has this value (ER-25). */
  requiredIf?: { field: string; equals: string };
  /** Stands in the form and can't be changed there. */
  readOnly?: boolean;
  maxLength?: number;
  /** Kept nowhere, not even for the time after a new sign-in. */
  secret?: boolean;
  /** Of amounts and numbers, both included. */
  min?: number;
  max?: number;
  /** Says more than 'between', where the limit is a record's ('At most 100.00 EUR is left'). */
  maxMessage?: string;
  minMessage?: string;
  /** What its form says beside the label, where the contract knows it. */
  hint?: string;
  /** Of a share such as 0.21: people read and write it as 21 %. */
  percent?: boolean;
  /** A number that is an hour of the day: chosen, as 07:00. */
  hour?: true;
  /** A text of days such as '1, 3, 7': each a field of its own, added and removed. */
  days?: RisingDays;
  enumeration?: Enumeration;
  /** Of a choice that may stay empty: what that means, where it is to be said. */
  none?: string;
  /** Of an id or ids: the list whose rows there are to choose from, by their names. */
  from?: `/api/${string}`;
  /** Of an id: one's own, and whatever else is a 403 and no matter of how it is written (AM-59). */
  own?: true;
  /** No two records have the same, of one merchant where they are merchants': what is said of it then. */
  unique?: string;
  /** Then without regard to case, blanks and how a letter is encoded: what people take for the same. */
  alike?: boolean;
  /** Words in place of '{Label} is required' where the specification has its own (AU-07, AU-08). */
  requiredMessage?: string;
}

export type Fields = Readonly<Record<string, Field>>;

/** The own password, asked for once more. */
export const passwordFields = {
  password: { label: 'Password', kind: 'password', required: true },
} as const satisfies Fields;

/** What proves a second factor: the authenticator app's code, or one of the recovery codes. */
export const codeFields = {
  code: { label: 'Authentication code', kind: 'text', required: true, maxLength: 64, secret: true },
} as const satisfies Fields;

/** A password or a code: what is typed of it is never kept. */
export const isSecret = ({ kind, secret }: Field): boolean =>
  kind === 'password' || secret === true;

type ValueOfKind<F extends Field> = F['kind'] extends 'amount' | 'number'
  ? number
  : F['kind'] extends 'boolean'
    ? boolean
    : F['kind'] extends 'ids'
      ? string[]
      : F['enumeration'] extends Enumeration<infer N>
        ? N
        : string;

/** The fields as the console asks for them. */
export const askedOf = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { seen }]) => !seen)
      .map(([key, field]) => [key, field.asked ? { ...field, required: true } : field]),
  );

/** The body that the fields describe; an optional field may be missing or null. */
export type ValuesOf<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOfKind<F[K]>;
} & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOfKind<F[K]> | null;
};

/** True for what a server can be asked for and a link may lead to; never `javascript:`. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** How much text a new picture may be: a small one, as a data URL. */
export const PICTURE_LENGTH = 40_000;

/** Rows that one field names at most. */
const MOST_IDS = 200;

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The same instant as answers have it; null where it is none, or no calendar has its day. */
export function toInstant(text: string): string | null {
  const [, day] = INSTANT.exec(text) ?? [];
  const instant = day && parseIsoDay(day) ? new Date(text).toISOString() : '+';
  return /^\d/.test(instant) ? instant : null;
}

/**
 * An address that mail leads where it says. What a mailer would take for something else, drop or fold is none: brackets
 * and quotes, signs that nobody sees, letters that are others written wide. Of two that look apart none is the other's.
 */
const EMAIL =
  /^[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@.]+(?:\.[^\s\p{Cc}\p{Cf}<>()[\]\\,;:"@.]+)*@(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+$/u;

export const isEmail = (text: string): boolean =>
  EMAIL.test(text) && text.normalize('NFKC') === text;

/** What nobody sees is nothing said. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export const isBlank = (text: string): boolean => !text.replaceAll(UNSEEN, '');

/** Null, or why the value is refused. The same words on both sides (ER-22, SB-48). */
export function checkField(field: Field, value: unknown): string | null {
  if (value === undefined || value === null || value === '')
    return field.required ? (field.requiredMessage ?? messages.required(field.label)) : null;
  if (field.kind === 'boolean') return typeof value === 'boolean' ? null : messages.boolean;
  if (field.kind === 'amount') return checkAmount(field, value);
  if (field.kind === 'number') return checkNumber(field, value);
  if (field.kind === 'ids') return checkIds(value);
  if (typeof value !== 'string' || value.includes('\u0000')) return messages.text;
  if (field.kind === 'picture')
    return /^(data:image\/png;base64,|\/\w)/.test(value) && value.length <= PICTURE_LENGTH
      ? null
      : messages.picture;
  if (field.required && isBlank(value) && field.kind !== 'password')
    return field.requiredMessage ?? messages.required(field.label);
  if (field.kind !== 'password' && DECEIVING.test(value.replaceAll(/[\t\r\n]/g, '')))
    return messages.deceiving;
  if (field.enumeration && !Object.hasOwn(field.enumeration, value))
    return messages.oneOf(Object.keys(field.enumeration));
  if (field.maxLength !== undefined && [...value].length > field.maxLength)
    return messages.maxLength(field.maxLength);
  const phone = /phone/i.test(field.label);
  if (field.kind !== 'password' && hasCardNumber(value, { phone })) return messages.cardNumber;
  if (field.kind === 'email' && !isEmail(value)) return messages.email;
  if (field.kind === 'dateTime' && !toInstant(value.trim())) return messages.dateTime;
  if (field.kind === 'id' && !field.own && !isUuid(value)) return messages.id;
  if (field.kind === 'url' && !isHttpUrl(value.trim())) return messages.url;
  return null;
}

function checkAmount(field: Field, value: unknown): string | null {
  if (typeof value === 'string' && mayBeThousands(value)) return messages.twoPlaces;
  if (typeof value !== 'number' || !Number.isFinite(value)) return messages.number;
  const cents = toCents(value);
  const { min, max } = field;
  if (min !== undefined && value < min)
    return (
      field.minMessage ??
      (max === undefined
        ? messages.atLeast(formatAmount(min))
        : messages.between(formatAmount(min), formatAmount(max)))
    );
  if (max !== undefined && value > max)
    return field.maxMessage ?? messages.between(formatAmount(min ?? 0), formatAmount(max));
  return cents === null ? messages.twoPlaces : null;
}

function checkIds(value: unknown): string | null {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [null];
  return ids.length <= MOST_IDS && ids.every((id) => typeof id === 'string' && isUuid(id))
    ? null
    : messages.ids(MOST_IDS);
}

function checkNumber({ min, max }: Field, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return messages.number;
  if (!Number.isInteger(value)) return messages.wholeNumber;
  if (min !== undefined && value < min)
    return max === undefined
      ? messages.atLeast(String(min))
      : messages.between(String(min), String(max));
  if (max !== undefined && value > max) return messages.between(String(min ?? 0), String(max));
  return null;
}

/** The fields as they are asked for beside these values: what depends on another is required or not. */
export function fieldsFor(fields: Fields, values: Readonly<Record<string, unknown>>): Fields {
  if (!Object.values(fields).some(({ requiredIf }) => requiredIf)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const { requiredIf } = field;
      const asked = requiredIf && values[requiredIf.field] === requiredIf.equals;
      return [key, asked ? { ...field, required: true } : field];
    }),
  );
}

/** Every refused field of a form, by its key; empty when the form may be sent. */
export function checkFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [key, field] of Object.entries(fieldsFor(fields, values))) {
    const message = checkField(field, values[key]);
    if (message) errors[key] = message;
  }
  return errors;
}
