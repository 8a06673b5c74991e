import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../ui/icons.ts';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import classes from './Shell.module.css';

/** On every page (SH-02, SH-03, AM-49). */
export function Banner(): ReactNode {
  return (
    <aside className={classes.banner} aria-label="Availability">
      <IconAlertTriangle size={16} aria-hidden />
      <p>
        <AvailabilityNotice />
      </p>
    </aside>
  );
}
