import { LoadingWord } from '../../ui/Coming.tsx';
import styles from './list.module.css';

const SKELETON_ROWS = 12;

/** Rows that are still to come. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-live="polite">
      <LoadingWord />
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
