import { backOffice, screen } from '../platform/routing.ts';
import { IconUserCheck } from '../ui/icons.ts';

export const manifest = backOffice({
  approvals: {
    title: 'Approvals',
    intro: 'What one administrator asked for and a second one confirms or declines.',
    menu: { in: 'Desk', place: 2, icon: IconUserCheck },
    screen: screen(() => import('./approvals.tsx'), 'ApprovalsScreen'),
  },
});
