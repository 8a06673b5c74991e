import { HOUSE } from 'virtual:codes';
import { auditLogs, type DONE_BY } from '@paydesk/contract/resources/audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';
import { FilterToggle } from '../platform/ListScreen/FilterToggle.tsx';

const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';

/** Whose doing it is that staff look for, one of the two: they are values of one column. */
const BY = [
  ['PERSON', 'By people', 'Only what people did, each by their name'],
  ['SYSTEM', 'By systems', 'Only what tasks, gateways, keys and certificates did'],
] as const satisfies [keyof typeof DONE_BY, string, string][];

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <AuditScreen
    resource={resource}
    nothingYet={empty}
    actions={BY.map(([value, label, title]) => (
      <FilterToggle
        key={value}
        resource={resource as never}
        column="by"
        values={[value]}
        label={label}
        title={title}
      />
    ))}
  />
);
