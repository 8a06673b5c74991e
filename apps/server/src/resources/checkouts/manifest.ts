import { defineManifest } from '../../platform/manifest.ts';
import { checkoutHandlers } from './handlers.ts';
import { shopperLoanHandlers } from './loan/handlers.ts';
import { checkoutPages } from './pages.ts';

export const manifest = defineManifest({
  handlers: [checkoutHandlers, shopperLoanHandlers],
  pages: checkoutPages,
});
