import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'soap-logs': {
    title: 'SOAP Logs',
    menu: { in: 'Logs', place: 2 },
    screen: screen(() => import('./soap-logs.tsx'), 'SoapLogsScreen'),
  },
});
