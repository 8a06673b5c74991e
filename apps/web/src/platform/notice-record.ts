import type { Call } from '@paydesk/contract/index.ts';
import type { Session } from './session-record.ts';

export type Announcements = Call<'GET /api/announcements'>['answer'];

/** Of one login session: that the notice has been shown, and what was fetched with it (AM-25, AM-98). */
interface NoticeRecord {
  /** Whose: another login in the same tab begins anew. */
  session: string;
  announcements?: Announcements;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NAME = 'paydesk.notice';

const sessionKey = ({ userId, expirationDateInUtc }: Session) => `${userId} ${expirationDateInUtc}`;

/** What is known of this login session; null: the notice has not been shown yet. */
export function readNotice(store: Store, session: Session | null): NoticeRecord | null {
  try {
    const record = JSON.parse(store.getItem(NAME) ?? 'null') as NoticeRecord | null;
    return session && record?.session === sessionKey(session) ? record : null;
  } catch {
    return null;
  }
}

/** Marks the notice as shown, with what has been fetched. */
export function writeNotice(
  store: Store,
  session: Session | null,
  announcements?: Announcements,
): void {
  if (!session) return;
  const record: NoticeRecord = {
    session: sessionKey(session),
    ...(announcements && { announcements }),
  };
  try {
    store.setItem(NAME, JSON.stringify(record));
  } catch {
    // storage is closed or full: the notice comes again with the next load, which does no harm
  }
}

/** At logout. */
export function clearNotice(store: Store): void {
  try {
    store.removeItem(NAME);
  } catch {
    // nothing could be kept either
  }
}
