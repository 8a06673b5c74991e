import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AnyRow } from '../ListScreen/cells.tsx';
import type { ListState } from '../ListScreen/state.ts';
import { pageCall, useListed, useListState, type AnyResource } from '../ListScreen/useList.ts';
import { acrossPages } from './pairs.ts';
import type { LogOf } from './types.ts';

export type Said = AnyRow & { id: string; createdDate: string };

const NONE: readonly Said[] = [];

/**
 * The exchanges of the page: a request is told in the line of its answer, and where the two are on pages beside each
 * other, on the answer’s. Pages beside are asked for where a half of this one stands alone.
 */
export function useExchanges(resource: AnyResource, log: LogOf<Said>) {
  const { state } = useListState(resource);
  const page = useListed(resource);
  const rows = (page.data?.content ?? NONE) as readonly Said[];
  // of one half alone the list has no other
  const halved = log.half.column in state.filters || log.result in state.filters;
  const alone = useMemo(() => acrossPages(rows, NONE, log).alone, [rows, log]);
  const isOldestFirst = state.sort.endsWith(',ASC');
  const [newer, older] = [alone.request && !halved, alone.answer && !halved];
  const before = useBeside(resource, state, -1, isOldestFirst ? older : newer);
  const after = useBeside(
    resource,
    state,
    1,
    rows.length === state.size && (isOldestFirst ? newer : older),
  );
  const { asked, lines } = useMemo(
    () => acrossPages(rows, [...before, ...after], log),
    [rows, before, after, log],
  );
  return { page, rows, asked, lines };
}

function useBeside(resource: AnyResource, state: ListState, by: number, wanted: boolean) {
  const beside = { ...state, page: state.page + by };
  const { options } = pageCall(resource, beside);
  const { data } = useQuery({
    ...options,
    // another page beside is no page beside this one
    placeholderData: undefined,
    enabled: wanted && beside.page >= 0,
  });
  return (wanted && data ? data.content : NONE) as readonly Said[];
}
