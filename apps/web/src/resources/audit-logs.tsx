import { HOUSE } from 'virtual:codes';
import { APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';
import { FilterToggle } from '../platform/ListScreen/FilterToggle.tsx';

const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';

/** What somebody did who was signed in stands there with its application, and what systems and tasks did with none. */
const byPeople = (
  <FilterToggle
    resource={resource as never}
    column="application"
    values={Object.keys(APPLICATIONS)}
    label="By people"
    title="Only what somebody did who was signed in"
  />
);

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <AuditScreen resource={resource} nothingYet={empty} actions={byPeople} />
);
