import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'customers-announcements': {
    title: 'Customer Announcements',
    menu: { in: 'Announcements', place: 2 },
    screen: screen(() => import('./customers-announcements.tsx'), 'CustomersAnnouncementsScreen'),
  },
  'customers-announcement': {
    path: '/customers-announcements/{id}',
    title: 'Customer Announcement',
    parent: 'customers-announcements',
    screen: screen(() => import('./customers-announcements.tsx'), 'CustomersAnnouncementScreen'),
  },
});
