import { useCallback } from 'react';
import { useAnySearch, useSearchChange } from '../route-state.ts';

/** The row that is open beside its list has an address; going on from one to the next is one step back. */
export function useOpenRow() {
  const { open } = useAnySearch();
  const change = useSearchChange();
  const show = useCallback(
    (id: string | null) =>
      change(({ open: _open, ...rest }) => (id ? { ...rest, open: id } : rest), true),
    [change],
  );
  return { open, show };
}
