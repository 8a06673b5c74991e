import { queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { waitOf, type WaitKey, type Waiting } from '@paydesk/contract/waits.ts';
import { paths } from '../paths.ts';
import { Favourite } from './Favourite.tsx';
import FirstVisit from './FirstVisit.tsx';
import type { MenuEntry } from './Menu.tsx';
import { formatCount } from './format.ts';
import { keptMenu, menuCounts, menuViews, narrowed, pinning, type Waits } from './menu-kept.ts';
import { late } from './late.tsx';
import { queryClient, queryOf, useCall } from './query.ts';
import { useActor } from './session.ts';
import { getSession } from './session-store.ts';
import { useStore } from './store.ts';

/** The menu's entries, by their routes, whose screens are the queues of what waits. */
const QUEUES: Readonly<Record<string, readonly WaitKey[]>> = {
  reviews: ['reviews', 'loanReviews', 'highRisk', 'screening', 'secondReading'],
  approvals: ['approvals'],
  recurring: ['missed'],
  'consumer-credits-refunds': ['refunds'],
  'undelivered-messages': ['callbacks'],
  disputes: ['disputes'],
};
/** Of those that open others too, where what waits is by itself. */
const BY_ITSELF: Partial<Record<WaitKey, (filters: Waiting['filters']) => string>> = {
  approvals: paths.approvals,
  missed: paths.recurringDues,
  refunds: paths.consumerCreditsRefunds,
  callbacks: paths.undeliveredMessages,
  disputes: paths.disputes,
};
/** The calls of the first screen go first: they are looked for so often, and waited for so long at most. */
const LOOK_MS = 50;
const MOST_MS = 1000;
const AGAIN_MS = 60_000;

const PinDialog = late(() => import('./PinDialog.tsx'));

/** What no screen waits for: a favourite's star, the line of a first visit, and how many wait behind the menu's entries. */
export default function Later({
  name,
  entry,
}: {
  name: string;
  /** The menu's, where it has the screen. */
  entry: MenuEntry | undefined;
}): ReactNode {
  return (
    <>
      {entry && <Favourite entry={entry} />}
      {entry && <Pinning entry={entry} />}
      <PinnedViews />
      <FirstVisit key={name} name={name} />
      {AUDIENCES.staff(useActor()) ? <Counts /> : null}
    </>
  );
}

const VIEWS = queryOptions({
  ...queryOf('GET /api/saved-views'),
  staleTime: Infinity,
  gcTime: Infinity,
});
const hasViews = (favourites: readonly string[]) => favourites.some((one) => one.includes('/'));

const WAITING = { refetchInterval: AGAIN_MS, staleTime: AGAIN_MS / 2 };

function putCounts({ waits }: Call<'GET /api/reports/waiting'>['answer']): void {
  // what they have had their say in waits for somebody else
  const queueOf = (keys: readonly WaitKey[]): Waits => {
    const some = waits
      .filter(({ name }) => keys.includes(name))
      .map((one) => ({ ...one, left: one.count - one.said }))
      .filter(({ left }) => left > 0);
    return {
      count: some.reduce((sum, { left }) => sum + left, 0),
      words: some
        .map(
          ({ name, left, said }) =>
            `${formatCount(left)} ${waitOf(name)[left === 1 ? 'one' : 'many']}` +
            // what it opens has these too
            (said ? `, and ${formatCount(said)} for another person` : ''),
        )
        .join(', '),
      href: some[0] && BY_ITSELF[some[0].name]?.(some[0].filters),
    };
  };
  menuCounts.set(
    Object.fromEntries(Object.entries(QUEUES).map(([route, keys]) => [route, queueOf(keys)])),
  );
}

/** What waits for no part of the menu to be drawn: what comes late React shows some 300 ms later. */
export async function menuSoon(actor: Actor): Promise<void> {
  if (hasViews(keptMenu.get().favourites)) void queryClient.prefetchQuery(VIEWS);
  if (!AUDIENCES.staff(actor)) return;
  const session = getSession();
  const until = performance.now() + MOST_MS;
  // between two calls of one screen nothing is asked for a moment
  for (let quiet = 0; quiet < 2 && performance.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const coming = queryClient.isFetching() || document.querySelector('[data-coming]');
    quiet = coming ? 0 : quiet + 1;
  }
  const asked = queryOf('GET /api/reports/waiting', { query: {} });
  // Home has asked the same
  const data = await queryClient.fetchQuery({ ...asked, staleTime: WAITING.staleTime });
  if (getSession() === session) putCounts(data);
}

function Counts(): ReactNode {
  const { data } = useCall('GET /api/reports/waiting', { query: {} }, WAITING);
  useEffect(() => void (data && putCounts(data)), [data]);
  // of whoever signs in next they say nothing
  useEffect(() => () => menuCounts.set({}), []);
  return null;
}

/** What the views are called that stand in the menu; who has put none there asks nothing. */
function PinnedViews(): ReactNode {
  const { favourites } = useStore(keptMenu);
  const { data } = useQuery({ ...VIEWS, enabled: hasViews(favourites) });
  useEffect(() => {
    if (data) menuViews.set(Object.fromEntries(data.map((view) => [view.id, view])));
  }, [data]);
  useEffect(() => () => menuViews.set(null), []);
  return null;
}

/** Out of the phone's menu too, which is closed by then. */
function Pinning({ entry }: { entry: MenuEntry }): ReactNode {
  const open = useStore(pinning);
  const list = useStore(narrowed);
  return open && list ? (
    <Suspense fallback={null}>
      <PinDialog entry={entry} list={list} onClose={() => pinning.set(false)} />
    </Suspense>
  ) : null;
}
