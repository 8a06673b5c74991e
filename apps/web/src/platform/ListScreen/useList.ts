import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { ListAnswer, PageAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { browserTimeZone } from '../format.ts';
import { markList } from '../list-mark.ts';
import type { AnyRow } from './cells.tsx';
import { addressOf, call } from '../api.ts';
import { keepOpening } from '../early.ts';
import { LISTED, newFor, pageOf, queryClient, useCall } from '../query.ts';
import { useAnySearch, useSearchChange } from '../route-state.ts';
import { useActor } from '../session.ts';
import { sieve } from './sieve.ts';
import { useTotal } from './total.ts';
import { orderOf, readState, toQuery, writeState, type ListState } from './state.ts';

export type AnyResource = Resource<string, Columns>;

/**
 * The state of a list in the URL as far as the person may see it, and the way to change it. A change
 * starts from what the address says by then: two that come close together both count. Of a list that is the
 * `whole` screen its page is asked for at once, while the change is drawn.
 */
export function useListState(resource: AnyResource, rows?: number, whole = false) {
  const actor = useActor();
  const search = useAnySearch();
  const changeSearch = useSearchChange();
  const order = orderOf(resource);
  const address = useMemo(() => readState(search, rows, order), [search, rows, order]);
  const { state, leftOut } = useMemo(
    () => sieve(resource, actor, address),
    [resource, actor, address],
  );
  const change = useCallback(
    (next: (now: ListState) => ListState, replace = false) =>
      changeSearch((now) => {
        const then = next(sieve(resource, actor, readState(now, rows, order)).state);
        if (whole) askFor(pageCall(resource, then).options);
        return writeState(then, now, rows, order);
      }, replace),
    [changeSearch, resource, actor, rows, order, whole],
  );
  return { address, state, leftOut, change };
}

/** What has been read is read anew by whoever shows it. */
function askFor(page: ReturnType<typeof pageCall>['options']): void {
  if (queryClient.getQueryData(page.queryKey) === undefined)
    void queryClient.prefetchQuery(page as never);
}

/** What a page of the list is asked by. */
export function pageCall(resource: AnyResource, state: ListState, params?: { id: string }) {
  const query = toQuery(state, browserTimeZone());
  const given = { ...(params && { params: params as never }), query: query as never };
  const key = `GET ${resource.path}` as Key;
  const options = {
    ...(pageOf(key, given) as UseQueryOptions<PageAnswer<AnyRow>>),
    placeholderData: keepPreviousData<PageAnswer<AnyRow>>,
    meta: LISTED,
  };
  return { key, given, query, options };
}

/** The page that the list on the screen shows, for what stands around it: read with the list, and never by itself. */
export function useListed(resource: AnyResource) {
  const { state } = useListState(resource);
  return useQuery({ ...pageCall(resource, state).options, enabled: false });
}

/** One page of the list; the old rows stay until the new ones are there. */
export function useListPage(
  resource: AnyResource,
  state: ListState,
  params: { id: string } | undefined,
  enabled: boolean,
  /** It is shown as it comes, by its bare address: next time it is asked for before any script. */
  bare = false,
) {
  const { key, given, query, options } = pageCall(resource, state, params);
  const { url } = addressOf(key, params, { ...query });
  const page = useQuery({ ...options, staleTime: newFor(url), enabled });
  const there = page.data !== undefined;
  useEffect(() => {
    if (there) markList();
    if (there && bare) keepOpening(location.pathname, url);
  }, [there, bare, url]);
  const { page: _page, size: _size, sort: _sort, ...filters } = query;
  const counted = useTotal(key, { ...given, query: filters as never }, page);
  return {
    page,
    counted,
    /** The list under these filters, whichever page is shown. */
    address: addressOf(key, params, filters).url,
    readAt: page.dataUpdatedAt,
    busy: page.isFetching,
    /** What the page would be now, for who only wants to know. */
    ask: () => call(key, given as object) as Promise<unknown> as Promise<ListAnswer<AnyRow>>,
  };
}

/** How many records a file holds at most (GT-19, CS-19). */
export function useRecordsLimit(enabled: boolean): number | undefined {
  const { data } = useCall('GET /api/csv/records-limit', {}, { enabled });
  return data?.recordsLimit;
}
