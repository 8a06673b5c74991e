import { taskExecutions } from '@paydesk/contract/resources/task-executions.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const taskExecutionsList = defineList({
  resource: taskExecutions,
  from: 'task_executions x',
  id: 'x.id',
  columns: {
    id: 'x.id',
    type: 'x.type',
    status: 'x.status',
    started: 'x.started_date',
    finished: 'x.finished_date',
    durationMs: '(extract(epoch from x.finished_date - x.started_date) * 1000)::bigint',
    processed: 'x.processed',
    failed: 'x.failed',
    error: 'x.error',
    askedBy: 'x.asked_by',
    skipped: 'x.skipped',
  },
});

export const manifest = defineManifest({
  lists: [taskExecutionsList],
});
