import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'meta-data': {
    path: '/settings/meta-data',
    title: 'Meta Data',
    menu: { in: 'Set-up', place: 3 },
    screen: screen(() => import('./meta-data.tsx'), 'MetaDataScreen'),
  },
});
