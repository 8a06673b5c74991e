import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'financing-institutions': {
    path: '/financing/financing-institutions',
    title: 'Financing Institutions',
    menu: { in: 'Partners', place: 1 },
    screen: screen(
      () => import('./FinancingInstitutionsScreen.tsx'),
      'FinancingInstitutionsScreen',
    ),
  },
  'financing-institution': {
    path: '/financing/financing-institutions/{id}',
    title: 'Financing Institution',
    parent: 'financing-institutions',
    screen: screen(() => import('./FinancingInstitutionScreen.tsx'), 'FinancingInstitutionScreen'),
  },
});
