import { QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call, Key } from '@paydesk/contract/index.ts';
import { call, type CallOptions } from './api.ts';

/** Nothing is asked twice behind the person's back: an error is shown at once and they ask again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});

/** For a part that could not be drawn: what it was drawn from is forgotten, and asked for again. */
export const askAgain = () => queryClient.removeQueries({ type: 'inactive' });

type Given<K extends Key> = Pick<CallOptions<K>, 'params' | 'query'>;

/** What is read by a call, under the one key that it has everywhere: the call, and what it is given. */
export const queryOf = <K extends Key>(key: K, given: Given<K> = {}) =>
  queryOptions<Call<K>['answer']>({
    queryKey: [key, given],
    queryFn: ({ signal }) => call(key, { ...given, signal }),
  });

/** The same for a component. */
export const useCall = <K extends Key>(
  key: K,
  given: Given<K> = {},
  options: {
    enabled?: boolean;
    meta?: typeof KEPT;
    staleTime?: number;
    /** Asked again after so many milliseconds, while what it reads is to change by itself. */
    refetchInterval?: number | false;
  } = {},
) => useQuery({ ...queryOf(key, given), ...options });

/** On queries that no action changes, asked once a session: `meta: KEPT`. */
export const KEPT = { kept: true };

/**
 * After whatever changed something: all that was read may be otherwise now. What stands on the screen is
 * asked for again, the rest when it is opened; nobody keeps lists of what a change may touch (TX-58).
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ meta }) => meta !== KEPT });
}
