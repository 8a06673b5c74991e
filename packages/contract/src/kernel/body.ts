import * as z from 'zod';
import { checkField, type Field, type Fields, type ValuesOf } from './fields.ts';

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
  return z.strictObject(shape) as unknown as z.ZodType<
    ValuesOf<F> & { [K in keyof N]?: z.output<N[K]> }
  >;
}

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
  return {
    title: field.label,
    type: field.required ? type : [type, 'null'],
    ...(field.kind === 'email' ? { format: 'email' } : {}),
    ...(field.kind === 'url' ? { format: 'uri' } : {}),
    ...(field.kind === 'id' ? { format: 'uuid' } : {}),
    ...(field.kind === 'amount' ? { format: 'decimal' } : {}),
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.min === undefined ? {} : { minimum: field.min }),
    ...(field.max === undefined ? {} : { maximum: field.max }),
    ...(field.enumeration
      ? { enum: [...Object.keys(field.enumeration), ...(field.required ? [] : [null])] }
      : {}),
  };
}
