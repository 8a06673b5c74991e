import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screensOf } from './screen-files.ts';

test('the screens of a manifest by their addresses, but for those of records', () => {
  const manifest = `export const manifest = defineRoutes({
  orders: {
    title: 'Orders',
    screen: screen(() => import('./OrdersScreen.tsx'), 'OrdersScreen'),
  },
  order: {
    path: '/order/{orderId}',
    screen: screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
  },
  ...backOffice({
    'bin-ranges': {
      path: '/settings/bin-ranges',
      screen: screen(() => import('./bin-ranges.tsx'), 'BinRanges'),
    },
  }),
});
`;
  assert.deepEqual(screensOf(manifest), {
    '/orders': './OrdersScreen.tsx',
    '/settings/bin-ranges': './bin-ranges.tsx',
  });
});
