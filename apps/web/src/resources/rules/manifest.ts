import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  rules: {
    path: '/settings/rules',
    title: 'Rules',
    intro:
      'What payments, loans and customers are checked against. Try a rule before you switch it on.',
    menu: { in: 'Risk', place: 3 },
    screen: screen(() => import('./RulesScreen.tsx'), 'RulesScreen'),
  },
  'add-rule': {
    path: '/settings/rules/add',
    title: 'New rule',
    intro: 'Set its conditions and outcome; it does nothing until it is switched on.',
    parent: 'rules',
    screen: screen(() => import('./AddRuleScreen.tsx'), 'AddRuleScreen'),
  },
  rule: {
    path: '/settings/rules/{id}',
    title: 'Rule',
    intro: 'What it asks and does. Try it on the last 30 days to see whom it would have met.',
    parent: 'rules',
    screen: screen(() => import('./RuleScreen.tsx'), 'RuleScreen'),
  },
});
