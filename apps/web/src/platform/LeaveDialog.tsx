import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './action.module.css';
import { leaving } from './leave.ts';

/** Asks before what is typed is lost; Escape keeps it. */
export default function LeaveDialog() {
  return (
    <Dialog title="Discard what you typed?" onClose={() => leaving.answer(false)}>
      <p className={styles.question}>It has not been saved, and can’t be brought back.</p>
      <div className={styles.answers}>
        <Button data-autofocus onClick={() => leaving.answer(false)}>
          Keep editing
        </Button>
        <Button variant="danger" onClick={() => leaving.answer(true)}>
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
