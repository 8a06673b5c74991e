import * as z from 'zod';
import { bodyOf, endpoints, uuid, type Endpoint } from '../kernel/endpoint.ts';
import {
  IMPORT_KINDS,
  IMPORTS,
  ROW_VERDICTS,
  type ImportKind,
  type RowVerdict,
} from '../imports.ts';

/** Rows of a core that goes on beside Paydesk, as it calls with them: what `npm run import` brings in from files. */

/** More in one call would hold its rows for too long. */
export const MOST_ROWS = 500;

export interface RowOutcome {
  externalId: string | null;
  result: RowVerdict;
  /** Ours, of a row that is here. */
  id: string | null;
  errors: { field: string; message: string }[];
}

export interface BatchOutcome {
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** One a row, in their order. */
  rows: RowOutcome[];
}

type Row = Omit<Endpoint, 'body' | 'answer' | 'access' | 'params' | 'query' | 'list'> & {
  access: 'provider';
  params?: undefined;
  query?: undefined;
  body: z.ZodType<{ rows: unknown[] }>;
  answer: z.ZodType<BatchOutcome>;
};
type Rows = { [K in ImportKind as `POST /api/provider-api/${K}`]: Row };

const ONE: Readonly<Record<ImportKind, string>> = {
  merchants: 'Merchant',
  customers: 'Customer',
  purchases: 'Purchase',
  transactions: 'Transaction',
  loans: 'Loan',
};

export const providerApiEndpoints = endpoints(() => {
  const answer = z
    .strictObject({
      created: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      refused: z.int(),
      rows: z.array(
        z.strictObject({
          externalId: z.string().nullable(),
          result: z.enum(ROW_VERDICTS),
          id: uuid().nullable(),
          errors: z.array(z.strictObject({ field: z.string(), message: z.string() })),
        }),
      ),
    })
    .meta({ id: 'BatchOutcome' }) satisfies z.ZodType<BatchOutcome>;
  return Object.fromEntries(
    IMPORT_KINDS.map((kind): [string, Row] => [
      `POST /api/provider-api/${kind}`,
      {
        summary: `${ONE[kind]} rows of the provider’s core: made, or changed where they are here; each is answered by itself`,
        serves: 'SB-50',
        tag: 'Provider API',
        access: 'provider',
        scope: 'all',
        idempotent: true,
        body: z.strictObject({
          rows: z
            .array(
              // a row that is wrong is answered as refused and keeps no other away
              z.unknown().meta({ ...z.toJSONSchema(bodyOf(IMPORTS[kind]), { io: 'input' }) }),
              { error: 'Rows must be a list' },
            )
            .min(1, 'At least one row')
            .max(MOST_ROWS, `At most ${MOST_ROWS} rows`),
        }),
        answer,
      },
    ]),
  ) as Rows;
});
