import { MERCHANTS } from 'virtual:codes';
import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { named, namedCells } from '../platform/auditCells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

const columns = {
  ...namedCells,
  address: { width: 112 },
};

const resource = named(ownAuditLogs, MERCHANTS);
const empty = 'No changes yet. What your people or Paydesk change is recorded here.';

/** What was done at the own merchant, with before and after. */
export const OwnAuditLogsScreen = () => (
  <ListScreen resource={resource} columns={columns} nothingYet={empty} />
);
