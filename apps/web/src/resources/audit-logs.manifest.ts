import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'audit-logs': {
    title: 'Audit Logs',
    intro:
      'Who changed what, when and how it ended. Filter by a record’s id to read its whole story.',
    menu: { in: 'Logs', place: 0 },
    screen: screen(() => import('./audit-logs.tsx'), 'AuditLogsScreen'),
  },
});
