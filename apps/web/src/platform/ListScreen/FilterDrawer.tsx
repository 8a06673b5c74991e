import { isFilterable, type Column } from '@paydesk/contract/kernel/columns.ts';
import type { Named } from '@paydesk/contract/kernel/enumeration.ts';
import { Button } from '../../ui/Button.tsx';
import { PlainSelect } from '../../ui/Input.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FilterField } from './FilterField.tsx';
import styles from './list.module.css';
import { sortOf, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';
import { useMeaning } from '../useMeaning.tsx';
import fieldStyles from '../field.module.css';

/** Sort and filters on a phone, where no table head holds them. */
export default function FilterDrawer({
  columns,
  resource,
  state,
  enumerations,
  epoch,
  onSort,
  onFilter,
  onClear,
  onClose,
}: {
  columns: readonly [string, Column][];
  resource: AnyResource;
  state: ListState;
  enumerations: Readonly<Record<string, readonly Named[]>>;
  epoch: number;
  onSort: (sort: string) => void;
  onFilter: (key: string, value: string, again: boolean) => void;
  onClear: () => void;
  onClose: () => void;
}) {
  const sortable = columns.filter(([, column]) => column.sort);
  const [sorted] = sortable.find(([key]) => sortOf(state, resource, key)) ?? [''];
  const direction = sortOf(state, resource, sorted) ?? 'DESC';
  // the field that was typed in last has not been left yet
  const close = () => {
    (document.activeElement as HTMLElement | null)?.blur();
    onClose();
  };
  const nameOf = (key: string) => (key === resource.created ? 'createdDate' : key);
  return (
    <Dialog easy title="Filters and sorting" onClose={close}>
      <div className={styles.drawer}>
        <label>
          <span>Sort by</span>
          <span className={styles.drawerSort}>
            <PlainSelect
              className={styles.filter}
              value={sorted}
              onChange={(event) => onSort(`${nameOf(event.currentTarget.value)},${direction}`)}
            >
              {sortable.map(([key, column]) => (
                <option key={key} value={key}>
                  {column.label}
                  {resource.totals?.back && key === resource.totals.of ? ', by size' : ''}
                </option>
              ))}
            </PlainSelect>
            <PlainSelect
              className={styles.filter}
              aria-label="Direction"
              value={direction}
              onChange={(event) => onSort(`${nameOf(sorted)},${event.currentTarget.value}`)}
            >
              <option value="ASC">Ascending</option>
              <option value="DESC">Descending</option>
            </PlainSelect>
          </span>
        </label>
        {columns
          .filter(([, column]) => isFilterable(column))
          .map(([key, column]) => (
            <div key={`${key} ${epoch}`}>
              <ToldLabel label={column.label} />
              <FilterField
                column={column}
                value={state.filters[key] ?? ''}
                options={enumerations[key]}
                atOnce
                onFilter={(value, again) => onFilter(key, value, again)}
              />
            </div>
          ))}
        <div className={styles.drawerButtons}>
          <Button onClick={onClear}>Clear all</Button>
          <Button variant="primary" onClick={close}>
            Show results
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What the field below is of, and what that means. */
function ToldLabel({ label }: { label: string }) {
  const meaning = useMeaning(label);
  return (
    <span className={fieldStyles.above}>
      <span aria-hidden>{label}</span>
      {meaning?.mark({ 'aria-description': label })}
      {meaning?.panel}
    </span>
  );
}
