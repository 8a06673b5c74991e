import { useState } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { AnyActionSpec } from './ActionButton.tsx';
import { ApiError } from './api.ts';
import styles from './action.module.css';
import { checkOf } from './form/check.ts';
import { FieldsForm } from './form/FieldsForm.tsx';
import { idempotencyKeys } from './idempotency.ts';
import { notify } from './notify.tsx';
import { useRefresh } from './query.ts';

/** Where the form shows what becomes of it. */
const WIDE = 640;

/** The dialog of one opened action: one idempotency key, kept through its retries (AM-102). */
export default function ActionDialog({
  spec,
  onClose,
}: {
  spec: AnyActionSpec;
  onClose: () => void;
}) {
  const { action, record } = spec;
  const [keys] = useState(() => idempotencyKeys());
  const [asking, setAsking] = useState(spec.ask !== undefined);
  // what stands in a field never changes under a finger: the record behind may, and the rules go by that
  const [initial] = useState(spec.initial ?? {});
  const refresh = useRefresh();

  const send = async (values: Parameters<typeof spec.run>[0], readAs: ReadAs) => {
    let result: unknown;
    try {
      result = await spec.run(values, keys.keyFor(values), readAs);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) keys.refused();
      // whatever came of it, the record behind the dialog shows what is so now
      void refresh();
      throw error;
    }
    onClose();
    notify.success(spec.outcome?.(result) ?? action.success);
    void refresh();
  };

  const fields = action.fieldsOf?.(record) ?? action.fields;
  return (
    <Dialog
      title={asking ? spec.ask?.title : spec.title}
      {...(spec.form?.children && { size: WIDE })}
      onClose={onClose}
    >
      {asking && spec.ask ? (
        <FieldsForm
          key="ask"
          fields={{}}
          submitLabel={spec.ask.yes}
          onCancel={onClose}
          onSubmit={async () => setAsking(false)}
        >
          <p className={styles.question}>{spec.ask.question}</p>
        </FieldsForm>
      ) : (
        <>
          {spec.intro ? <div className={styles.intro}>{spec.intro}</div> : null}
          <FieldsForm
            key="form"
            fields={fields}
            initial={initial}
            beside={spec.beside ?? spec.form?.beside ?? {}}
            hints={spec.hints ?? spec.form?.hints ?? {}}
            check={checkOf(action, fields, record)}
            submitLabel={spec.submitLabel ?? action.label}
            danger={spec.danger ?? false}
            onCancel={onClose}
            onSubmit={send}
          >
            {spec.form?.children}
          </FieldsForm>
        </>
      )}
    </Dialog>
  );
}
