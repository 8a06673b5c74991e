import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconBuildingStore } from '../../ui/icons.ts';

export const manifest = defineRoutes({
  merchant: {
    title: 'Settings',
    intro:
      'Your business as shoppers and Paydesk know it: addresses we call, your logo, your details.',
    menu: { in: 'Settings', place: 4, icon: IconBuildingStore, label: 'Business Profile' },
    screen: screen(() => import('./OwnMerchantScreen.tsx'), 'OwnMerchantScreen'),
  },
});
