import { MERCHANTS } from 'virtual:codes';
import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';

const resource = named(ownAuditLogs, MERCHANTS);
const empty = 'No changes yet. What your people, your systems or Paydesk change is recorded here.';

/** What was done at the own merchant, with before and after. */
export const OwnAuditLogsScreen = () => <AuditScreen resource={resource} nothingYet={empty} />;
