import { DONE_BY } from '@paydesk/contract/kernel/history.ts';
import { TASK_TYPES, type TaskType } from '@paydesk/contract/tasks.ts';
import { CountedToggle, FilterToggle } from './FilterToggle.tsx';
import { useCards } from './useCards.ts';
import type { AnyResource } from './useList.ts';

const BY = [
  ['PERSON', 'By people', 'Only what people did, each by their name'],
  ['SYSTEM', 'By systems', 'Only what tasks, gateways, keys and certificates did'],
] as const satisfies [keyof typeof DONE_BY, string, string][];

/**
 * Whose doing it is that staff look for, one of the two: they are values of one column. On a phone, whose line they
 * share with the files, the word alone.
 */
export function DoneBy({ resource }: { resource: unknown }) {
  const phone = useCards();
  return BY.map(([value, label, title]) => (
    <FilterToggle
      key={value}
      resource={resource as AnyResource}
      column="by"
      values={[value]}
      label={phone ? DONE_BY[value] : label}
      title={title}
    />
  ));
}

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

/** What wants doing where most of a list went well, by the words of a column's values: each by one press. */
export const onlyThese = (of: unknown, column: string, ...values: string[]) =>
  values.map((value) => {
    const resource = of as AnyResource;
    const words = resource.columns[column]!.enumeration![value]!;
    return (
      <CountedToggle
        key={value}
        resource={resource}
        column={column}
        values={[value]}
        label={words}
        title={`Only ‘${words}’`}
      />
    );
  });
