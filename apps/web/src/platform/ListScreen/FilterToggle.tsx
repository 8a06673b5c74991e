import { Button } from '../../ui/Button.tsx';
import { useListState, type AnyResource } from './useList.ts';

/** A choice among the values of one column that many want, on and off by one press: it is the column's own filter. */
export function FilterToggle({
  resource,
  column,
  values,
  label,
  title,
}: {
  resource: AnyResource;
  column: string;
  values: readonly string[];
  label: string;
  title: string;
}) {
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
