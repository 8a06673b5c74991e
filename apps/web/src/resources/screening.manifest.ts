import { backOffice, screen } from '../platform/routing.ts';
import { IconShieldCheck } from '../ui/icons.ts';

export const manifest = backOffice({
  screening: {
    title: 'Screening',
    menu: { in: 'Back Office', place: 5, icon: IconShieldCheck },
    screen: screen(() => import('./screening.tsx'), 'ScreeningScreen'),
  },
});
