import { defineManifest } from '../../platform/manifest.ts';
import { merchantHandlers } from './handlers.ts';

export const manifest = defineManifest({
  handlers: [merchantHandlers],
});
