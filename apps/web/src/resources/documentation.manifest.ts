import { defineRoutes, screen } from '../platform/routing.ts';
import { IconBook } from '../ui/icons.ts';

export const manifest = defineRoutes({
  help: {
    title: 'Help',
    intro: 'How things are found, which keys there are, and which version runs here.',
    screen: screen(() => import('./documentation.tsx'), 'HelpScreen'),
  },
  documentation: {
    title: 'Integration Documentation',
    intro:
      'How your systems talk to Paydesk: each call with its fields, the pictures, and this version.',
    menu: [
      { in: 'Developers', place: 3, icon: IconBook },
      { in: 'Set-up', place: 5 },
    ],
    screen: screen(() => import('./documentation.tsx'), 'DocumentationScreen'),
  },
});
