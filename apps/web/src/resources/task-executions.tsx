import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

/** AT-02 */
export function TaskExecutionsScreen() {
  return (
    <ListScreen
      resource={taskExecutions}
      nothingYet="No runs yet. The first appears within an hour of the start."
    />
  );
}
