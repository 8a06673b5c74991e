import { backOffice, screen } from '../../platform/routing.ts';
import { IconUser } from '../../ui/icons.ts';

export const manifest = backOffice({
  customers: {
    title: 'Customers',
    intro: 'Everybody who paid a merchant. Open one to see payments, cards and loans on one page.',
    menu: { in: 'Desk', place: 4, icon: IconUser },
    screen: screen(() => import('./CustomersScreen.tsx'), 'CustomersScreen'),
  },
  customer: {
    path: '/customers/{customerId}',
    title: 'Customer Details',
    intro:
      'One person: what they paid, what is open, what colleagues noted, and how to block them.',
    parent: 'customers',
    screen: screen(() => import('./CustomerScreen.tsx'), 'CustomerScreen'),
  },
});
