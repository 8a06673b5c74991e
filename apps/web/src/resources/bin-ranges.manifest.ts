import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'bin-ranges': {
    path: '/settings/bin-ranges',
    title: 'BIN Ranges',
    menu: { in: 'Rules and data', place: 3 },
    screen: screen(() => import('./bin-ranges.tsx'), 'BinRangesScreen'),
  },
});
