import { defineManifest } from '../../platform/manifest.ts';
import { approvalRecord, approvalsList } from './record.ts';

export const manifest = defineManifest({
  lists: [approvalsList],
  records: [approvalRecord],
});
