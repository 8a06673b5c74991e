import { defineManifest } from '../../platform/manifest.ts';
import { enumHandlers } from './enums.ts';

export const manifest = defineManifest({
  handlers: [enumHandlers],
});
