import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  system: {
    path: '/settings/system',
    title: 'System',
    intro: 'How this installation is: queues, tasks, lines to the outside, and how long data stay.',
    menu: { in: 'Set-up', place: 2 },
    screen: screen(() => import('./SystemScreen.tsx'), 'SystemScreen'),
  },
});
