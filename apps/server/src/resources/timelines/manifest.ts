import { defineManifest } from '../../platform/manifest.ts';
import { timelineHandlers } from './handlers.ts';

export const manifest = defineManifest({
  handlers: [timelineHandlers],
});
