import { useState, type ReactNode } from 'react';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { dash } from '../../ui/values.tsx';
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
            <Changes fields={form.fields} before={form.initial ?? {}} after={asked.values} />
          </FieldsForm>
        </Dialog>
      ) : null}
    </>
  );
}

function Changes({
  fields,
  before,
  after,
}: {
  fields: Fields;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}) {
  const changed = Object.entries(fields).filter(
    ([key]) => textOf(before[key]) !== textOf(after[key]),
  );
  if (!changed.length) return <p className={styles.unchanged}>Nothing will be different.</p>;
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changed.map(([key, { label }]) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{textOf(before[key]) || dash}</td>
            <td>{textOf(after[key]) || dash}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
