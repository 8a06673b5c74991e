import { carryOutLate } from '../../domain/approvals/carry-out.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { decideHandlers } from './decide.ts';
import { approvalRecord, approvalsList } from './record.ts';
import { thresholdRecord, thresholdsList } from './thresholds.ts';

export const manifest = defineManifest({
  lists: [approvalsList, thresholdsList],
  records: [approvalRecord, thresholdRecord],
  handlers: [decideHandlers],
  loops: [carryOutLate],
});
