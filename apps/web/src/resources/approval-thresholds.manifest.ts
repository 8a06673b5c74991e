import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  'approval-thresholds': {
    path: '/settings/second-person',
    title: 'Second Person',
    intro: 'From where on a second person has to agree before something is done.',
    set: 'THRESHOLDS',
    menu: { in: 'People and rights', place: 6 },
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
