import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'audit-logs': {
    title: 'Audit Logs',
    menu: { in: 'People and rights', place: 3 },
    screen: screen(() => import('./audit-logs.tsx'), 'AuditLogsScreen'),
  },
});
