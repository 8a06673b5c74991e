import { plainIban } from '@paydesk/contract/resources/merchants/actions.ts';
import { merchant } from '@paydesk/contract/resources/merchants/record.ts';
import { countryOf, merchantSql } from '../../domain/merchant-record.ts';
import { defineRecord } from '../../platform/record.ts';
import { merchantsList } from './lists.ts';

/** One merchant for staff: read, changed, and moved between its statuses (API-78, AM-66). */
export const merchantRecord = defineRecord({
  record: merchant,
  list: merchantsList,
  table: 'merchants',
  columns: {
    ...merchantSql,
    country: countryOf,
    updatedDate: 'm.updated_date',
    updatedBy: 'm.updated_by',
  },
  about: ({ id }) => ({ entityType: merchant.entity, entityId: id, merchantId: id }),
  actions: {
    'POST /api/merchants/{id}/actions/approve': () => ({ set: { status: 'APPROVED' } }),
    'POST /api/merchants/{id}/actions/decline': () => ({ set: { status: 'DECLINED' } }),
    'POST /api/merchants/{id}/actions/activate': () => ({ set: { status: 'ACTIVE' } }),
    'POST /api/merchants/{id}/actions/disable': () => ({ set: { status: 'DISABLED' } }),
    'PUT /api/merchants/{id}': ({ stored }) => ({
      set: { ...stored, ...(stored.iban && { iban: plainIban(stored.iban) }) },
    }),
  },
});
