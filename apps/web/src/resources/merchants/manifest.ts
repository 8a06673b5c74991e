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
      menu: { in: 'Desk', place: 3, icon: IconBuildings },
      screen: screen(() => import('./MerchantsScreen.tsx'), 'MerchantsScreen'),
    },
    'add-merchant': {
      path: '/merchants/add',
      title: 'New merchant',
      parent: 'merchants',
      screen: screen(() => import('./NewMerchantScreen.tsx'), 'NewMerchantScreen'),
    },
    'merchant-by-id': {
      path: '/merchants/{merchantId}',
      title: 'Merchant Details',
      parent: 'merchants',
      screen: screen(() => import('./MerchantScreen.tsx'), 'MerchantScreen'),
    },
  }),
};
