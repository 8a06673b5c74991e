import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  rules: {
    path: '/settings/rules',
    title: 'Rules',
    menu: { in: 'Rules and data', place: 1 },
    screen: screen(() => import('./rules.tsx'), 'RulesScreen'),
  },
  rule: {
    path: '/settings/rules/{id}',
    title: 'Rule',
    parent: 'rules',
    screen: screen(() => import('./rules.tsx'), 'RuleScreen'),
  },
});
