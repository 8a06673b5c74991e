import { announcementRow } from './factories.ts';
import { daysBefore } from './people.ts';
import type { AnnouncementRow } from './tables.ts';
import type { World } from './world.ts';

type Given = Omit<Partial<AnnouncementRow>, 'validFrom' | 'validTo'> & {
  title: string;
  text: string;
  /** Days before the clock; the validity ends that many days after it. */
  since: number;
  until?: number;
};

/** Of every application, said now, not yet, no longer and switched off. */
const ANNOUNCEMENTS: readonly Given[] = [
  {
    title: 'Settlement on 24 and 31 December',
    text: '<p>Payments taken after 16:00 settle on the next business day. <a href="https://portal.paydesk.test/calendar">Read the calendar</a></p>',
    since: 1,
  },
  {
    title: 'Refunds answer faster',
    text: '<p>The acquirer now answers most refunds within <strong>two seconds</strong>. Nothing changes for you:</p><ul><li>a refund is reserved at once,</li><li>it is settled when the answer comes.</li></ul>',
    since: 12,
    until: 60,
  },
  { title: 'New price list', text: '<p>Valid from next month.</p>', since: -20, until: 50 },
  { title: 'Maintenance in summer', text: '<p>It is over.</p>', since: 80, until: -79 },
  { title: 'Withdrawn', text: '<p>Sent by mistake.</p>', since: 30, active: false },
  {
    title: 'Rules are checked twice',
    text: '<p>For the back office alone.</p>',
    since: 5,
    application: 'BACKOFFICE',
  },
  {
    title: 'Pay with one tap',
    text: '<p>For payers in the app.</p>',
    since: 7,
    application: 'PAYMENT_APP',
  },
];

export function announcements({ clock, random, emit }: World): void {
  for (const { since, until, ...given } of ANNOUNCEMENTS) {
    const validFrom = daysBefore(clock, since);
    // written a day before it is said, or, where that is still to come, yesterday
    const createdDate = daysBefore(clock, Math.max(since, 0) + 1);
    const validTo = until === undefined ? null : daysBefore(clock, -until);
    const id = random.id(createdDate);
    emit('announcements', announcementRow({ ...given, id, validFrom, validTo, createdDate }));
  }
}
