import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { announcementsQuery, hearsAnnouncements } from './announcements.ts';
import { readNotice, writeNotice } from './notice-record.ts';
import { useActor } from './session.ts';
import { getSession } from './session-store.ts';

const NoticeDialog = lazy(() => import('./NoticeDialog.tsx'));

/** The notice dialog of merchant-console users, once in a login session (SH-04..06, AM-25). */
export function Notice(): ReactNode {
  return hearsAnnouncements(useActor()) ? <OncePerSession /> : null;
}

function OncePerSession(): ReactNode {
  const [due, setDue] = useState(() => readNotice(sessionStorage, getSession()) === null);
  const { data, isPending } = useQuery({ ...announcementsQuery, enabled: due });
  const open = due && !isPending;
  useEffect(() => {
    // without announcements where they could not be fetched: the panel asks again
    if (open) writeNotice(sessionStorage, getSession(), data);
  }, [open, data]);
  if (!open) return null;
  return (
    <Suspense>
      <NoticeDialog announcements={data ?? []} onClose={() => setDue(false)} />
    </Suspense>
  );
}
