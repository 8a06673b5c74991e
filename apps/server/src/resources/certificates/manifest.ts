import { defineManifest } from '../../platform/manifest.ts';
import { apiKeyHandlers } from './api-key.ts';
import { certificateHandlers, certificateRecord, certificatesList } from './certificates.ts';
import { merchantCertificateHandlers, merchantCertificatesList } from './staff.ts';

export const manifest = defineManifest({
  lists: [certificatesList, merchantCertificatesList],
  records: [certificateRecord],
  handlers: [certificateHandlers, merchantCertificateHandlers, apiKeyHandlers],
});
