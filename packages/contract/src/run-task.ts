import { action } from './kernel/action.ts';
import type { Requirement } from './policy.ts';
import type { TaskType } from './tasks.ts';

/** How a task stands that somebody wants run before its time. */
export interface TaskNow {
  /** Some are there only where a setting names what they need. */
  here: boolean;
  running: boolean;
  /** Who has asked for the run that comes; null: nobody. */
  askedBy: string | null;
}

/** Technical staff read runs and begin none (AM-82). */
export const RUN_TASK = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'RUN_TASKS',
} as const satisfies Requirement;

/** A task run before its time: it does what is due, which each of them does once, however often it runs. */
export const runTask = action<TaskNow, Record<never, never>>({
  label: 'Run now',
  asks: RUN_TASK,
  looksAt: 'type',
  whyNot: ({ here, running, askedBy }) =>
    !here
      ? 'This installation has no such task'
      : running
        ? 'It runs now'
        : askedBy === null
          ? null
          : `${askedBy} has asked for it already; it begins within seconds`,
  fields: {},
  success: 'The task was asked for',
});

/** What moves money, or can’t be taken back, is asked before, and what it does said. */
export const RUN_ASKS: Readonly<Partial<Record<TaskType, string>>> = {
  SETTLEMENT_BATCH:
    'Payments and refunds of the days that are over get the settlement batch of their day. What has a batch keeps it.',
  RECURRING_CHARGE:
    'Every recurring payment that is due is charged now, and payers whose card runs out are asked for another. A day that is due is charged once, however often the task runs.',
  CUSTOMER_RETENTION:
    'Customers of whom nothing was heard for as long as Meta Data says are erased. This can’t be taken back.',
};
