import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'bin-ranges': {
    path: '/settings/bin-ranges',
    title: 'BIN Ranges',
    menu: { in: 'Risk', place: 5 },
    screen: screen(() => import('./bin-ranges.tsx'), 'BinRangesScreen'),
  },
});
