import { merchantHistory, merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { defineList } from '../../platform/list/definition.ts';
import { historyList } from '../../platform/list/history.ts';

export const merchantsList = defineList({
  resource: merchants,
  from: 'merchants m',
  id: 'm.id',
  columns: {
    id: 'm.id',
    merchantId: 'm.merchant_number::text',
    name: 'm.name',
    legalId: 'm.legal_id',
    status: 'm.status',
    mccCode: 'm.mcc_code',
    country: 'm.country_code',
    email: 'm.email',
    phone: 'm.phone',
    createdDate: 'm.created_date',
  },
});

export const merchantHistoryList = historyList(merchantHistory, {
  from: 'merchants p',
  id: 'p.id',
  tenant: 'p.id',
});
