import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'soap-logs': {
    title: 'SOAP Logs',
    intro: 'What Paydesk and the acquirer told each other. Open one to read it beside its answer.',
    menu: { in: 'Logs', place: 2 },
    screen: screen(() => import('./soap-logs.tsx'), 'SoapLogsScreen'),
  },
});
