import { checkErasures } from '../../domain/personal-data/check.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { personalDataHandlers } from './handlers.ts';

export const manifest = defineManifest({
  handlers: [personalDataHandlers],
  tasks: { ERASURE_CHECK: checkErasures },
});
