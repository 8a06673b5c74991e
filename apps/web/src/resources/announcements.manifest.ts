import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  announcements: {
    title: 'Announcements',
    menu: { in: 'Announcements', place: 1 },
    screen: screen(() => import('./announcements.tsx'), 'AnnouncementsScreen'),
  },
  announcement: {
    path: '/announcements/{announcementId}',
    title: 'Announcement',
    parent: 'announcements',
    screen: screen(() => import('./announcements.tsx'), 'AnnouncementScreen'),
  },
});
