import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { defineList } from '../../platform/list/definition.ts';
import { merchantSql } from '../../domain/merchant-record.ts';

export const merchantsList = defineList({
  resource: merchants,
  from: 'merchants m',
  id: 'm.id',
  tenant: 'm.id',
  columns: merchantSql,
});
