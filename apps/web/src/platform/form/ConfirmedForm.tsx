import { useState, type ReactNode } from 'react';
import type { Field, Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { Changes } from '../../ui/Changes.tsx';
import type { Change } from '../../ui/changes.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldsForm, type FieldsFormProps } from './FieldsForm.tsx';
import styles from './form.module.css';

interface Asked<F extends Fields> {
  values: ValuesOf<F>;
  done: () => void;
  fail: (error: unknown) => void;
}

type Props<F extends Fields> = Omit<FieldsFormProps<F>, 'onCancel' | 'onPending'> & {
  /** The title of the question, and the button that says yes. */
  action: string;
  question: string;
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
  const [pending, setPending] = useState(false);
  const leave = () => {
    asked?.done();
    setAsked(null);
  };
  const changed = asked ? changesOf(form.fields, form.initial ?? {}, asked.values) : [];
  return (
    <>
      <FieldsForm
        {...form}
        onSubmit={(values) => new Promise<void>((done, fail) => setAsked({ values, done, fail }))}
      />
      {asked ? (
        <Dialog title={action} pending={pending} onClose={leave}>
          <FieldsForm
            fields={{}}
            submitLabel={action}
            onCancel={leave}
            onPending={setPending}
            onSubmit={async () => {
              await onSubmit(asked.values).then(asked.done, asked.fail);
              setAsked(null);
            }}
          >
            <p className={styles.question}>{question}</p>
            {changed.length ? (
              <Changes changes={changed} label={action} />
            ) : (
              <p className={styles.unchanged}>Nothing will be different.</p>
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

/** As it stands on the screen. */
function textOf({ kind, enumeration }: Field, value: unknown): string {
  if (kind === 'boolean') return value === true ? 'Yes' : 'No';
  if (kind === 'amount' && typeof value === 'number') return formatAmount(value);
  const text = String(value ?? '');
  return (enumeration?.[text] ?? text) || '—';
}
