import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import { useCall } from '../../platform/query.ts';

/** The merchants that a condition can name, by their ids; the first so many of them by name. */
export function useMerchantNames(): Readonly<Record<string, string>> {
  const { data } = useCall('GET /api/merchants', {
    query: { page: 0, size: MAX_PAGE_SIZE, sort: 'name,ASC' },
  });
  return Object.fromEntries((data?.content ?? []).map(({ id, name }) => [id, name]));
}
