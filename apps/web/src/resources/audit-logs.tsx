import { HOUSE } from 'virtual:codes';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { auditDetails, named, namedCells, screenOf } from '../platform/auditCells.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

type Row = RowOf<typeof auditLogs.columns>;

function entityLink({ entityType, entityId }: Row) {
  return renderValue(auditLogs.columns.entityId, entityId, screenOf(entityType, entityId));
}

const columns = {
  ...namedCells,
  entityId: { cell: entityLink },
  address: { width: 112 },
  details: { cell: auditDetails, width: 200 },
};
const resource = named(auditLogs, HOUSE);
const empty = 'Nothing was changed yet. Whatever somebody changes stands here by itself.';

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <ListScreen resource={resource} columns={columns} nothingYet={empty} />
);
