import { useEffect, useState, type ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import type { WaitKey } from '@paydesk/contract/waits.ts';
import { IconButton } from '../ui/Button.tsx';
import { IconStar, IconStarFilled } from '../ui/icons.ts';
import FirstVisit from './FirstVisit.tsx';
import type { MenuEntry } from './Menu.tsx';
import { keptMenu, menuCounts, toggleFavourite } from './menu-kept.ts';
import { useCall } from './query.ts';
import { useActor } from './session.ts';
import { useStore } from './store.ts';

/** The menu's entries, by their routes, whose screens are the queues of what waits. */
const QUEUES: Readonly<Record<string, readonly WaitKey[]>> = {
  reviews: ['reviews', 'loanReviews', 'highRisk', 'screening', 'secondReading'],
  approvals: ['approvals'],
  recurring: ['missed'],
  'consumer-credits-refunds': ['refunds'],
  'undelivered-messages': ['callbacks'],
};
/** The first screen has what it needs by then. */
const AFTER_MS = 2000;
const AGAIN_MS = 60_000;

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
      {entry && <Favourite {...entry} />}
      <FirstVisit key={name} name={name} />
      {AUDIENCES.staff(useActor()) ? <Counts /> : null}
    </>
  );
}

function Counts(): ReactNode {
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setBegun(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useCall(
    'GET /api/reports/waiting',
    { query: {} },
    { enabled: begun, refetchInterval: AGAIN_MS },
  );
  useEffect(() => {
    if (!data) return;
    // what they have had their say in waits for somebody else
    const many = (keys: readonly WaitKey[]) =>
      data.waits.reduce(
        (sum, { name, count, said }) => sum + (keys.includes(name) ? count - said : 0),
        0,
      );
    menuCounts.set(
      Object.fromEntries(Object.entries(QUEUES).map(([route, keys]) => [route, many(keys)])),
    );
  }, [data]);
  // of whoever signs in next they say nothing
  useEffect(() => () => menuCounts.set({}), []);
  return null;
}

/** Puts a screen that the menu has at the menu's top, or takes it away from there. */
function Favourite({ name, label }: MenuEntry): ReactNode {
  const isOne = useStore(keptMenu).favourites.includes(name);
  const Star = isOne ? IconStarFilled : IconStar;
  return (
    <IconButton
      label={isOne ? `Remove ${label} from favourites` : `Add ${label} to favourites`}
      onClick={() => toggleFavourite(name)}
    >
      <Star size={15} aria-hidden />
    </IconButton>
  );
}
