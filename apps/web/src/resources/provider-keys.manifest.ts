import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'provider-keys': {
    path: '/settings/provider-keys',
    title: 'Provider Keys',
    menu: { in: 'Set-up', place: 4 },
    screen: screen(() => import('./provider-keys.tsx'), 'ProviderKeysScreen'),
  },
  'provider-key': {
    path: '/settings/provider-keys/{id}',
    title: 'Provider Key',
    parent: 'provider-keys',
    screen: screen(() => import('./provider-keys.tsx'), 'ProviderKeyScreen'),
  },
});
