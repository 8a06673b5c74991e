import { useParams, useSearch } from '@tanstack/react-router';
import type { ParamsOf, SearchOf } from '../paths.ts';
import type { RouteName } from '../route-table.ts';

/** The parameters of the route that the screen is shown by, typed by its name. */
export const useRouteParams = <N extends RouteName>() =>
  useParams({ strict: false }) as ParamsOf<N>;

/** What stands behind its question mark. */
export const useRouteSearch = <N extends RouteName>() =>
  useSearch({ strict: false }) as SearchOf<N>;
