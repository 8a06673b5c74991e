import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'mpi-logs': {
    title: '3DS Logs',
    intro:
      'How payers proved themselves to their banks. Open a message to read it beside its answer.',
    menu: { in: 'Logs', place: 3 },
    screen: screen(() => import('./mpi-logs.tsx'), 'MpiLogsScreen'),
  },
});
