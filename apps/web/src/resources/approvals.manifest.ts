import { backOffice, screen } from '../platform/routing.ts';
import { IconUserCheck } from '../ui/icons.ts';

export const manifest = backOffice({
  approvals: {
    title: 'Approvals',
    menu: { in: 'Back Office', place: 6, icon: IconUserCheck },
    screen: screen(() => import('./approvals.tsx'), 'ApprovalsScreen'),
  },
});
