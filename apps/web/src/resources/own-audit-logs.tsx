import { MERCHANTS } from 'virtual:codes';
import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { named, namedCells } from '../platform/auditCells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

const columns = {
  ...namedCells,
  address: { width: 112 },
};

const resource = named(ownAuditLogs, MERCHANTS);
const empty = 'Nothing was done yet. Whatever your people or Paydesk change stands here by itself.';

/** What was done at the own merchant, with before and after. */
export const OwnAuditLogsScreen = () => (
  <ListScreen resource={resource} columns={columns} nothingYet={empty} />
);
