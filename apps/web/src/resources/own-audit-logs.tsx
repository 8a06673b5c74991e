import { MERCHANTS } from 'virtual:codes';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { auditDetails, named, namedCells, screenOf } from '../platform/auditCells.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

type Row = RowOf<typeof ownAuditLogs.columns>;
const { entityId } = ownAuditLogs.columns;

const columns = {
  ...namedCells,
  entityId: {
    cell: (row: Row) => renderValue(entityId, row.entityId, screenOf(row.entityType, row.entityId)),
  },
  address: { width: 112 },
  details: { cell: auditDetails, width: 280 },
};

const resource = named(ownAuditLogs, MERCHANTS);
const empty = 'Nothing was done yet. Whatever your people or Paydesk change stands here by itself.';

/** What was done at the own merchant, with before and after. */
export const OwnAuditLogsScreen = () => (
  <ListScreen resource={resource} columns={columns} nothingYet={empty} />
);
