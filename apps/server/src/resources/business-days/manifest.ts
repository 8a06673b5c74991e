import { defineManifest } from '../../platform/manifest.ts';
import { checkBusinessDays, foldBusinessDays, followBusinessZone } from './counters.ts';
import { figureHandlers } from './figures.ts';
import { businessDayHandlers } from './report.ts';

export const manifest = defineManifest({
  handlers: [businessDayHandlers, figureHandlers],
  tasks: { BUSINESS_DAY_CHECK: checkBusinessDays },
  loops: [followBusinessZone, foldBusinessDays],
});
