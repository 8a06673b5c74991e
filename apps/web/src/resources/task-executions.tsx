import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';
import { FilterToggle } from '../platform/ListScreen/FilterToggle.tsx';
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
    cell: ({ durationMs }: Row) =>
      durationMs === null ? null : (
        <span title={`${durationMs} ms`}>{durationWords(durationMs)}</span>
      ),
  },
} as const;

/** The house's own keeping runs most often, the sealing of the log every minute or so, and hides all else. */
const types = Object.keys(TASK_TYPES);
const ofBusiness = (
  <FilterToggle
    resource={resource as never}
    column="type"
    values={types.slice(0, types.indexOf('HOUSEKEEPING' satisfies TaskType))}
    label="Business tasks"
    title="Without the house’s own keeping: the sealing of the log, backups and the like"
  />
);

/** AT-02 */
export function TaskExecutionsScreen() {
  return (
    <ReadScreen
      resource={resource}
      columns={columns}
      whole={whole}
      actions={ofBusiness}
      nothingYet="No runs yet. The first appears within an hour of the start."
    />
  );
}
