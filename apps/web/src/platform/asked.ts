import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

type Search = Record<string, string | undefined>;

/**
 * What a link asks to begin: with `do=refund` the screen opens its dialog of that name, once. A link only
 * ever opens a question; what it asks about is done by whoever answers.
 */
export function useAsked(name: string, begin: (() => void) | null): void {
  const asked = (useSearch({ strict: false }) as Search)['do'] === name.toLowerCase();
  const navigate = useNavigate();
  useEffect(() => {
    if (!asked) return;
    void navigate({
      to: '.',
      search: (({ do: _do, ...rest }: Search) => rest) as never,
      replace: true,
      resetScroll: false,
    });
    begin?.();
    // once for each link, whatever the screen says meanwhile
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);
}
