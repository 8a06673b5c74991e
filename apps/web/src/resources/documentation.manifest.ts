import { defineRoutes, screen } from '../platform/routing.ts';
import { IconBook } from '../ui/icons.ts';

export const manifest = defineRoutes({
  help: {
    title: 'Help',
    screen: screen(() => import('./documentation.tsx'), 'HelpScreen'),
  },
  documentation: {
    title: 'Integration Documentation',
    menu: [
      { in: 'Developers', place: 3, icon: IconBook },
      { in: 'Set-up', place: 5 },
    ],
    screen: screen(() => import('./documentation.tsx'), 'DocumentationScreen'),
  },
});
