import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { consoleSettingsQuery } from './session.ts';

/** Until when, and where to go (SH-02, SH-03, AM-49, AM-117): the words of the banner and of the dialog. */
export function AvailabilityNotice({ className }: { className?: string | undefined }): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  if (!data?.banner) return null;
  const { before, link, after, address } = data.banner;
  return (
    <p className={className}>
      {before}
      {link ? (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {link}
        </a>
      ) : null}
      {after}
    </p>
  );
}
