import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { auditDetails, screenOf } from '../platform/auditCells.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

type Row = RowOf<typeof auditLogs.columns>;

function entityLink({ entityType, entityId }: Row) {
  return renderValue(auditLogs.columns.entityId, entityId, screenOf(entityType, entityId));
}

const columns = {
  action: { width: 142 },
  entityType: { width: 118 },
  entityId: { cell: entityLink },
  address: { width: 112 },
  details: { cell: auditDetails, width: 240 },
};
const empty = 'Nothing was changed yet. Whatever somebody changes stands here by itself.';

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <ListScreen resource={auditLogs} columns={columns} nothingYet={empty} />
);
