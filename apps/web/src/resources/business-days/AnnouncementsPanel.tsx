import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AnnouncementList } from '../../platform/Announcements.tsx';
import { announcementsQuery } from '../../platform/announcements.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Button } from '../../ui/Button.tsx';

/** What was announced when this session began (BD-15, AM-25). */
export function AnnouncementsPanel(): ReactNode {
  const { data, isError, refetch } = useQuery(announcementsQuery);
  if (isError)
    return (
      <DetailCard title="Announcements">
        <p>The announcements could not be loaded.</p>
        <Button onClick={() => void refetch()}>Retry</Button>
      </DetailCard>
    );
  if (!data?.length) return null;
  return (
    <DetailCard title="Announcements" count={data.length}>
      <AnnouncementList announcements={data} />
    </DetailCard>
  );
}
