import { QueryClient, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { Call, Key } from '@paydesk/contract/index.ts';
import { PAGE_FIRST } from '@paydesk/contract/kernel/late-total.ts';
import { builtFile, call, type CallOptions } from './api.ts';
import { earlyUrls } from './early.ts';
import { readSearch } from './search-text.ts';

/** Nothing is asked twice behind the person's back: an error is shown at once and they ask again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});

/** All that was read is forgotten but what stands on the screen: as a session ends, and for a part that could not be drawn. */
export const askAgain = () => queryClient.removeQueries({ type: 'inactive' });

export type Given<K extends Key> = Pick<CallOptions<K>, 'params' | 'query' | 'prefer'>;

/** What is read by a call, under the one key that it has everywhere: the call, and what it is given. */
export const queryOf = <K extends Key>(key: K, given: Given<K> = {}) =>
  queryOptions<Call<K>['answer']>({
    queryKey: [key, given],
    queryFn: ({ signal }) => call(key, { ...given, signal }),
  });

/** What has been read is this now, as another answer has told; where it was not read nothing is kept. */
export const toldOf = <K extends Key>(key: K, given: Given<K>, answer: Call<K>['answer']) =>
  queryClient.setQueryData(queryOf(key, given).queryKey, (before) => before && (answer as never));

/** A page of a list, before its total where that takes long to count. */
export const pageOf = <K extends Key>(key: K, given: Given<K>) =>
  queryOf(key, { ...given, prefer: PAGE_FIRST });

/** As long a list's rows are new that were asked for before any script had come. */
const NEW_MS = 3000;
let opened: string | undefined;

/** What index.html has asked for is put where the screens look, so that a list is drawn once, with its rows. */
export function takeOpening(): void {
  for (const url of earlyUrls()) {
    const [path, text] = url.split('?') as [string, string?];
    if (text !== undefined) opened = url;
    const { page, size, ...others } = readSearch(text ?? '');
    const query = { page: Number(page), size: Number(size), ...others };
    const key = `GET ${path}` as Key;
    void queryClient.prefetchQuery(text ? pageOf(key, { query } as never) : queryOf(key));
  }
}

/** For how long these rows need not be asked for again. */
export const newFor = (url: string): number => (url === opened ? NEW_MS : 0);

type Options<K extends Key> = Omit<UseQueryOptions<Call<K>['answer']>, 'queryKey' | 'queryFn'>;

/** The same for a component. */
export const useCall = <K extends Key>(key: K, given: Given<K> = {}, options: Options<K> = {}) =>
  useQuery({ ...queryOf(key, given), ...options });

/** A file that the build put beside the console. */
export const useBuiltFile = <T>(path: string) =>
  useQuery({ queryKey: [path], queryFn: ({ signal }) => builtFile<T>(path, signal) });

/** On queries that no action changes, asked once a session: `meta: KEPT`. */
export const KEPT = { kept: true };

/**
 * After whatever changed something: all that was read may be otherwise now. What stands on the screen is
 * asked for again, the rest when it is opened; nobody keeps lists of what a change may touch (TX-58).
 */
export const refresh = () =>
  queryClient.invalidateQueries({ predicate: ({ meta }) => meta !== KEPT });

export const useRefresh = () => refresh;

/** On the pages of lists, whose rows move when the person asks for them alone: `meta: LISTED`. */
export const LISTED = { listed: true };

/** After somebody else has changed what stands on a record's screen: all of it but lists (ADR 103). */
export const refreshShown = () =>
  queryClient.invalidateQueries({
    predicate: (query) => ![KEPT, LISTED].includes(query.meta as never) && query.isStale(),
  });
