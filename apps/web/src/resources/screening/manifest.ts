import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  screening: {
    title: 'Screening',
    menu: { in: 'Risk', place: 1 },
    screen: screen(() => import('./ScreeningScreen.tsx'), 'ScreeningScreen'),
  },
  'screening-cases': {
    path: '/screening/cases',
    title: 'Screening Cases',
    parent: 'screening',
    screen: screen(() => import('./cases.tsx'), 'ScreeningCasesScreen'),
  },
  'screening-case': {
    path: '/screening/cases/{id}',
    title: 'Screening Case',
    parent: 'screening-cases',
    screen: screen(() => import('./cases.tsx'), 'ScreeningCaseScreen'),
  },
});
