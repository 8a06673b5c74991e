import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'mpi-logs': {
    title: '3DS Logs',
    menu: { in: 'Logs', place: 3 },
    screen: screen(() => import('./mpi-logs.tsx'), 'MpiLogsScreen'),
  },
});
