import * as z from 'zod';
import type { Columns } from './columns.ts';
import { listEndpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

const parameter = (words: string) => z.string().optional().meta({ description: words });

/** What a machine asks of a list and is answered: its pages, filters and sorts, without staff's columns. */
export function machineList<P extends `/api/${string}`, C extends Columns, S extends string>(
  resource: Resource<P, C, S>,
) {
  const shown = Object.entries(resource.columns).filter(([, column]) => !('visibleTo' in column));
  const query = z.strictObject({
    page: parameter('The page, counted from 0.'),
    size: parameter('Rows on a page: 50 unless it says, at most 200.'),
    sort: parameter('One column and its direction: `createdDate,DESC`.'),
    timeZone: parameter('The zone that cuts the days of `f_createdDate`.'),
    ...Object.fromEntries(shown.map(([key, { label }]) => [`f_${key}`, parameter(`By ${label}.`)])),
  });
  return { query, answer: listEndpoint(resource).answer };
}
