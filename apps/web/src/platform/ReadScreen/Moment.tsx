import { useContext, type ReactNode } from 'react';
import { dash, Zone } from '../../ui/values.tsx';
import { instantParts } from '../format.ts';
import sheet from './read.module.css';

/** To the second, and by whose clock: where one row is read whole, it is held against what others have noted. */
export function Moment({ value }: { value: string | null | undefined }): ReactNode {
  const timeZone = useContext(Zone);
  const parts = instantParts(value, timeZone);
  if (!parts || !value) return dash;
  return (
    <time dateTime={value}>
      {parts.date} {parts.time}:{parts.seconds} <span className={sheet.zone}>{timeZone}</span>
    </time>
  );
}
