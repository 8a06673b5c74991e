import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { AnnouncementList } from './Announcements.tsx';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import { announcementsQuery } from './announcements.ts';
import { writeNotice } from './notice-record.ts';
import { getSession } from './session-store.ts';
import classes from './notice.module.css';

/** The availability notice and what was announced (SH-04, AM-25). */
export default function NoticeDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { data } = useQuery(announcementsQuery);
  useEffect(() => {
    // without announcements where they could not be fetched: the panel asks again
    writeNotice(localStorage, getSession(), data);
  }, [data]);
  const announcements = data ?? [];
  return (
    <Dialog title="Please note" size={520} easy onClose={onClose}>
      <AvailabilityNotice className={classes.availability} />
      {announcements.length ? (
        <section aria-label="Announcements" className={classes.inDialog}>
          <AnnouncementList announcements={announcements} />
        </section>
      ) : null}
      <div className={classes.buttons}>
        <Button variant="primary" data-autofocus onClick={onClose}>
          Continue to the console
        </Button>
      </div>
    </Dialog>
  );
}
