import { Checkbox } from '../../ui/Input.tsx';
import type { FilterFieldProps } from './FilterField.tsx';
import styles from './list.module.css';

const NEXT: Readonly<Record<string, string>> = { '': 'true', true: 'false', false: '' };
const WORDS: Readonly<Record<string, string>> = { '': 'Any', true: 'Yes', false: 'No' };

/** Any, yes, no, and round again. */
export function BooleanFilter({ column, value, onFilter }: FilterFieldProps) {
  return (
    <label className={styles.checkFilter} data-active={value ? true : undefined}>
      <Checkbox
        aria-label={`Filter by ${column.label}: ${WORDS[value] ?? 'Any'}`}
        checked={value === 'true'}
        mixed={!value}
        onChange={() => onFilter(NEXT[value] ?? '', false)}
      />
      <span aria-hidden>{WORDS[value] ?? 'Any'}</span>
    </label>
  );
}
