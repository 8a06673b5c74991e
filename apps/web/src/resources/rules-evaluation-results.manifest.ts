import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'rules-evaluation-results': {
    title: 'Rule Results',
    intro: 'What each rule said of each payment, and why. Filter by a payment’s id to see its own.',
    menu: { in: 'Risk', place: 4 },
    screen: screen(() => import('./rules-evaluation-results.tsx'), 'RulesEvaluationResultsScreen'),
  },
});
