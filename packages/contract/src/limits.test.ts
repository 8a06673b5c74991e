import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { table } from './index.ts';
import type { Endpoint } from './kernel/endpoint.ts';
import { BODIES, QUERIES } from './testing/specified-limits.ts';

type Json = z.core.JSONSchema.JSONSchema;

const MANY = 12;
const valuesOf = (values: readonly unknown[]) => {
  const some = values.filter((value) => value !== null);
  return some.length > MANY
    ? `{${some.length}: ${String(some[0])}..${String(some.at(-1))}}`
    : `{${some.join(' ')}}`;
};

/** A schema as the table of this test has it: its fields in order, and what each may be. */
function limitsOf(name: string, json: Json, required = false): string[] {
  const either = json.anyOf ?? json.oneOf;
  if (json.readOnly || json.type === 'null') return [];
  if (either) return either.flatMap((one) => limitsOf(name, one as Json, required));
  const said = required ? `${name}!` : name;
  if (json.properties)
    return [
      ...(name ? [said] : []),
      ...Object.entries(json.properties)
        .filter(([key]) => key !== 'readAs')
        .flatMap(([key, one]) =>
          limitsOf(name ? `${name}.${key}` : key, one as Json, (json.required ?? []).includes(key)),
        ),
    ];
  if (json.items && json.items !== true)
    return [
      `${said} ${json.minItems ?? 0}..${json.maxItems ?? ''} of`,
      ...limitsOf(`${name}[]`, json.items as Json),
    ];
  const type = [json.type].flat().find((one) => one !== 'null' && one !== 'string');
  const parts = [
    said,
    type,
    json.format,
    json.minLength && `${json.minLength}+ letters`,
    json.maxLength && `<=${json.maxLength}`,
    json.minimum !== undefined && `from ${json.minimum}`,
    json.exclusiveMinimum !== undefined && `over ${json.exclusiveMinimum}`,
    json.maximum !== undefined && json.maximum < Number.MAX_SAFE_INTEGER && `to ${json.maximum}`,
    json.pattern && !json.format && `/${json.pattern}/`,
    json.enum && valuesOf(json.enum),
    json.const !== undefined && `= ${JSON.stringify(json.const)}`,
  ];
  return [parts.filter(Boolean).join(' ')];
}

const limits = (schema: z.ZodType) =>
  limitsOf('', z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Json);

const rows = Object.entries<Endpoint>(table);

test('SB-48 what each body must hold, and within which limits, is what stands here once more', () => {
  const found = rows.flatMap(([key, { body }]) =>
    body ? [[key, limits(body).join(', ')] as const] : [],
  );
  assert.deepEqual(Object.fromEntries(found.filter(([, said]) => said)), BODIES);
});

test('SB-48 what each address may be asked with beside a list’s own filters is what stands here once more', () => {
  const found = rows.flatMap(([key, { query }]) =>
    query
      ? [
          [
            key,
            limits(query)
              .filter((one) => one.includes(' ') || one.includes('!'))
              .join(', '),
          ] as const,
        ]
      : [],
  );
  assert.deepEqual(Object.fromEntries(found.filter(([, said]) => said)), QUERIES);
});

test('GT-21 every column to choose from says what there is to choose from', () => {
  const open = rows.flatMap(([key, { list }]) =>
    Object.entries(list?.resource.columns ?? {})
      .filter(([, { kind, enumeration }]) => kind === 'choice' && !enumeration)
      .map(([name]) => `${key} ${name}`),
  );
  assert.deepEqual(open, []);
});
