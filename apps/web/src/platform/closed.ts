import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RouteRow } from '../route-table.ts';
import { actorOf, can, meQuery } from './session.ts';

/** Whether an address leads to a screen that this person may open; what leads to another is no link. */
export function useOpens(): (href: string) => boolean {
  const router = useRouter();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  return useCallback(
    (href) => {
      // ids make no difference to where it leads
      const path = href.replace(/[?#].*|[\da-f-]{36}/g, '');
      const { set, name } = (rows[path] ??=
        router.getMatchedRoutes(href.replace(/[?#].*/, ''))[2]?.options.staticData?.row ?? {});
      return !me || can(actorOf(me), set, name);
    },
    [router, me],
  );
}

/** The routes of addresses that were asked for. */
const rows: Record<string, Partial<RouteRow>> = {};
