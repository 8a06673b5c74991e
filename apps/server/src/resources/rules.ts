import { rule, rules } from '@paydesk/contract/resources/rules.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineRecord } from '../platform/record.ts';
import { defineManifest } from '../platform/manifest.ts';

export const rulesList = defineList({
  resource: rules,
  from: 'rules r',
  id: 'r.id',
  columns: {
    id: 'r.id',
    name: 'r.name',
    code: 'r.code',
    type: 'r.type',
    severity: 'r.severity',
    threshold: 'r.threshold',
    active: 'r.active',
    updatedDate: 'r.updated_date',
    updatedBy: 'r.updated_by',
    description: 'r.description',
    createdDate: 'r.created_date',
  },
});

/** One rule, for staff (API-143). */
export const ruleRecord = defineRecord({
  record: rule,
  list: rulesList,
  table: 'rules',
  columns: {},
  actions: {},
});

export const manifest = defineManifest({
  lists: [rulesList],
  records: [ruleRecord],
});
