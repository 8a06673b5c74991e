import { queryOptions } from '@tanstack/react-query';
import { rolesOf, type Actor } from '@paydesk/contract/permissions.ts';
import { call } from './api.ts';
import { KEPT, queryOf } from './query.ts';
import { readNotice, writeNotice } from './notice-record.ts';
import { getSession } from './session-store.ts';

/** Announcements are for the merchant console alone (BD-16, BD-17, SH-06). */
export const hearsAnnouncements = (actor: Actor) =>
  rolesOf(actor.userRole).includes('MERCHANT_CONSOLE');

/** Asked once in a login session; afterwards the copy of then (BD-18, AM-25). */
export const announcementsQuery = queryOptions({
  ...queryOf('GET /api/announcements'),
  meta: KEPT,
  queryFn: async ({ signal }) => {
    const kept = readNotice(localStorage, getSession())?.announcements;
    if (kept) return kept;
    const fetched = await call('GET /api/announcements', { signal });
    writeNotice(localStorage, getSession(), fetched);
    return fetched;
  },
  staleTime: Infinity,
  gcTime: Infinity,
});
