import { defineManifest } from '../../platform/manifest.ts';
import { deliveryHandlers } from './handlers.ts';
import {
  companyMethodsList,
  deliveryCompaniesList,
  deliveryCompanyRecord,
  deliveryMerchantsList,
  deliveryMethodRecord,
  deliveryMethodsList,
  methodCompaniesList,
  pickupPointsList,
} from './lists.ts';

export const manifest = defineManifest({
  lists: [
    deliveryCompaniesList,
    deliveryMethodsList,
    companyMethodsList,
    methodCompaniesList,
    pickupPointsList,
    deliveryMerchantsList,
  ],
  records: [deliveryCompanyRecord, deliveryMethodRecord],
  handlers: [deliveryHandlers],
});
