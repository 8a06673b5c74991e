import * as z from 'zod';
import type { Columns } from './columns.ts';
import type { Plain } from './endpoint.ts';
import { rawQuery, type ListQuery } from './list-query.ts';
import type { Resource } from './resource.ts';

/** What the rows under some filters come to: one sum for each kind of them. */
export interface TotalsAnswer {
  totals: {
    by: Record<string, string>;
    count: number;
    sum: number;
    also?: Record<string, number>;
  }[];
}

type TotalsEndpoint = Plain & {
  params?: undefined;
  query: z.ZodType<ListQuery>;
  answer: z.ZodType<TotalsAnswer>;
};

/** What is summed beside it, of a list that says so. */
function beside(also: readonly string[] | undefined) {
  const sums = z.record(z.string(), z.number()).optional();
  if (!also) return {} as { also: typeof sums };
  return { also: sums.meta({ description: `Their ${also.join(' and ')}, each added up.` }) };
}

/** The row of a list's totals, keyed by the resource's path; for a list that says what is summed. */
export function totalsEndpoint<P extends `/api/${string}`, C extends Columns, S extends string>(
  resource: Resource<P, C, S>,
) {
  const { of, by, also } = resource.totals!;
  const row: TotalsEndpoint = {
    summary: `Totals: ${resource.title}`,
    serves: resource.serves,
    access: resource.read,
    scope: resource.scope,
    query: rawQuery<ListQuery>(),
    answer: z.strictObject({
      totals: z
        .array(
          z.strictObject({
            by: z
              .record(z.string(), z.string())
              .meta({ description: `The values of ${by.join(', ')} that these rows have.` }),
            count: z.int().min(1).meta({ description: 'Rows under these filters.' }),
            sum: z.number().meta({ description: `Their ${of}, added up.` }),
            ...beside(also),
          }),
        )
        .meta({ description: 'Exact, and one for each kind: none is added to another.' }),
    }),
    list: { resource: resource as unknown as Resource, as: 'totals' },
  };
  return { [`GET ${resource.path}/totals`]: row } as { [K in `GET ${P}/totals`]: TotalsEndpoint };
}
