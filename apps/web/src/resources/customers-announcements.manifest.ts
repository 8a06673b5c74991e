import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'customers-announcements': {
    title: 'Customer Announcements',
    intro: 'What customers read in the payers’ app: write it here, with the days it is shown.',
    menu: { in: 'Communication', place: 2 },
    screen: screen(() => import('./customers-announcements.tsx'), 'CustomersAnnouncementsScreen'),
  },
  'customers-announcement': {
    path: '/customers-announcements/{id}',
    title: 'Customer Announcement',
    intro: 'Change its words or its days; the payers’ app shows the new ones.',
    parent: 'customers-announcements',
    screen: screen(() => import('./customers-announcements.tsx'), 'CustomersAnnouncementScreen'),
  },
});
