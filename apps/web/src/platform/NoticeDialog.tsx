import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { AnnouncementList } from './Announcements.tsx';
import { AvailabilityNotice } from './AvailabilityNotice.tsx';
import type { Announcements } from './notice-record.ts';
import classes from './notice.module.css';

/** The availability notice and what was announced (SH-04, AM-25). */
export default function NoticeDialog({
  announcements,
  onClose,
}: {
  announcements: Announcements;
  onClose: () => void;
}): ReactNode {
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
