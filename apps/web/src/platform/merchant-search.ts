import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useCall } from './query.ts';

/** As filters of lists wait. */
const PAUSE_MS = 500;
const MOST_SHOWN = 20;

interface Found {
  id: string;
  name: string;
}

/** Merchants by a part of their name, for the boxes that pick them; Enter takes the first, once it is there. */
export function useMerchantSearch(onFirst: (found: Found, clear: () => void) => void) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  /** What was typed as Enter was pressed. */
  const entered = useRef<string>(undefined);
  const { data, isPending, isPlaceholderData } = useCall(
    'GET /api/merchants',
    { query: { f_name: asked, sort: 'name,ASC', size: MOST_SHOWN } },
    { placeholderData: keepPreviousData },
  );
  const found = data?.content ?? [];
  // what was found for other letters is not what Enter means
  const first = asked === typed && !isPlaceholderData ? found[0] : undefined;
  useEffect(() => {
    if (entered.current !== typed || !first) return;
    entered.current = undefined;
    onFirst(first, () => setText(''));
  }, [typed, first, onFirst]);
  return {
    found,
    box: {
      searchable: true,
      clearable: true,
      clearButtonProps: { 'aria-label': 'Every merchant' },
      // the server looks for the name
      filter: <Options>({ options }: { options: Options }) => options,
      nothingFoundMessage: isPending ? undefined : 'No merchant has this name',
      searchValue: text,
      onSearchChange: setText,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // one that the arrows have reached is taken by the box itself
        if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant'))
          return;
        if (!typed) return;
        event.preventDefault();
        if (first) onFirst(first, () => setText(''));
        else entered.current = typed;
      },
    },
  };
}
