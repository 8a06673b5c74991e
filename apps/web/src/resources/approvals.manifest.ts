import { backOffice, screen } from '../platform/routing.ts';
import { IconUserCheck } from '../ui/icons.ts';

export const manifest = backOffice({
  approvals: {
    title: 'Approvals',
    menu: { in: 'Desk', place: 2, icon: IconUserCheck },
    screen: screen(() => import('./approvals.tsx'), 'ApprovalsScreen'),
  },
});
