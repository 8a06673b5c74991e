import { defineManifest } from '../../platform/manifest.ts';
import { ruleHitsList, rulesList, ruleVersionsList } from './lists.ts';
import { ruleRecord } from './record.ts';

export const manifest = defineManifest({
  lists: [rulesList, ruleVersionsList, ruleHitsList],
  records: [ruleRecord],
});
