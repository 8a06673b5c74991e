import { backOffice, screen } from '../../platform/routing.ts';

export const manifest = backOffice({
  'financing-institutions': {
    path: '/financing/financing-institutions',
    title: 'Financing Institutions',
    intro: 'Who lends. Open one to change what it can do and which products it offers.',
    menu: { in: 'Partners', place: 1 },
    screen: screen(
      () => import('./FinancingInstitutionsScreen.tsx'),
      'FinancingInstitutionsScreen',
    ),
  },
  'financing-institution': {
    path: '/financing/financing-institutions/{id}',
    title: 'Financing Institution',
    intro: 'What this lender can do, its products, and the address that stands in the papers.',
    parent: 'financing-institutions',
    screen: screen(() => import('./FinancingInstitutionScreen.tsx'), 'FinancingInstitutionScreen'),
  },
});
