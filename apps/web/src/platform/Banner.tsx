import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { BannerLine } from '../ui/Banner.tsx';
import { IconAlertTriangle } from '../ui/icons.ts';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import { consoleSettingsQuery, meQuery } from './session.ts';
import { late } from './late.tsx';

const Viewing = late(() => import('./Viewing.tsx'));

/** The frame that the server sent knows before any answer whether there is one. */
export const framed = document.querySelector('.frame-banner') !== null;

/** On every page, where staff have written one (SH-02, SH-03, AM-49, AM-117). */
export function Banner(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  if (data ? !data.banner : !framed) return null;
  return (
    <BannerLine label="Availability" tone="warning" icon={IconAlertTriangle} awaited={!data}>
      <AvailabilityNotice />
    </BannerLine>
  );
}

/** On every screen, while an administrator looks at the console as somebody else. */
export function ViewingBanner(): ReactNode {
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  return me?.viewing ? (
    <Suspense fallback={null}>
      <Viewing name={me.viewing.name} />
    </Suspense>
  ) : null;
}
