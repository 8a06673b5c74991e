import { keepPreviousData } from '@tanstack/react-query';
import { useCall } from '../query.ts';
import { useActor } from '../session.ts';
import { listsOf, nameIn } from './lists.ts';
import { dayOf } from './of-day.ts';
import { plain } from './more.ts';
import { thingIn, thingsOf, type Called } from './of-merchant.ts';
import type { Seen } from './states.ts';
import { waitingOf } from './waiting.ts';

/** The merchants that are called so; undefined: not known yet. */
function useMerchantsCalled(name: string | null): readonly Called[] | undefined {
  const { data, error, isPlaceholderData } = useCall(
    'GET /api/search',
    { query: { q: `merchant ${name}` } },
    { enabled: name !== null, placeholderData: keepPreviousData, gcTime: 60_000 },
  );
  if (error) return [];
  if (name === null || isPlaceholderData) return undefined;
  const words = plain(name).split(' ');
  return data?.flatMap(({ kind, id, title }) =>
    kind === 'merchant' && words.every((word) => plain(title).includes(word))
      ? [{ id, name: title }]
      : [],
  );
}

/**
 * The lists that are meant by what was typed, with their filters. Whose a name beside a state is they say once it is
 * known, which is waited for: nothing changes its place, and nobody is led to the wrong rows by an early Enter.
 */
export function useLists(text: string, typed: string, seen: readonly Seen[]) {
  const actor = useActor();
  const waiting = waitingOf(actor, seen, text);
  // by the words of what waits nobody is called
  const whoIn = (said: string) =>
    waitingOf(actor, seen, said).length
      ? null
      : (nameIn(actor, said, { seen }) ?? thingIn(actor, seen, said)?.name ?? null);
  const name = whoIn(text);
  const asked = whoIn(typed);
  const called = useMerchantsCalled(asked);
  const merchants = name === asked ? called : undefined;
  const lists = [
    ...waiting,
    ...dayOf(actor, text),
    ...listsOf(actor, text, { seen, merchants }),
    // whose it is was asked for
    ...(thingIn(actor, seen, text)?.name === name
      ? thingsOf(actor, seen, text, merchants ?? [])
      : []),
  ];
  return { lists, wait: name !== null && !merchants };
}
