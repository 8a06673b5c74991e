import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { consoleSettingsQuery } from './session.ts';

/** Until when, and where to go (SH-02, SH-03, AM-49): the words of the banner and of the dialog. */
export function AvailabilityNotice(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  const portalUrl = data?.portalUrl;
  return (
    <>
      This console is available only until 31.12.2021. Please use the new{' '}
      {portalUrl && /^https?:/.test(portalUrl) ? (
        <a href={portalUrl} target="_blank" rel="noopener noreferrer">
          business portal
        </a>
      ) : (
        <b>business portal</b>
      )}
      .
    </>
  );
}
