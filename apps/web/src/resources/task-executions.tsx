import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

/** AT-02 */
export function TaskExecutionsScreen() {
  return (
    <ListScreen
      resource={taskExecutions}
      nothingYet="No task has run yet. Each run stands here, first within an hour of the start."
    />
  );
}
