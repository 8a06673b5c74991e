import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { auditDetails, screenOf } from '../platform/auditCells.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { readable } from '../ui/changes.ts';

type Row = RowOf<typeof ownAuditLogs.columns>;
const { entityId } = ownAuditLogs.columns;

const columns = {
  action: { width: 170, cell: ({ action }: Row) => words(action) },
  entityType: { width: 150, cell: ({ entityType }: Row) => readable(entityType) },
  entityId: {
    cell: (row: Row) => renderValue(entityId, row.entityId, screenOf(row.entityType, row.entityId)),
  },
  address: { width: 112 },
  details: { cell: auditDetails, width: 280 },
};

/** A refusal stands there as the call that was refused. */
const words = (action: string) => (action.includes('/') ? action : readable(action));

const empty = 'Nothing was done yet. Whatever your people or Paydesk change stands here by itself.';

/** What was done at the own merchant, with before and after. */
export const OwnAuditLogsScreen = () => (
  <ListScreen resource={ownAuditLogs} columns={columns} nothingYet={empty} />
);
