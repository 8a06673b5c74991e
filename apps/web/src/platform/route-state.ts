import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ParamsOf, SearchOf } from '../paths.ts';
import type { RouteName } from '../route-table.ts';

/** The parameters of the route that the screen is shown by, typed by its name. */
export const useRouteParams = <N extends RouteName>() =>
  useParams({ strict: false }) as ParamsOf<N>;

/** What stands behind its question mark. */
export const useRouteSearch = <N extends RouteName>() =>
  useSearch({ strict: false }) as SearchOf<N>;

/** What the general parts read of an address, whichever screen it is of: strings, as they stand there. */
export type AnySearch = {
  /** Of a list. */
  readonly [filter: `f_${string}`]: string | undefined;
  readonly page?: string;
  readonly size?: string;
  readonly sort?: string;
  readonly c?: string;
  readonly timeZone?: string;
  /** Of a list of messages: the one that is open beside it. */
  readonly open?: string;
  /** Of a record. */
  readonly tab?: string;
  readonly created?: string;
  /** Of either: the dialog that a link begins with. */
  readonly do?: string;
};
export const useAnySearch = () => useSearch({ strict: false }) as AnySearch;

/** The ids that the address names. */
export const useNamed = () => useParams({ strict: false }) as Readonly<Record<string, string>>;

/** Changes what stands behind the question mark, from what it says by then, and stays where the person is. */
export function useSearchChange() {
  const navigate = useNavigate();
  return useCallback(
    (next: (now: AnySearch) => object, replace = false) =>
      void navigate({ to: '.', search: next as never, replace, resetScroll: false }),
    [navigate],
  );
}
