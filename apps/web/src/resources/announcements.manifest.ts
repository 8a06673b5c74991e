import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  announcements: {
    title: 'Announcements',
    intro: 'What merchants read on their dashboards: write it here, with the days it is shown.',
    menu: { in: 'Communication', place: 1 },
    screen: screen(() => import('./announcements.tsx'), 'AnnouncementsScreen'),
  },
  announcement: {
    path: '/announcements/{announcementId}',
    title: 'Announcement',
    intro: 'Change its words or its days; merchants see the new ones with their next screen.',
    parent: 'announcements',
    screen: screen(() => import('./announcements.tsx'), 'AnnouncementScreen'),
  },
});
