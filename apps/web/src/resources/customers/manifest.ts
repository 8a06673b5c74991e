import { backOffice, screen } from '../../platform/routing.ts';
import { IconUser } from '../../ui/icons.ts';

export const manifest = backOffice({
  customers: {
    title: 'Customers',
    menu: { in: 'Desk', place: 4, icon: IconUser },
    screen: screen(() => import('./CustomersScreen.tsx'), 'CustomersScreen'),
  },
  customer: {
    path: '/customers/{customerId}',
    title: 'Customer Details',
    parent: 'customers',
    screen: screen(() => import('./CustomerScreen.tsx'), 'CustomerScreen'),
  },
});
