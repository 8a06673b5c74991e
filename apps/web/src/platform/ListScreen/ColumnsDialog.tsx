import type { Column } from '@paydesk/contract/kernel/columns.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Input.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import own from './columns.module.css';
import styles from './list.module.css';
import { columnsOf, type ListState } from './state.ts';

/** Which columns the table has, and in which order; the list behind follows at once. */
export default function ColumnsDialog({
  visible,
  chosen,
  onChange,
  onClose,
}: {
  visible: readonly [string, Column][];
  chosen: ListState['columns'];
  onChange: (columns: ListState['columns']) => void;
  onClose: () => void;
}) {
  const shown = columnsOf(visible, chosen);
  const keys = shown.map(([key]) => key);
  const others = visible.filter(([key]) => !keys.includes(key));
  const swap = (at: number, by: number) => {
    const next = [...keys];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    onChange(next);
  };
  const box = (key: string, { label }: Column) => (
    <label>
      <Checkbox
        checked={keys.includes(key)}
        // a table without a column is no table
        disabled={keys.length === 1 && keys[0] === key}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? [...keys, key] : keys.filter((one) => one !== key))
        }
      />
      {label}
    </label>
  );
  return (
    <Dialog easy title="Columns of the list" onClose={onClose}>
      <ol className={own.columns} aria-label="Shown">
        {shown.map(([key, column], at) => (
          <li key={key}>
            {box(key, column)}
            <IconButton
              large
              label={`Move ${column.label} up`}
              whyNot={at === 0 ? `${column.label} is the first column` : null}
              onClick={() => swap(at, -1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton
              large
              label={`Move ${column.label} down`}
              whyNot={at === shown.length - 1 ? `${column.label} is the last column` : null}
              onClick={() => swap(at, 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {others.length ? (
        <>
          <p className={styles.dialogText}>Not shown</p>
          <ul className={own.columns} aria-label="Not shown">
            {others.map(([key, column]) => (
              <li key={key}>{box(key, column)}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className={`${styles.dialogButtons} ${own.foot}`}>
        <Button disabled={chosen === null} onClick={() => onChange(null)}>
          Reset columns
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
