import type { Column, Columns } from '@paydesk/contract/kernel/columns.ts';
import { filterWords } from '@paydesk/contract/kernel/filters.ts';
import { IconButton, TextButton } from '../../ui/Button.tsx';
import { IconX } from '../../ui/icons.ts';
import { shortId } from '../format.ts';
import styles from './list.module.css';

function wordsOf(column: Column | undefined, value: string): string {
  if (!column) return value;
  return column.kind === 'id' ? shortId(value) : filterWords(column, value);
}

/** Every filter in force, those of hidden columns and unknown ones too, to take off one by one. */
export function FilterChips({
  filters,
  columns,
  onRemove,
  onClear,
}: {
  filters: Readonly<Record<string, string>>;
  columns: Columns;
  onRemove: (key: string) => void;
  onClear: () => void;
}) {
  const active = Object.entries(filters);
  return (
    <div className={styles.chips}>
      <span className={styles.chipsLabel}>Filters</span>
      <ul aria-label="Filters in force">
        {active.map(([key, value]) => {
          const label = columns[key]?.label ?? key;
          const words = `${label}: ${wordsOf(columns[key], value)}`;
          return (
            <li key={key} className={styles.filterChip} title={`${label}: ${value}`}>
              <span>{words}</span>
              <IconButton label={`Remove filter ${words}`} onClick={() => onRemove(key)}>
                <IconX size={14} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <TextButton className={styles.textButton} onClick={onClear}>
        Clear all
      </TextButton>
    </div>
  );
}
