import { metaData } from '@paydesk/contract/resources/meta-data.ts';
import { defineList } from '../platform/list/definition.ts';

export const metaDataList = defineList({
  resource: metaData,
  from: 'meta_data d',
  id: 'd.id',
  columns: {
    id: 'd.id',
    key: 'd.key',
    value: 'd.value',
    application: 'd.application',
    description: 'd.description',
    updatedDate: 'd.updated_date',
    updatedBy: 'd.updated_by',
    createdDate: 'd.created_date',
  },
});
