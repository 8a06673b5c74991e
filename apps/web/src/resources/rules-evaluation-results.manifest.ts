import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'rules-evaluation-results': {
    title: 'Rule Results',
    menu: { in: 'Risk', place: 4 },
    screen: screen(() => import('./rules-evaluation-results.tsx'), 'RulesEvaluationResultsScreen'),
  },
});
