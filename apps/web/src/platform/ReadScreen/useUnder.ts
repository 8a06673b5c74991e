import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import type { AnyRow } from '../ListScreen/cells.tsx';
import type { AnyResource } from '../ListScreen/useList.ts';
import { queryOf } from '../query.ts';

/** So many rows belong together at most. */
const MOST = 200;

/** All of a list under these filters, the oldest first. */
export const useUnder = <R extends AnyRow>(
  resource: AnyResource,
  filters: Readonly<Record<string, string>>,
  enabled: boolean,
) =>
  useQuery({
    ...(queryOf(`GET ${resource.path}` as Key, {
      query: { page: 0, size: MOST, sort: 'createdDate,ASC', ...filters } as never,
    }) as UseQueryOptions<ListAnswer<R>>),
    enabled,
  });
