import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'undelivered-messages': {
    title: 'Undelivered Messages',
    menu: { in: 'Logs', place: 5 },
    screen: screen(() => import('./undelivered-messages.tsx'), 'UndeliveredMessagesScreen'),
  },
});
