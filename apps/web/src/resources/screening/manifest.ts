import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  screening: {
    title: 'Screening',
    intro: 'Which customers were screened, and what was found.',
    menu: { in: 'Risk', place: 1 },
    screen: screen(() => import('./ScreeningScreen.tsx'), 'ScreeningScreen'),
  },
  'screening-cases': {
    path: '/screening/cases',
    title: 'Screening Cases',
    intro: 'Names that matched a list. Open one to decide whether it is the same person.',
    parent: 'screening',
    screen: screen(() => import('./cases.tsx'), 'ScreeningCasesScreen'),
  },
  'screening-case': {
    path: '/screening/cases/{id}',
    title: 'Screening Case',
    intro: 'Compare line by line, then decide whether it is the same person, and say why.',
    parent: 'screening-cases',
    screen: screen(() => import('./cases.tsx'), 'ScreeningCaseScreen'),
  },
});
