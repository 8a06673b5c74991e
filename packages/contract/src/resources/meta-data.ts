import * as z from 'zod';
import { action } from '../kernel/action.ts';
import type { RowOf } from '../kernel/columns.ts';
import { asEdit, endpoints, listEndpoint, rowSchema } from '../kernel/endpoint.ts';
import { checkFields, type Fields } from '../kernel/fields.ts';
import { resource } from '../kernel/resource.ts';
import { APPLICATIONS } from '../permissions.ts';
import {
  isSetting,
  SET_BY,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
} from '../settings.ts';

export const metaData = resource({
  slug: 'meta-data',
  title: 'Meta Data',
  path: '/api/settings/meta-data',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-147, ST-05, AM-118',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true, hidden: true },
    key: { label: 'Key', kind: 'text', sort: true },
    value: { label: 'Value', kind: 'text', sort: true },
    application: { label: 'Application', kind: 'choice', sort: true, enumeration: APPLICATIONS },
    description: { label: 'Description', kind: 'text', sort: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    updatedBy: { label: 'Updated By', kind: 'text', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
  },
});

export type MetaDataRow = RowOf<typeof metaData.columns>;

const fields = { value: { label: 'Value', kind: 'text' } } as const satisfies Fields;

/** One setting given another value, of its type and within its range (AM-118, AM-82). */
export const changeSetting = action<Pick<MetaDataRow, 'key'>, typeof fields>({
  label: 'Edit',
  asks: SET_BY,
  whyNot: () => null,
  fields,
  fieldsOf: ({ key }) => ({
    value: isSetting(key) ? SETTINGS[key].field : fields.value,
  }),
  success: 'Setting updated successfully',
});

/** What was typed for a setting, as what it is. */
export function typedFor(name: SettingName, given: string | number | null): string | number {
  const said = typeof given === 'string' ? given.trim() : (given ?? '');
  const { kind } = SETTINGS[name].field;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(`${said}`) ? Number(said) : said;
}

/** Whether a setting given this value erases people by the clock: all at once what a threshold covers one by one. */
function erases(name: SettingName, given: unknown): boolean {
  if (name !== 'retention.customers.days') return false;
  const days = typedFor(name, given as string | number | null);
  const { field, problem }: SettingDefinition = SETTINGS[name];
  // what is refused anyway is asked of nobody
  const refused = checkFields({ value: field }, { value: days }).value ?? problem?.(String(days));
  return !refused && days !== 0;
}

export const metaDataEndpoints = endpoints(() => ({
  'GET /api/settings/meta-data': listEndpoint(metaData),
  'GET /api/settings/retention/customers': {
    summary:
      'How many customers would be erased now if they were kept for so many days after they were last heard of, and for how many more something still goes on',
    serves: 'SB-46, AM-118',
    access: [...SET_BY.anyOf],
    roles: [...SET_BY.roles],
    scope: 'all',
    tag: metaData.title,
    query: z.strictObject({
      days: z
        .string()
        .regex(/^\d{1,4}$/, 'A number of days')
        .meta({ description: 'For how many days they would be kept; 0 is for ever.' }),
    }),
    answer: z.strictObject({ due: z.int(), waiting: z.int() }),
  },
  'PUT /api/settings/meta-data/{name}': {
    summary: 'Give a setting another value, of its type and within its range',
    serves: 'AM-118, AM-82',
    access: ['READ_ANY_USER'],
    roles: ['BACKOFFICE_ADMIN'],
    scope: 'all',
    tag: metaData.title,
    secondPerson: {
      kind: ({ value }, _record, { name }) =>
        erases(name as SettingName, value) ? 'ERASURE' : null,
      entity: 'SETTING',
      is: { name: ({ name }) => name!, fields },
    },
    params: z.strictObject({ name: z.enum(Object.keys(SETTINGS) as SettingName[]) }),
    body: asEdit(z.strictObject({ value: z.union([z.string(), z.number(), z.null()]) })),
    answer: rowSchema(metaData.columns),
  },
}));
