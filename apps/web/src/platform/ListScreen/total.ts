import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ListAnswer, PageAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { TOTAL_ALONE } from '@paydesk/contract/kernel/late-total.ts';
import { LISTED, queryOf, type Given } from '../query.ts';

/** How many rows a list has under its filters. */
export interface Total {
  /** Undefined while nobody knows. */
  count: number | undefined;
  /** The page came before it: what it stands in keeps its size. */
  late: boolean;
  /** It can't be told now: asks again. */
  again: (() => void) | null;
}

/**
 * Of a page that came without it, it is asked for by itself (ADR 186): under one key for all pages and orders of the
 * same filters, and no longer once these are others.
 */
export function useTotal(
  key: Key,
  given: Given<Key>,
  page: UseQueryResult<PageAnswer<unknown>>,
): Total {
  const { error, isPlaceholderData, dataUpdatedAt } = page;
  const data = error ? undefined : page.data;
  const late = data?.totalElements === null;
  const wanted = late && !isPlaceholderData;
  const total = useQuery({
    ...queryOf(key, { ...given, prefer: TOTAL_ALONE }),
    meta: LISTED,
    enabled: wanted,
    select: (answer) => (answer as unknown as ListAnswer<unknown>).totalElements,
  });
  const { refetch, dataUpdatedAt: toldAt } = total;
  const isOlder = wanted && toldAt < dataUpdatedAt;
  useEffect(() => {
    // with each page anew, and not twice for one
    if (isOlder) void refetch({ cancelRefetch: false });
  }, [isOlder, refetch]);
  return {
    count: data?.totalElements ?? (wanted ? total.data : undefined),
    late,
    again: wanted && total.isError && !total.isFetching ? () => void refetch() : null,
  };
}
