import { defineRoutes, screen } from '../platform/routing.ts';
import { IconUserCheck } from '../ui/icons.ts';

export const manifest = defineRoutes({
  approvals: {
    title: 'Approvals',
    intro: 'What one person asked for and a second one confirms or refuses.',
    set: 'APPROVALS',
    parent: 'merchant',
    menu: { in: 'Desk', place: 2, icon: IconUserCheck },
    screen: screen(() => import('./approvals.tsx'), 'ApprovalsScreen'),
  },
  approval: {
    path: '/approvals/{approvalId}',
    title: 'Request',
    intro: 'What was asked for, by whom and why, and the second person’s decision.',
    set: 'APPROVALS',
    parent: 'approvals',
    screen: screen(() => import('./approvals.tsx'), 'ApprovalScreen'),
  },
});
