import { defineManifest } from '../../platform/manifest.ts';
import { checkoutHandlers } from './handlers.ts';
import { checkoutPages } from './pages.ts';

export const manifest = defineManifest({
  handlers: [checkoutHandlers],
  pages: checkoutPages,
});
