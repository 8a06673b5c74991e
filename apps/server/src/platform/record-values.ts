import {
  isSecret,
  toInstant,
  type Field,
  type Fields,
  type ValuesOf,
} from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import type { RecordAction } from '@paydesk/contract/kernel/record.ts';
import { sql } from 'kysely';
import type { Tx } from './db/database.ts';
import { invalid } from './errors.ts';
import { cleanHtml } from './html.ts';
import type { ListDefinition } from './list/definition.ts';

type Values = Readonly<Record<string, unknown>>;

/** The record that one stands below, by the column that names it. */
export interface Above {
  column: string;
  id: string;
}

/** Where a record's fields are read from. */
interface Sources {
  list: Pick<ListDefinition, 'columns'>;
  columns: Readonly<Record<string, unknown>>;
}

/** A column as it is, or one whose value lies sealed beside it. */
const COLUMN = /^(?:coalesce\('sealed:'.*, )?[a-z]+\.(\w+)\)?$/;

/** The columns that these fields are read from, where it is a column and no expression. */
export function columnNames({ list, columns }: Sources, fields: Fields): Record<string, string> {
  const sources: Readonly<Record<string, unknown>>[] = [columns, list.columns];
  return Object.fromEntries(
    Object.keys(fields).flatMap((key) => {
      const plain = sources.map((source) => COLUMN.exec(String(source[key]))?.[1]);
      const name = plain.find((one) => one !== undefined);
      return name ? [[key, name] as const] : [];
    }),
  );
}

/** Of a body what its fields say: texts without the blanks around them, an empty one as none. */
export const trimmed = <F extends Fields>(fields: F, body: object): ValuesOf<F> =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([key]) => key in fields)
      .map(([key, value]) => [key, keptOf(key, fields[key]!, value)]),
  ) as ValuesOf<F>;

/** A value as it is kept; HTML without what nobody may write (AM-46), and none where nothing of it is to be read. */
function keptOf(key: string, field: Field, value: unknown): unknown {
  if (typeof value !== 'string' || isSecret(field)) return value;
  const text = value.trim();
  if (field.kind === 'dateTime') return toInstant(text);
  if (field.kind !== 'html') return text || null;
  const html = cleanHtml(text);
  if (html.replace(/<[^>]*>|&nbsp;|\s/g, '')) return html;
  if (field.required) throw invalid(key, messages.required(field.label));
  return null;
}

/** Of a body what is no field: as it came, its schema has looked at it. */
export const nestedOf = ({ nested }: Pick<RecordAction<never>, 'nested'>, body: object) => {
  const given = body as Readonly<Record<string, unknown>>;
  return Object.fromEntries((nested ?? []).map((key: string) => [key, given[key]]));
};

/** The same as the table keeps it: money in cents, by its columns. */
export const asStored = (sources: Sources, fields: Fields, values: Values): object =>
  Object.fromEntries(
    Object.entries(columnNames(sources, fields))
      .filter(([key]) => values[key] !== undefined)
      .map(([key, column]) => {
        const value = values[key];
        const isMoney = typeof value === 'number' && fields[key]!.kind === 'amount';
        return [column, isMoney ? toCents(value) : value];
      }),
  );

/** Two texts that people would take for the same: case, blanks and how a letter is encoded tell nothing. */
export const alikeSql = (
  text: unknown,
) => sql<string>`lower(regexp_replace(normalize(${text}, nfkc),
  '[\\s\\u200b-\\u200d\\u2060\\ufeff\\u00ad]+', '', 'g'))`;

/**
 * Refuses what another record has already, of the same merchant where they are merchants', below the same
 * record where they stand below one. For what is made anew too.
 */
export async function refuseTaken(
  tx: Tx,
  stored: Sources & { table: string },
  fields: Fields,
  values: Values,
  { id, merchantId, above }: { id: string; merchantId: string | null; above?: Above | undefined },
): Promise<void> {
  const { table } = stored;
  for (const [key, column] of Object.entries(columnNames(stored, fields))) {
    const { unique, alike } = fields[key]!;
    // what is left out or emptied is nobody's
    if (!unique || values[key] === undefined || values[key] === null) continue;
    const [known, given] = [sql.ref(column), sql`${values[key]}::text`];
    const same = alike
      ? sql`${alikeSql(known)} = ${alikeSql(given)}`
      : sql`${known} = ${values[key]}`;
    // two at the same moment would both find it free
    await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${merchantId ?? above?.id ?? ''}))`.execute(
      tx,
    );
    const { rows } = await sql`
      select from ${sql.table(table)} where ${same}
        and id is distinct from ${id}::uuid
        and ${merchantId ? sql`merchant_id = ${merchantId}::uuid` : sql`true`}
        and ${above ? sql`${sql.ref(above.column)} = ${above.id}::uuid` : sql`true`}`.execute(tx);
    if (rows.length) throw invalid(key, unique);
  }
}
