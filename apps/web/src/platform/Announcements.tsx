import type { ReactNode } from 'react';
import { RichText } from '../ui/RichText.tsx';
import { formatDate } from './format.ts';
import type { Announcements } from './notice-record.ts';
import classes from './notice.module.css';

/** Title, day and text of each. */
export function AnnouncementList({ announcements }: { announcements: Announcements }): ReactNode {
  return (
    <ul className={classes.announcements}>
      {announcements.map(({ id, title, text, validFrom }) => (
        <li key={id}>
          <p>
            <strong>{title}</strong> <span>· {formatDate(validFrom)}</span>
          </p>
          <RichText html={text} />
        </li>
      ))}
    </ul>
  );
}
