import { table } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { isSecret, type Field, type Fields } from '@paydesk/contract/kernel/fields.ts';
import { bewareOf, unsealed } from '../../domain/approvals/carry-out.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Services } from '../../platform/services.ts';

type Given = Readonly<Record<string, unknown>>;

interface Line {
  what: string;
  value: string;
  entityType: string | null;
  entityId: string | null;
}
const NONE = { entityType: null, entityId: null };

/** What stands in the sealed call, by the words of the form that it was typed into; a secret says only that it is there. */
export async function askedOf(services: Services, id: string, actor: SignedIn): Promise<Line[]> {
  const row = await services.database.kysely
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.sealed || !row.call) return [];
  const endpoint = (table as Readonly<Record<string, Endpoint>>)[row.call];
  const fields: Fields =
    endpoint?.secondPerson?.action?.fields ?? endpoint?.secondPerson?.is?.fields ?? {};
  const { body, query, says } = unsealed(services, row);
  if (endpoint?.list) return filtersOf(endpoint.list.resource.columns, query as Given);
  const given = (says ?? body ?? {}) as Given;
  const read = (given['readAs'] ?? {}) as Readonly<Record<string, unknown>>;
  const beware = await bewareOf(services, row, actor);
  const lines = Object.entries(fields).flatMap(([key, field]) => {
    // as it was read: what it is now stands below
    if (field.seen && endpoint?.secondPerson?.beware) return [];
    const value = given[key];
    const was = isSecret(field) || isNone(read[key]) ? null : wordsOf(field, read[key]);
    if (value === undefined || (isNone(value) && was === null)) return [];
    // of an edit only what is to be another, and what it was read as
    if (JSON.stringify(value) === JSON.stringify(read[key])) return [];
    const words = isNone(value) ? 'None' : isSecret(field) ? 'A new one' : wordsOf(field, value);
    const before = was === null ? '' : `, in place of ${was}`;
    return [{ what: field.label, value: `${words}${before}`, ...NONE }];
  });
  if (!beware) return lines;
  const { what, words: value, entityType, entityId } = beware;
  return [...lines, { what, value, entityType, entityId }];
}

const isNone = (value: unknown) => value === undefined || value === null || value === '';

const wordsOf = ({ enumeration }: Field, value: unknown): string =>
  enumeration?.[String(value)] ??
  (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Of a file: which rows of the list. */
function filtersOf(columns: Columns, query: Given): Line[] {
  const lines = Object.entries(query).flatMap(([key, value]) => {
    const column = key.startsWith('f_') ? columns[key.slice(2)] : undefined;
    const what = column?.label ?? DAYS[key];
    if (!what) return [];
    const said = String(value);
    return [{ what, value: column?.enumeration?.[said] ?? said, ...NONE }];
  });
  return lines.length ? lines : [{ what: 'Records', value: 'All of the list', ...NONE }];
}

const DAYS: Readonly<Record<string, string>> = { dateFrom: 'From', dateTo: 'To' };
