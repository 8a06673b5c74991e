import { defineRoutes, screen } from '../platform/routing.ts';

export const manifest = defineRoutes({
  'what-changed': {
    path: '/help/what-changed',
    title: 'What changed',
    intro: 'What is new, changed or mended in each version, the newest first.',
    parent: 'help',
    screen: screen(() => import('./what-changed.tsx'), 'WhatChangedScreen'),
  },
});
