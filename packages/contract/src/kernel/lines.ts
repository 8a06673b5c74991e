import { csvEndpoint } from './endpoint.ts';
import type { Columns } from './columns.ts';
import type { Resource } from './resource.ts';

type LinesEndpoint = ReturnType<typeof csvEndpoint>;

/** The row of the same file as JSON lines, one record as the list answers it a line. */
export function linesEndpoint<P extends `/api/${string}`, C extends Columns>(
  resource: Resource<P, C>,
): { [K in `GET ${P}.jsonl`]: LinesEndpoint } {
  const row = {
    ...csvEndpoint(resource),
    summary: `JSON lines: ${resource.title}`,
    answerType: 'application/jsonl',
    list: { resource: resource as unknown as Resource, as: 'lines' },
  } as const;
  return { [`GET ${resource.path}.jsonl`]: row } as unknown as {
    [K in `GET ${P}.jsonl`]: LinesEndpoint;
  };
}
