import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'task-executions': {
    title: 'Task Executions',
    intro: 'Scheduled tasks, and how each run ended. Red ones need a look.',
    menu: { in: 'Logs', place: 4 },
    screen: screen(() => import('./task-executions.tsx'), 'TaskExecutionsScreen'),
  },
});
