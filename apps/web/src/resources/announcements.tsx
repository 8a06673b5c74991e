import { announcements } from '@paydesk/contract/resources/announcements.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

/** ST-10: what everybody is told, for staff. */
export function AnnouncementsScreen() {
  return <ListScreen resource={announcements} />;
}
