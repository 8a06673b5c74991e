import { carryOutLate } from '../../domain/approvals/carry-out.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { decideHandlers } from './decide.ts';
import { approvalRecord, approvalsList } from './record.ts';

export const manifest = defineManifest({
  lists: [approvalsList],
  records: [approvalRecord],
  handlers: [decideHandlers],
  loops: [carryOutLate],
});
