import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldsForm } from './FieldsForm.tsx';
import styles from './form.module.css';

/** Asks before something that only saving would make final; nothing is sent. */
export function Question({
  title,
  yes,
  onYes,
  onClose,
  children,
}: {
  title: string;
  /** The button that says yes. */
  yes: string;
  onYes: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <FieldsForm
        fields={{}}
        danger
        submitLabel={yes}
        onCancel={onClose}
        onSubmit={async () => {
          onYes();
          onClose();
        }}
      >
        <p className={styles.question}>{children}</p>
      </FieldsForm>
    </Dialog>
  );
}
