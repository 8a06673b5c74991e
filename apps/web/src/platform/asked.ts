import { useEffect } from 'react';
import { useAnySearch, useSearchChange } from './route-state.ts';

/**
 * What a link asks to begin: with `do=refund` the screen opens its dialog of that name, once. A link only
 * ever opens a question; what it asks about is done by whoever answers.
 */
export function useAsked(name: string, begin: (() => void) | null): void {
  const asked = useAnySearch().do === name.toLowerCase();
  const change = useSearchChange();
  useEffect(() => {
    if (!asked) return;
    change(({ do: _do, ...rest }) => rest, true);
    begin?.();
    // once for each link, whatever the screen says meanwhile
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);
}
