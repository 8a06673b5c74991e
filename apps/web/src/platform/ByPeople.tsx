import { APPLICATIONS } from '@paydesk/contract/permissions.ts';
import { Button } from '../ui/Button.tsx';
import { useListState, type AnyResource } from './ListScreen/useList.ts';

/** What somebody did who was signed in stands there with its application, and what systems and tasks did with none. */
const OF_PEOPLE = Object.keys(APPLICATIONS).join();

/** What people did, without the steps of tasks, institutions and keys; and all of it again. */
export function ByPeople({ resource }: { resource: AnyResource }) {
  const { state, change } = useListState(resource);
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
