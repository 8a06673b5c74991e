import { HOUSE } from 'virtual:codes';
import { auditLogs, DONE_BY } from '@paydesk/contract/resources/audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';
import { FilterToggle } from '../platform/ListScreen/FilterToggle.tsx';
import { useCards } from '../platform/ListScreen/useCards.ts';

const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';

/** Whose doing it is that staff look for, one of the two: they are values of one column. */
const BY = [
  ['PERSON', 'people', 'Only what people did, each by their name'],
  ['SYSTEM', 'systems', 'Only what tasks, gateways, keys and certificates did'],
] as const satisfies [keyof typeof DONE_BY, string, string][];

/** On a phone, whose line they share with the files, the word alone. */
function DoneBy() {
  const phone = useCards();
  return BY.map(([value, whose, title]) => (
    <FilterToggle
      key={value}
      resource={resource as never}
      column="by"
      values={[value]}
      label={phone ? DONE_BY[value] : `By ${whose}`}
      title={title}
    />
  ));
}

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <AuditScreen resource={resource} nothingYet={empty} actions={<DoneBy />} />
);
