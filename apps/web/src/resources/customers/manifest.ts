import { backOffice, screen } from '../../platform/routing.ts';
import { IconUser } from '../../ui/icons.ts';

export const manifest = backOffice({
  customers: {
    title: 'Customers',
    menu: { in: 'Back Office', place: 2, icon: IconUser },
    screen: screen(() => import('./CustomersScreen.tsx'), 'CustomersScreen'),
  },
  customer: {
    path: '/customers/{customerId}',
    title: 'Customer Details',
    parent: 'customers',
    screen: screen(() => import('./CustomerScreen.tsx'), 'CustomerScreen'),
  },
});
