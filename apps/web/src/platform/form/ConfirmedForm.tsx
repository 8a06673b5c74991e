import { useState, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { Changes } from '../../ui/Changes.tsx';
import type { Change } from '../../ui/changes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx';
import styles from './form.module.css';
import { textOf } from './stale.ts';

interface Asked<F extends Fields> {
  values: ValuesOf<F>;
  readAs: ReadAs;
  done: () => void;
  fail: (error: unknown) => void;
}

type Props<F extends Fields> = Omit<FieldsFormProps<F>, 'onCancel'> & {
  /** The title of the question, and the button that says yes. */
  action: string;
  question: ReactNode;
};

/**
 * A form whose saving is asked for once more, with what will change, field by field. Cancel sends
 * nothing and keeps what was typed; a refusal stands beside the fields as in any form.
 */
export function ConfirmedForm<F extends Fields>({
  action,
  question,
  onSubmit,
  ...form
}: Props<F>): ReactNode {
  const [asked, setAsked] = useState<Asked<F> | null>(null);
  const leave = () => {
    // nothing was sent: what is typed stays typed
    asked?.fail(new DOMException('Left', 'AbortError'));
    setAsked(null);
  };
  const changed = asked ? changesOf(form.fields, form.initial ?? {}, asked.values) : [];
  return (
    <>
      <FieldsForm
        {...form}
        onSubmit={(values, readAs) =>
          new Promise<void>((done, fail) => setAsked({ values, readAs, done, fail }))
        }
      />
      {asked ? (
        <Dialog title={action} onClose={leave}>
          <FieldsForm
            fields={{}}
            submitLabel={action}
            onCancel={leave}
            onSubmit={async () => {
              await onSubmit(asked.values, asked.readAs).then(asked.done, asked.fail);
              setAsked(null);
            }}
          >
            <div className={styles.question}>{question}</div>
            {changed.length ? (
              <Changes changes={changed} label={action} />
            ) : (
              <p className={styles.unchanged}>No changes.</p>
            )}
          </FieldsForm>
        </Dialog>
      ) : null}
    </>
  );
}

/** Of the fields those that would be another. */
function changesOf(
  fields: Fields,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Change[] {
  return Object.entries(fields)
    .map(([key, field]) => ({
      field: field.label,
      before: textOf(field, before[key]),
      after: textOf(field, after[key]),
    }))
    .filter((change) => change.before !== change.after);
}
