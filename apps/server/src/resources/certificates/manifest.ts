import { defineManifest } from '../../platform/manifest.ts';
import { apiKeyHandlers } from './api-key.ts';
import { certificateHandlers, certificateRecord, certificatesList } from './certificates.ts';
import { apiKeyRecord, apiKeysList } from './keys.ts';
import { merchantCertificateHandlers, merchantCertificatesList } from './staff.ts';

export const manifest = defineManifest({
  lists: [certificatesList, merchantCertificatesList, apiKeysList],
  records: [certificateRecord, apiKeyRecord],
  handlers: [certificateHandlers, merchantCertificateHandlers, apiKeyHandlers],
});
