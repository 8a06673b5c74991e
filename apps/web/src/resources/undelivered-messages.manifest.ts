import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'undelivered-messages': {
    title: 'Undelivered Messages',
    intro: 'What could not be sent, and why. It is retried automatically, or at once by you.',
    menu: { in: 'Logs', place: 5 },
    screen: screen(() => import('./undelivered-messages.tsx'), 'UndeliveredMessagesScreen'),
  },
});
