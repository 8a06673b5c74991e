import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { TASK_TYPES } from '@paydesk/contract/tasks.ts';
import { ofBusiness } from '../platform/ListScreen/usual.tsx';
import { ReadScreen } from '../platform/ReadScreen/ReadScreen.tsx';
import type { Whole } from '../platform/ReadScreen/types.ts';

type Row = RowOf<typeof taskExecutions.columns>;

const typeWords = ({ type }: Row) => TASK_TYPES[type as keyof typeof TASK_TYPES] ?? type;

const whole: Whole<Row> = {
  column: 'type',
  words: typeWords,
  what: 'run',
  title: (row) => `${typeWords(row)} · ${row.status.description}`,
};

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

/** AT-02 */
export function TaskExecutionsScreen() {
  return (
    <ReadScreen
      resource={resource}
      columns={columns}
      whole={whole}
      actions={ofBusiness(resource)}
      nothingYet="No runs yet. The first appears within an hour of the start."
    />
  );
}
