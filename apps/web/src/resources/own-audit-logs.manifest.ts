import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  'own-audit-logs': {
    path: '/merchant/audit-log',
    title: 'Audit Log',
    intro:
      'What your people, systems and Paydesk did at your merchant: when, from where, before, after.',
    set: 'OWN_AUDIT',
    parent: 'merchant',
    screen: screen(() => import('./own-audit-logs.tsx'), 'OwnAuditLogsScreen'),
  },
});
