import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'provider-keys': {
    path: '/settings/provider-keys',
    title: 'Provider Keys',
    intro: 'Keys by which a system of yours beside Paydesk sends its data.',
    menu: { in: 'Set-up', place: 4 },
    screen: screen(() => import('./provider-keys.tsx'), 'ProviderKeysScreen'),
  },
  'provider-key': {
    path: '/settings/provider-keys/{id}',
    title: 'Provider Key',
    intro: 'What this key may write, and when it last did. Disable it when its system is gone.',
    parent: 'provider-keys',
    screen: screen(() => import('./provider-keys.tsx'), 'ProviderKeyScreen'),
  },
});
