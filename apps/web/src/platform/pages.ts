import { useInfiniteQuery } from '@tanstack/react-query';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { call } from './api.ts';

/**
 * A list that grows below: page after page of so many, the ones shown asked for again together. Apart from
 * query.ts, since the library's part of it is for no first screen.
 */
export const usePages = <Row>(key: Key, params: object, size: number, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: [key, params, size],
    enabled,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(key, {
        params: params as never,
        query: { page: pageParam, size } as never,
        signal,
      }) as Promise<unknown> as Promise<ListAnswer<Row>>,
    getNextPageParam: ({ totalElements }, pages) =>
      pages.length * size < totalElements ? pages.length : undefined,
  });
