import { defineRoutes, screen } from '../platform/routing.ts';
import { IconFileCode } from '../ui/icons.ts';

export const manifest = defineRoutes({
  'exchange-logs': {
    title: 'Exchange Requests And Responses',
    intro:
      'What the merchant’s systems and Paydesk told each other. Open one to read it beside its answer.',
    set: 'ADMIN_LEVEL',
    menu: [
      { in: 'Developers', place: 2, icon: IconFileCode, label: 'Exchange Logs' },
      { in: 'Logs', place: 1, label: 'Exchange Logs' },
    ],
    screen: screen(() => import('./exchange-logs.tsx'), 'ExchangeLogsScreen'),
  },
});
