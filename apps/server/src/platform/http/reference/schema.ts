import type { Parameter, Schema } from '@paydesk/contract/kernel/openapi/types.ts';
import { html, type Html } from '@paydesk/contract/kernel/html-template.ts';
import { words } from '../html.ts';

interface Term {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string;
}

/** Parameters as terms and what they mean. */
export function parameterTerms(parameters: Parameter[]): Html {
  return terms(parameters);
}

/** A schema in words: its type, or the fields of an object, each by its path. */
export function schemaBlock(schema: Schema): Html {
  const fields = fieldsOf(schema, '');
  return fields.length ? terms(fields) : html`<p>${typeOf(schema)} ${constraints(schema)}</p>`;
}

function terms(list: Term[]): Html {
  return html`<dl>
    ${list.map(
      ({ name, schema, required, description = '' }) =>
        html`<div>
          <dt>
            <code>${name}</code>
            <span class="type">${typeOf(schema)}${required ? ', required' : ''}</span>
          </dt>
          <dd>${words(description)} ${constraints(schema)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The fields of an object and of the objects in it, each by its path. */
function fieldsOf(schema: Schema, prefix: string): Term[] {
  const { properties, required = [] } = objectIn(schema);
  return Object.entries(properties ?? {}).flatMap(([key, field]) => {
    const inner = field.items ?? field;
    const name = `${prefix}${key}${field.items ? '[]' : ''}`;
    const { title, description } = field;
    const text = [title && `${title}.`, description].filter(Boolean).join(' ');
    return [
      { name, schema: field, required: required.includes(key), description: text },
      ...fieldsOf(inner, `${name}.`),
    ];
  });
}

/** The object itself, or the one that may be null. */
const objectIn = (schema: Schema): Schema =>
  schema.properties ? schema : (schema.anyOf?.find(({ properties }) => properties) ?? schema);

function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.anyOf)
    return html`${schema.anyOf.map((each, index) => [index ? ' or ' : '', typeOf(each)])}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === 'object')
    return html`map of ${typeOf(schema.additionalProperties)}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return html`${schema.format ? `${type} (${schema.format})` : type}`;
}

const codes = (list: unknown[]) =>
  list.map((value, index) => html`${index ? ' ' : ''}<code>${String(value)}</code>`);

function constraints(schema: Schema): Html {
  const { enum: values, minimum, maximum, maxLength, format, examples } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined
          ? `at most ${maximum}`
          : '';
  const facts = [
    range,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    format === 'decimal' ? 'at most two decimal places' : '',
  ].filter(Boolean);
  return html`${facts.length ? html`<span class="fact">${capital(facts.join(', '))}.</span>` : ''}
  ${values ? html`<span class="fact">One of ${codes(values)}</span>` : ''}
  ${examples ? html`<span class="fact">For example ${codes(examples)}</span>` : ''}
  ${
    schema.default === undefined
      ? ''
      : html`<span class="fact">Default ${codes([schema.default])}</span>`
  }`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
