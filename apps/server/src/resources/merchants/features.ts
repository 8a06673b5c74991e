import { merchantFeatures } from '@paydesk/contract/resources/merchants/features.ts';
import { featureHandlers } from '../../platform/features.ts';
import type { Services } from '../../platform/services.ts';
import { merchantRecord } from './record.ts';

/** What is open to a merchant (API-80, AM-61). */
export const merchantFeatureHandlers = (services: Services) =>
  featureHandlers(services, merchantRecord, {
    definition: merchantFeatures,
    table: 'merchant_features',
    into: (tx) => tx.insertInto('merchant_features'),
    owner: 'merchant_id',
  });
