import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  rules: {
    path: '/settings/rules',
    title: 'Rules',
    menu: { in: 'Risk', place: 3 },
    screen: screen(() => import('./RulesScreen.tsx'), 'RulesScreen'),
  },
  'add-rule': {
    path: '/settings/rules/add',
    title: 'New rule',
    parent: 'rules',
    screen: screen(() => import('./AddRuleScreen.tsx'), 'AddRuleScreen'),
  },
  rule: {
    path: '/settings/rules/{id}',
    title: 'Rule',
    parent: 'rules',
    screen: screen(() => import('./RuleScreen.tsx'), 'RuleScreen'),
  },
});
