import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { AUDIT_RESULTS, recordName } from '../kernel/history.ts';
import { linesEndpoint } from '../kernel/lines.ts';
import { resource } from '../kernel/resource.ts';

/** The audit log of the own merchant, for its administrators: never who of the staff it was, nor from where. */
export const ownAuditLogs = resource({
  slug: 'own-audit-logs',
  title: 'Audit Log',
  path: '/api/user-merchant/audit-logs',
  read: ['UPDATE_MY_MERCHANT'],
  scope: 'own',
  created: 'createdDate',
  csv: { lines: true, persons: true },
  serves: 'SB-46, AT-01',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    user: { label: 'User', kind: 'text' },
    action: { label: 'Action', kind: 'text', codes: true },
    entityType: { label: 'Entity Type', kind: 'text', codes: true },
    entityId: { label: 'Entity ID', kind: 'id', nullable: true, byName: true },
    address: { label: 'IP Address', kind: 'text', nullable: true, hidden: 'screen' },
    result: { label: 'Result', kind: 'status', enumeration: AUDIT_RESULTS },
    details: { label: 'Details', kind: 'payload' },
    record: recordName,
    userId: { label: 'User id', kind: 'id', hidden: true, nullable: true },
  },
});

export const ownAuditLogEndpoints = endpoints(() => ({
  ...listEndpoints(ownAuditLogs),
  ...linesEndpoint(ownAuditLogs),
}));
