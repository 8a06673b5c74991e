import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { meQuery } from './session.ts';

const pathOf = (href: string) => href.replace(/[?#].*$/, '');

/** Whether an address leads to a screen that the own role leaves; what leads to another is no link. */
export function useOpens(): (href: string) => boolean {
  const router = useRouter();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const closes = me?.role?.closes;
  return useCallback(
    (href) => {
      if (!closes?.length) return true;
      const data = router.getMatchedRoutes(pathOf(href))[2]?.options.staticData as
        | { row?: { name: string } }
        | undefined;
      return !data?.row || !closes.includes(data.row.name);
    },
    [router, closes],
  );
}
