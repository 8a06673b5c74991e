import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import classes from './Shell.module.css';
import { consoleSettingsQuery } from './session.ts';

/** Whom to call about what the person can't mend; nothing where staff have set no phone (AM-118). */
export function SupportPhone(): ReactNode {
  const phone = useQuery(consoleSettingsQuery).data?.supportPhone;
  if (!phone) return null;
  return (
    <>
      Support:{' '}
      <a className={classes.inText} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
        {phone}
      </a>
    </>
  );
}
