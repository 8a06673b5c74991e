import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { RUN_TASK } from '@paydesk/contract/run-task.ts';
import { TASK_TYPES, type TaskStatus, type TaskType } from '@paydesk/contract/tasks.ts';
import { CountedToggle } from '../platform/ListScreen/FilterToggle.tsx';
import { ofBusiness } from '../platform/ListScreen/usual.tsx';
import { ReadScreen } from '../platform/ReadScreen/ReadScreen.tsx';
import type { Whole } from '../platform/ReadScreen/types.ts';
import { RunMenu, RunsAsked, RunTask } from '../platform/RunTask.tsx';
import { useActor } from '../platform/session.ts';

type Row = RowOf<typeof taskExecutions.columns>;

const typeWords = ({ type }: Row) => TASK_TYPES[type as TaskType] ?? type;

/** Of the task whose run is read, or stands in a line. */
const taskOf = ({ type, status }: Row) => ({
  type: type as TaskType,
  running: status.name === ('RUNNING' satisfies TaskStatus),
  askedBy: null,
});

const whole: Whole<Row> = {
  column: 'type',
  words: typeWords,
  what: 'run',
  title: (row) => `${typeWords(row)} · ${row.status.description}`,
  action: (row) => <RunTask {...taskOf(row)} />,
};

const menu = (row: Row) => <RunMenu key={row.id} {...taskOf(row)} />;

// in words, where the file and the API have figures
const { columns: kept } = taskExecutions;
const resource = {
  ...taskExecutions,
  columns: { ...kept, durationMs: { ...kept.durationMs, label: 'Duration' } },
};

// what failed is read whole: figures take what they need
const columns = {
  durationMs: {
    width: 96,
    cell: ({ durationMs: ms }: Row) =>
      ms === null ? null : <span title={`${ms} ms`}>{durationWords(ms)}</span>,
  },
} as const;

const FAILED = ['FAILED', 'PARTLY_FAILED'] as const satisfies TaskStatus[];
const actions = (
  <>
    <RunsAsked />
    {ofBusiness(resource)}
    <CountedToggle
      resource={resource as never}
      column="status"
      values={FAILED}
      label="Failed"
      title="Runs that failed, whole or in part"
    />
  </>
);

/** AT-02 */
export function TaskExecutionsScreen() {
  const may = isAllowed(useActor(), RUN_TASK);
  return (
    <ReadScreen
      resource={resource}
      columns={columns}
      whole={whole}
      menu={may ? menu : undefined}
      actions={actions}
      nothingYet="No runs yet. The first appears within an hour of the start."
    />
  );
}
