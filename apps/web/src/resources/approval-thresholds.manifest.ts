import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  'approval-thresholds': {
    path: '/settings/second-person',
    title: 'Approval Thresholds',
    intro: 'The amounts above which a second person has to agree.',
    set: 'THRESHOLDS',
    parent: 'merchant',
    menu: { in: 'Users and access', place: 6 },
    screen: screen(() => import('./approval-thresholds.tsx'), 'ApprovalThresholdsScreen'),
  },
  'approval-threshold': {
    path: '/settings/second-person/{thresholdId}',
    title: 'Threshold',
    intro: 'From which amount on, and of whom, this one asks for a second person.',
    set: 'THRESHOLDS',
    parent: 'approval-thresholds',
    screen: screen(() => import('./approval-thresholds.tsx'), 'ApprovalThresholdScreen'),
  },
});
