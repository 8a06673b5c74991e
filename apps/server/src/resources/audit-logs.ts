import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { recordNames } from '../domain/record-names.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const auditLogsList = defineList({
  resource: auditLogs,
  from: 'audit_logs l',
  id: 'l.id',
  joins: { m: 'left join merchants m on m.id = l.merchant_id' },
  columns: {
    id: 'l.id',
    createdDate: 'l.created_date',
    user: 'l.user_name',
    application: 'l.application',
    action: 'l.action',
    entityType: 'l.entity_type',
    entityId: 'l.entity_id',
    merchant: 'm.name',
    address: 'l.address',
    result: 'l.result',
    details: 'l.details::text',
    record: 'null::text',
    userId: 'l.user_id',
    merchantId: 'l.merchant_id',
    // a key stands there by its name, under an id that is no person's
    by: `case when l.application is not null
        or l.user_id is not null and l.user_name !~ '^(API key|Certificate) ' then 'PERSON'
      when l.user_name is not null then 'SYSTEM'
      else 'NOBODY' end`,
  },
  asJson: { details: 'l.details' },
  names: recordNames,
});

export const manifest = defineManifest({
  lists: [auditLogsList],
});
