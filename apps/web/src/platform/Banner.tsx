import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../ui/icons.ts';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import { consoleSettingsQuery } from './session.ts';
import classes from './Shell.module.css';

/** The frame that the server sent knows before any answer whether there is one. */
export const framed = document.querySelector('.frame-banner') !== null;

/** On every page, where staff have written one (SH-02, SH-03, AM-49, AM-117). */
export function Banner(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  if (data ? !data.banner : !framed) return null;
  return (
    <aside className={classes.banner} data-awaited={!data || undefined} aria-label="Availability">
      <IconAlertTriangle size={16} aria-hidden />
      <AvailabilityNotice />
    </aside>
  );
}
