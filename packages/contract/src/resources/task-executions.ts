import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { resource } from '../kernel/resource.ts';
import { TASK_STATUSES, TASK_TYPES } from '../tasks.ts';

export const taskExecutions = resource({
  slug: 'task-executions',
  title: 'Task Executions',
  path: '/api/task-executions',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'started',
  csv: {},
  serves: 'API-18, API-19, AT-02..04',
  columns: {
    id: { label: 'ID', kind: 'id' },
    type: { label: 'Type', kind: 'choice', enumeration: TASK_TYPES },
    status: { label: 'Status', kind: 'status', enumeration: TASK_STATUSES },
    started: { label: 'Started', kind: 'dateTime', sort: true },
    finished: { label: 'Finished', kind: 'dateTime', nullable: true },
    durationMs: { label: 'Duration ms', kind: 'number', nullable: true },
    processed: { label: 'Processed', kind: 'number', nullable: true },
    failed: { label: 'Failed', kind: 'number', nullable: true },
    error: { label: 'Error', kind: 'text', nullable: true },
    askedBy: { label: 'Asked By', kind: 'text', hidden: 'screen', nullable: true },
    skipped: { label: 'Skipped', kind: 'number', hidden: 'screen', nullable: true },
  },
});

export const taskExecutionEndpoints = endpoints(() => listEndpoints(taskExecutions));
