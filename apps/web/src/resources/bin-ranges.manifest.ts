import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  'bin-ranges': {
    path: '/settings/bin-ranges',
    title: 'BIN Ranges',
    intro: 'Which bank and country a card is of, by its first digits. Load a file to renew them.',
    menu: { in: 'Risk', place: 5 },
    screen: screen(() => import('./bin-ranges.tsx'), 'BinRangesScreen'),
  },
});
