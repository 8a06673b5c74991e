import * as z from 'zod';
import { checkField, type Field, type Fields, type ValuesOf } from './fields.ts';
import { isUuid } from './filters.ts';
import { messages } from './messages.ts';

/** An id that a body names: what is none is told of its field, and never gets as far as the database. */
export const namedId = () => z.string().refine(isUuid, messages.id).meta({ format: 'uuid' });

/**
 * A body out of form fields; unknown fields are refused by name (AM-104). Where the whole entity is
 * sent back, its read-only fields may come along and say nothing. What is no field, such as rows below
 * the record, brings its schema.
 */
export function bodyOf<const F extends Fields, N extends Readonly<Record<string, z.ZodType>> = {}>(
  fields: F,
  readOnly: readonly string[] = [],
  nested: N = {} as N,
) {
  const shape = Object.fromEntries([
    ...readOnly.map((key) => [key, z.unknown().optional().meta({ readOnly: true })] as const),
    ...Object.entries(fields).map(([key, field]) => [key, fieldSchema(field)] as const),
    ...Object.entries(nested),
  ]);
  return z.strictObject(shape) as z.ZodType<ValuesOf<F> & { [K in keyof N]?: z.output<N[K]> }>;
}

/** What the fields of a record held when it was read: the server writes what differs from it (ADR 68). */
export type ReadAs = Readonly<Record<string, unknown>>;

/** A body that must say what it was read as, or that it can't; on the wire it may be left out. */
export type Edit<B> = B & { readAs: ReadAs | undefined };

/**
 * The same for a body that edits a record: beside the fields stands what they were read as, so that
 * nobody's change is lost to a form that was opened before it. The browser can't leave it out.
 */
export function editOf<const F extends Fields, N extends Readonly<Record<string, z.ZodType>> = {}>(
  fields: F,
  readOnly: readonly string[] = [],
  nested: N = {} as N,
) {
  return asEdit(bodyOf(fields, readOnly, nested));
}

/** Any body, made one that edits. */
export function asEdit<B>(body: z.ZodType<B>): z.ZodType<Edit<B>> {
  const taken = body as z.ZodObject;
  const readAs = z.strictObject(
    Object.fromEntries(Object.keys(taken.shape).map((key) => [key, z.unknown().optional()])),
    'Value must be an object',
  );
  const edit: z.ZodType = taken.extend({
    readAs: readAs.optional().meta({
      description:
        'The fields as they were read. What is sent as it was read is left as it is now; what is changed and is no longer so is a 409 that says who changed it.',
    }),
  });
  return edit as z.ZodType<Edit<B>>;
}

/** True for a body made by `editOf`. */
export const isEdit = (body: z.ZodType | undefined): boolean =>
  body instanceof z.ZodObject && 'readAs' in body.shape;

function fieldSchema(field: Field): z.ZodType {
  const schema = z
    .unknown()
    .superRefine((value, context) => {
      const message = checkField(field, value);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .meta(fieldJson(field));
  return field.required ? schema : schema.optional();
}

const JSON_TYPES: Partial<Record<Field['kind'], string>> = {
  amount: 'number',
  number: 'integer',
  boolean: 'boolean',
};

function fieldJson(field: Field): Record<string, unknown> {
  const type = JSON_TYPES[field.kind] ?? 'string';
  if (field.kind === 'ids')
    return {
      title: field.label,
      type: ['array', 'null'],
      items: { type: 'string', format: 'uuid' },
    };
  return {
    title: field.label,
    type: field.required ? type : [type, 'null'],
    ...(field.kind === 'email' ? { format: 'email' } : {}),
    ...(field.kind === 'url' ? { format: 'uri' } : {}),
    ...(field.kind === 'id' ? { format: 'uuid' } : {}),
    ...(field.kind === 'dateTime' ? { format: 'date-time' } : {}),
    ...(field.kind === 'amount' ? { format: 'decimal' } : {}),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.min === undefined ? {} : { minimum: field.min }),
    ...(field.max === undefined ? {} : { maximum: field.max }),
    ...(field.enumeration
      ? { enum: [...Object.keys(field.enumeration), ...(field.required ? [] : [null])] }
      : {}),
  };
}
