import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';
import { FilterToggle } from './FilterToggle.tsx';
import type { AnyResource } from './useList.ts';

const TYPES = Object.keys(TASK_TYPES);
const OF_BUSINESS = TYPES.slice(0, TYPES.indexOf('HOUSEKEEPING' satisfies TaskType));

/** The house's own keeping runs most often, the sealing of the log every minute or so, and hides all else. */
export const ofBusiness = (resource: unknown) => (
  <FilterToggle
    resource={resource as AnyResource}
    column="type"
    values={OF_BUSINESS}
    label="Business tasks"
    title="Without the house’s own keeping: the sealing of the log, backups and the like"
  />
);
