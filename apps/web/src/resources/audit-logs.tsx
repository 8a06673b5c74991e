import { HOUSE } from 'virtual:codes';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';
import { DoneBy } from '../platform/ListScreen/usual.tsx';

const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';
const actions = <DoneBy resource={resource} />;

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <AuditScreen resource={resource} nothingYet={empty} actions={actions} />
);
