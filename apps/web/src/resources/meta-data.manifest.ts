import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'meta-data': {
    path: '/settings/meta-data',
    title: 'Meta Data',
    intro:
      'The settings that staff change, such as time-outs and limits; each applies from its next use.',
    menu: { in: 'Set-up', place: 3 },
    screen: screen(() => import('./meta-data.tsx'), 'MetaDataScreen'),
  },
});
