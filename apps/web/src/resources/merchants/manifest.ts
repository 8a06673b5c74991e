import { backOffice, defineRoutes, screen } from '../../platform/routing.ts';
import { IconBuildings } from '../../ui/icons.ts';

export const manifest = {
  ...defineRoutes({
    apply: {
      title: 'Apply as a merchant',
      access: 'open',
      search: ['token'],
      screen: screen(() => import('./ApplyScreen.tsx'), 'ApplyScreen'),
    },
  }),
  ...backOffice({
    merchants: {
      title: 'Merchants',
      intro: 'Every business that is paid through Paydesk. New ones wait here for approval.',
      menu: { in: 'Desk', place: 3, icon: IconBuildings },
      screen: screen(() => import('./MerchantsScreen.tsx'), 'MerchantsScreen'),
    },
    'add-merchant': {
      path: '/merchants/add',
      title: 'New merchant',
      intro: 'Add a business: its name and number first, the rest can be filled in later.',
      parent: 'merchants',
      screen: screen(() => import('./NewMerchantScreen.tsx'), 'NewMerchantScreen'),
    },
    'merchant-by-id': {
      path: '/merchants/{merchantId}',
      title: 'Merchant Details',
      intro:
        'One merchant: what it may do, how it is reached, its people, certificates and deliveries.',
      parent: 'merchants',
      screen: screen(() => import('./MerchantScreen.tsx'), 'MerchantScreen'),
    },
  }),
};
