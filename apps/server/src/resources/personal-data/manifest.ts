import { checkErasures } from '../../domain/personal-data/check.ts';
import { keepCustomers } from '../../domain/personal-data/retention.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { personalDataHandlers } from './handlers.ts';

export const manifest = defineManifest({
  handlers: [personalDataHandlers],
  tasks: { ERASURE_CHECK: checkErasures, CUSTOMER_RETENTION: keepCustomers },
});
