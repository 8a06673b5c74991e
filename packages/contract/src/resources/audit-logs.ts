import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { AUDIT_RESULTS, DONE_BY, recordName } from '../kernel/history.ts';
import { linesEndpoint } from '../kernel/lines.ts';
import { resource } from '../kernel/resource.ts';
import { APPLICATIONS } from '../permissions.ts';

export const auditLogs = resource({
  slug: 'audit-logs',
  title: 'Audit Logs',
  path: '/api/audit-logs/users',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { lines: true, persons: true },
  serves: 'API-17, AT-01',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    user: { label: 'User', kind: 'text', nullable: true },
    application: {
      hidden: 'screen',
      label: 'Application',
      kind: 'choice',
      enumeration: APPLICATIONS,
      nullable: true,
    },
    action: { label: 'Action', kind: 'text', codes: true },
    // the record says of what kind it is, by its name
    entityType: { label: 'Entity Type', kind: 'text', codes: true, byChoiceOf: 'staff' },
    entityId: { label: 'Entity ID', kind: 'id', nullable: true },
    merchant: { label: 'Merchant', kind: 'text', nullable: true },
    address: { label: 'IP Address', kind: 'text', nullable: true, hidden: 'screen' },
    result: { label: 'Result', kind: 'status', enumeration: AUDIT_RESULTS },
    details: { label: 'Details', kind: 'payload' },
    record: recordName,
    userId: { label: 'User id', kind: 'id', hidden: true, nullable: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, nullable: true },
    by: { label: 'Done By', kind: 'choice', enumeration: DONE_BY, hidden: true, filterOnly: true },
  },
});

export const auditLogEndpoints = endpoints(() => ({
  ...listEndpoints(auditLogs),
  ...linesEndpoint(auditLogs),
}));
