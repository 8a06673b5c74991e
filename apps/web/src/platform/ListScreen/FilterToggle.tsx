import type { Key } from '@paydesk/contract/index.ts';
import type { PageAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { browserTimeZone, formatCount } from '../format.ts';
import { useCall } from '../query.ts';
import type { AnyRow } from './cells.tsx';
import { toQuery } from './state.ts';
import { useListState, type AnyResource } from './useList.ts';

interface Props {
  resource: AnyResource;
  column: string;
  values: readonly string[];
  label: string;
  title: string;
}

const AGAIN_MS = 30_000;

/** A choice among the values of one column that many want, on and off by one press: it is the column's own filter. */
export function FilterToggle({ resource, column, values, label, title }: Props) {
  const { state, change } = useListState(resource);
  const chosen = values.join();
  const on = state.filters[column] === chosen;
  return (
    <Button
      aria-pressed={on}
      title={title}
      onClick={() =>
        change(({ filters: { [column]: _one, ...others }, ...now }) => ({
          ...now,
          page: 0,
          filters: on ? others : { ...others, [column]: chosen },
        }))
      }
    >
      {label}
    </Button>
  );
}

/** The same where what it shows is to be seen to: as many as it shows, under the other filters that are set. */
export function CountedToggle({ label, ...given }: Props) {
  const { resource, column, values } = given;
  const { state } = useListState(resource);
  const filters = { ...state.filters, [column]: values.join() };
  const { sort: _sort, ...query } = toQuery(
    { ...state, filters, page: 0, size: 1 },
    browserTimeZone(),
  );
  const { data } = useCall(
    `GET ${resource.path}` as Key,
    { query: query as never },
    {
      refetchInterval: AGAIN_MS,
      placeholderData: (before: unknown) => before as never,
    },
  );
  const total = (data as PageAnswer<AnyRow> | undefined)?.totalElements;
  return (
    <FilterToggle
      {...given}
      label={total === undefined || total === null ? label : `${label} ${formatCount(total)}`}
    />
  );
}
