import { HOUSE } from 'virtual:codes';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { named, namedCells } from '../platform/auditCells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

const columns = {
  ...namedCells,
  address: { width: 112 },
};
const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <ListScreen resource={resource} columns={columns} nothingYet={empty} />
);
