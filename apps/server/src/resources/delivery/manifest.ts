import { defineManifest } from '../../platform/manifest.ts';
import { deliveryHandlers } from './handlers.ts';
import {
  companyMethodsList,
  deliveryCompaniesList,
  deliveryMerchantsList,
  deliveryMethodsList,
  methodCompaniesList,
  pickupPointsList,
} from './lists.ts';
import { deliveryCompanyRecord, deliveryMethodRecord, pickupPointRecord } from './records.ts';

export const manifest = defineManifest({
  lists: [
    deliveryCompaniesList,
    deliveryMethodsList,
    companyMethodsList,
    methodCompaniesList,
    pickupPointsList,
    deliveryMerchantsList,
  ],
  records: [deliveryCompanyRecord, deliveryMethodRecord, pickupPointRecord],
  handlers: [deliveryHandlers],
});
