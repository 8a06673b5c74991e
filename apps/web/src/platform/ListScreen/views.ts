import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SavedView } from '@paydesk/contract/kernel/views.ts';
import { keepOpening } from '../early.ts';
import { readSearch, searchText } from '../search-text.ts';
import { queryOf } from '../query.ts';
import { useAnySearch } from '../route-state.ts';
import { isUntouched, readState, writeState, type ListState } from './state.ts';

/** The own views and the team's, of every list; asked once a session, and after each change. */
export const viewsQuery = queryOptions({
  ...queryOf('GET /api/saved-views'),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** What a view keeps of a list: all that its address says but the page. */
export const viewText = (state: ListState) => searchText(writeState({ ...state, page: 0 }));

/** The same words for the same view, in whatever order they were written. */
const canonical = (state: ListState) => viewText(state).split('&').sort().join('&');

/** The view that the list shows as it is. */
export function viewOf(views: readonly SavedView[], state: ListState): SavedView | undefined {
  const shown = canonical(state);
  return views.find(({ search }) => canonical(readState(readSearch(search))) === shown);
}

/**
 * A list that is opened by its bare address shows the person's default view of it. True while that
 * is not known yet; a list without views waits for nothing that could fail. `bare`: it has none.
 */
export function useOpening(
  list: string | null,
  change: (next: (now: ListState) => ListState, replace: boolean) => void,
): { opening: boolean; bare: boolean } {
  const search = useAnySearch();
  const [step, setStep] = useState<'asking' | 'going' | 'open'>(
    list !== null && isUntouched(search) ? 'asking' : 'open',
  );
  const { data, isPending } = useQuery({ ...viewsQuery, enabled: step !== 'open' });
  const view = data?.find((one) => one.list === list && one.isDefault);
  if (step === 'asking' && !isPending) setStep(view ? 'going' : 'open');
  if (step === 'going' && !isUntouched(search)) setStep('open');
  const target = step === 'going' ? view?.search : undefined;
  useEffect(() => {
    if (target === undefined) return;
    keepOpening(location.pathname, null);
    change(() => readState(readSearch(target)), true);
  }, [target, change]);
  const opening = step !== 'open';
  return { opening, bare: list !== null && !opening && isUntouched(search) };
}
