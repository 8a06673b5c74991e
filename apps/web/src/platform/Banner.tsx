import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../ui/icons.ts';
import classes from './Shell.module.css';
import { consoleSettingsQuery } from './session.ts';

/** On every page (SH-02, SH-03, AM-49). */
export function Banner(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  const portalUrl = data?.portalUrl;
  return (
    <aside className={classes.banner} aria-label="Availability">
      <IconAlertTriangle size={16} aria-hidden />
      <p>
        This console is available only until 31.12.2021. Please use the new{' '}
        {portalUrl && /^https?:/.test(portalUrl) ? (
          <a href={portalUrl} target="_blank" rel="noopener noreferrer">
            business portal
          </a>
        ) : (
          'business portal'
        )}
        .
      </p>
    </aside>
  );
}
