import { HOUSE } from 'virtual:codes';
import { APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { AuditScreen, named } from '../platform/auditCells.tsx';
import { useListState } from '../platform/ListScreen/useList.ts';
import { Button } from '../ui/Button.tsx';

const resource = named(auditLogs, HOUSE);
const empty = 'No changes yet. Every change is recorded here.';

/** What somebody did who was signed in stands there with its application, and what systems and tasks did with none. */
const OF_PEOPLE = Object.keys(APPLICATIONS).join();

/** What people did, without the steps of tasks, institutions and keys; and all of it again. */
function ByPeople() {
  const { state, change } = useListState(resource as never);
  const on = state.filters['application'] === OF_PEOPLE;
  return (
    <Button
      aria-pressed={on}
      title="Only what somebody did who was signed in"
      onClick={() =>
        change(({ filters: { application: _one, ...others }, ...now }) => ({
          ...now,
          page: 0,
          filters: on ? others : { ...others, application: OF_PEOPLE },
        }))
      }
    >
      By people
    </Button>
  );
}

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <AuditScreen resource={resource} nothingYet={empty} actions={<ByPeople />} />
);
