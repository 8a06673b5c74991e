import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'task-executions': {
    title: 'Task Executions',
    intro: 'What Paydesk does by the clock, and how each run ended. Red ones want a look.',
    menu: { in: 'Logs', place: 4 },
    screen: screen(() => import('./task-executions.tsx'), 'TaskExecutionsScreen'),
  },
});
