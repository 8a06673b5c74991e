import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  'what-changed': {
    path: '/help/what-changed',
    title: 'What changed',
    parent: 'help',
    screen: screen(() => import('./what-changed.tsx'), 'WhatChangedScreen'),
  },
});
