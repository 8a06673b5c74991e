import * as z from 'zod';
import { endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import { SEES_TO_PERSONS } from './personal.ts';

const access = { access: [...SEES_TO_PERSONS.anyOf], roles: [...SEES_TO_PERSONS.roles] } as const;
const params = () => z.strictObject({ id: uuid() });

const changeSchema = () =>
  z.strictObject({
    table: z.string(),
    rows: z.int(),
    columns: z.record(z.string(), z.int()),
    ids: z.array(z.string()),
  });

export const personalDataEndpoints = endpoints(() => ({
  'GET /api/personal-data/{id}': {
    ...access,
    scope: 'all',
    summary:
      'All that is held of a customer, table by table; where a second person has to agree to exports, for an hour after that',
    serves: 'SB-46',
    params: params(),
    answer: z.strictObject({
      customerId: uuid(),
      madeDate: instant(),
      tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    }),
  },
  'GET /api/personal-data/{id}/preview': {
    ...access,
    scope: 'all',
    summary: 'What an erasure of a customer would change, what stays and why, and what was erased',
    serves: 'SB-46',
    params: params(),
    answer: z.strictObject({
      changes: z.array(changeSchema()).meta({
        description: 'By table, in how many rows, which columns in how many, and the first 20 rows',
      }),
      auditRows: z.int(),
      stays: z.array(
        z.strictObject({
          table: z.string(),
          columns: z.array(z.string()),
          rows: z.int(),
          why: z.string(),
        }),
      ),
      keptUntil: instant().nullable(),
      others: z
        .array(z.strictObject({ id: uuid(), name: z.string() }))
        .meta({ description: 'Other customers with the same address' }),
      exportUntil: instant().nullable(),
      erasures: z.array(
        z.strictObject({
          createdDate: instant(),
          createdBy: z.string(),
          reason: z.string(),
          checkedDate: instant().nullable(),
          found: z.array(z.strictObject({ where: z.string(), rows: z.int() })).nullable(),
          keptUntil: instant().nullable(),
        }),
      ),
    }),
  },
}));
