import * as z from 'zod';
import { PAYMENT_SCHEMES } from '../cards.ts';
import { isFilterable, type Column } from '../columns.ts';
import type { Endpoint } from '../endpoint.ts';
import { MAX_FILTER_LENGTH, NEWEST, RELATIVE_DAYS } from '../filters.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Resource } from '../resource.ts';
import { AUDIENCE_WORDS } from '../../permissions.ts';
import type { Parameter, Schema } from './types.ts';

const query = (name: string, description: string, schema: Schema): Parameter => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

/** The query parameters of a call that is no list, by its schema. */
export function queryParameters(row: Endpoint): Parameter[] {
  if (!row.query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(row.query) as Schema;
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    ...query(name, description, schema),
    required: required.includes(name),
  }));
}

/** Every query parameter that the list engine reads for this row, by the resource's descriptors. */
export function listParameters({ resource, as }: NonNullable<Endpoint['list']>): Parameter[] {
  const paging = [
    query('page', 'The page, counted from 0.', { type: 'integer', minimum: 0, default: 0 }),
    query('size', 'Rows on a page.', {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_PAGE_SIZE,
    }),
  ];
  const days = resource.csv?.dateRange ? dayParameters(resource) : [];
  return [
    ...(as === 'page' ? paging : []),
    ...(as === 'totals' ? [] : [sortParameter(resource)]),
    query(
      'timeZone',
      as === 'csv'
        ? 'IANA name of the zone whose calendar the days of filters follow, and that the file shows its times in.'
        : 'IANA name of the zone whose calendar the days of filters follow.',
      { type: 'string', default: 'UTC', examples: ['Europe/Riga'] },
    ),
    ...(as === 'csv' || as === 'lines' || as === 'count' ? days : []),
    ...filterParameters(resource),
  ];
}

function sortParameter({ columns, created }: Resource): Parameter {
  const sortable = Object.entries(columns).filter(([, column]) => column.sort);
  const names = sortable.map(([key]) => key);
  if (!names.includes('createdDate')) names.push('createdDate');
  const limited = sortable
    .filter(([, { visibleTo }]) => visibleTo)
    .map(([key, { visibleTo }]) => `\`${key}\`: ${AUDIENCE_WORDS[visibleTo!]} only.`);
  const alias = created === 'createdDate' ? [] : [`\`createdDate\` stands for \`${created}\`.`];
  const words = ['One column and its direction; rows of equal value are ordered by id.'];
  return query('sort', [...words, ...alias, ...limited].join(' '), {
    type: 'string',
    enum: names.flatMap((name) => [`${name},ASC`, `${name},DESC`]),
    default: `${created},DESC`,
  });
}

function dayParameters({ columns, csv }: Resource): Parameter[] {
  const { label } = columns[csv!.dateRange!]!;
  return [
    query('dateFrom', `First day of ‘${label}’ in the file.`, { type: 'string', format: 'date' }),
    query('dateTo', `Last day of ‘${label}’ in the file, included.`, {
      type: 'string',
      format: 'date',
    }),
  ];
}

function filterParameters({ columns, created }: Resource): Parameter[] {
  const filters = Object.entries(columns)
    .filter(([, column]) => isFilterable(column))
    .map(([key, column]) => filterParameter(key, column));
  if (created !== 'createdDate' && isFilterable(columns[created]!))
    filters.push(
      query(`f_createdDate`, `Another name of \`f_${created}\`.`, filterSchema(columns[created]!)),
    );
  return filters;
}

function filterParameter(key: string, column: Column): Parameter {
  const words = [`${column.label}: ${filterText(column)}`];
  if (column.visibleTo) words.push(`${AUDIENCE_WORDS[column.visibleTo]} only.`);
  const parameter = query(`f_${key}`, words.join(' '), filterSchema(column));
  return column.enumeration ? { ...parameter, style: 'form', explode: false } : parameter;
}

/** What a filter of this kind means (AM-33). */
const RELATIVE_NAMES = Object.keys(RELATIVE_DAYS)
  .map((name) => `\`${name}\``)
  .join(', ');

function filterText(column: Column): string {
  if (column.enumeration) return 'this value, or any of several with commas between them.';
  switch (column.kind) {
    case 'id':
      return `exactly this id${column.byName ? ', or what has this name of its own, whole and in any case: a person’s email and an order’s number too' : ''}; by its last 6 to 12 characters too, among the newest ${NEWEST} rows.`;
    case 'number':
      return 'a whole number, or a range `from..to` with either side open.';
    case 'boolean':
      return 'exactly this value.';
    case 'amount':
      return 'an amount, or a range `from..to` with either side open.';
    case 'dateTime':
      return `a day DD.MM.YYYY, a range of days \`from..to\` with both included and either side open, a day without its year as \`26.11.\`, which is the latest so far, a day as it is written elsewhere (\`2026-11-26\`, \`26/11/2026\` with the day first, \`26 Nov\`), or one of ${RELATIVE_NAMES}; whole days of \`timeZone\`.`;
    default:
      if (column.codes)
        return 'contains this text, in any case; with `=` before it exactly this code, or any of several as `=A,=B`.';
      if (column.day)
        return `a day, YYYY-MM-DD or DD.MM.YYYY, a range of days \`from..to\` with both included and either side open, or one of ${RELATIVE_NAMES}.`;
      if (column.within)
        return `contains this text, in any case; needs at most ${column.within.days} days, or a filter by ${column.within.or.join(' or ')}.`;
      if (column.card === 'alone')
        return `contains these digits, or is of the scheme: ${Object.values(PAYMENT_SCHEMES)
          .map((name) => `\`${name}\``)
          .join(', ')}, in any case.`;
      if (column.name)
        return 'contains each of these words, in any case and with or without accents.';
      return column.exact ? 'exactly this text.' : 'contains this text, in any case.';
  }
}

function filterSchema(column: Column): Schema {
  if (column.enumeration)
    return { type: 'array', items: { type: 'string', enum: Object.keys(column.enumeration) } };
  switch (column.kind) {
    case 'id':
      return { type: 'string', examples: ['0197c3f2-8a41-7d0e-9b55-d0a1f2f23a8f', 'f23a8f'] };
    case 'number':
      return { type: ['integer', 'string'], examples: [12, '100..', '..50', '10..20', '>100'] };
    case 'boolean':
      return { type: 'boolean' };
    case 'amount':
      return { type: 'string', examples: ['12.50', '100.00..', '..50', '10..20', '>100'] };
    case 'dateTime':
      return { type: 'string', examples: ['05.03.2026', '01.11.2026..', 'last7days'] };
    default:
      return { type: 'string', maxLength: MAX_FILTER_LENGTH };
  }
}
