import { rules } from '@paydesk/contract/resources/rules.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';

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
export const ruleHandlers = ({ database }: Services): Handlers<'GET /api/settings/rules/{id}'> => ({
  'GET /api/settings/rules/{id}': ({ actor, params }) =>
    oneRow(database, rulesList, actor, params.id),
});
