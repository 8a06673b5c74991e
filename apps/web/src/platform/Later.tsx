import { useEffect, useState, type ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import type { WaitKey } from '@paydesk/contract/waits.ts';
import FirstVisit from './FirstVisit.tsx';
import { menuCounts } from './menu-kept.ts';
import { useCall } from './query.ts';
import { useActor } from './session.ts';

/** The menu's entries, by their routes, whose screens are the queues of what waits. */
const QUEUES: Readonly<Record<string, readonly WaitKey[]>> = {
  reviews: ['reviews', 'screening', 'secondReading'],
  approvals: ['approvals'],
  'consumer-credits-refunds': ['refunds'],
  'undelivered-messages': ['callbacks'],
};
/** The first screen has what it needs by then. */
const AFTER_MS = 2000;
const AGAIN_MS = 60_000;

/** What no screen waits for: the line of a first visit, and how many wait behind the menu's entries. */
export default function Later({ name }: { name: string }): ReactNode {
  return (
    <>
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
    const many = (keys: readonly WaitKey[]) =>
      data.waits.reduce((sum, { name, count }) => sum + (keys.includes(name) ? count : 0), 0);
    menuCounts.set(
      Object.fromEntries(Object.entries(QUEUES).map(([route, keys]) => [route, many(keys)])),
    );
  }, [data]);
  // of whoever signs in next they say nothing
  useEffect(() => () => menuCounts.set({}), []);
  return null;
}
