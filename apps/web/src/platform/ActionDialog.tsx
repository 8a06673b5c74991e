import { useState } from 'react';
import { askedOf, type Fields } from '@paydesk/contract/kernel/fields.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { AnyActionSpec } from './ActionButton.tsx';
import { useActor } from './session.ts';
import styles from './action.module.css';
import { checkOf, hintsOf, sendable } from './form/check.ts';
import { FieldsForm } from './form/FieldsForm.tsx';
import type { Initial, Texts } from './form/values.ts';
import { useSend } from './useSend.ts';

/** Where the form shows what becomes of it. */
const WIDE = 640;
const WIDEST = 780;

/** The dialog of one opened action. */
export default function ActionDialog(props: { spec: AnyActionSpec; onClose: () => void }) {
  const { onClose } = props;
  // the record behind may say already what has come of it, before the answer is here
  const [sent, setSent] = useState<AnyActionSpec | null>(null);
  const spec = sent ?? props.spec;
  const { action, record } = spec;
  const actor = useActor();
  const [asking, setAsking] = useState(spec.ask !== undefined);
  // what stands in a field never changes under a finger: the record behind may, and the rules go by that
  const fields = askedOf(action.fieldsOf?.(record, actor) ?? action.fields);
  const [initial] = useState(() => withinLimits(fields, spec.initial ?? {}));
  const [texts, setTexts] = useState<Texts>({});
  const send = useSend(spec, onClose);
  const { submitLabel = action.label } = spec;
  // two buttons that say ‘Cancel’ would leave open which of them does it
  const keeps = action.label.startsWith('Cancel') ? 'Keep it' : undefined;
  return (
    <Dialog
      title={asking ? spec.ask?.title : spec.title}
      {...((spec.form?.children || spec.form?.side) && { size: spec.form.side ? WIDEST : WIDE })}
      onClose={onClose}
    >
      {asking && spec.ask ? (
        <FieldsForm
          key="ask"
          fields={{}}
          submitLabel={spec.ask.yes}
          onCancel={onClose}
          cancelLabel={keeps}
          onSubmit={async () => setAsking(false)}
        >
          <p className={styles.question}>{spec.ask.question}</p>
          {/* of how much, and what a yes comes to */}
          {spec.intro ? <div className={styles.intro}>{spec.intro}</div> : null}
        </FieldsForm>
      ) : (
        <>
          {spec.intro ? (
            <div className={styles.intro}>
              {spec.intro}
              {spec.follows ? (
                <p className={styles.follows}>{spec.follows(sendable(fields, texts))}</p>
              ) : null}
            </div>
          ) : null}
          <FieldsForm
            key="form"
            fields={fields}
            initial={initial}
            beside={spec.beside ?? spec.form?.beside ?? {}}
            hints={{ ...hintsOf(fields), ...(spec.hints ?? spec.form?.hints) }}
            check={checkOf(action, fields, record)}
            {...(spec.form?.folded && { folded: spec.form.folded })}
            {...(spec.form?.side && { side: spec.form.side })}
            {...(spec.follows && { onTexts: setTexts })}
            submitLabel={
              typeof submitLabel === 'string'
                ? submitLabel
                : (typed) => submitLabel(sendable(fields, typed))
            }
            danger={spec.danger ?? false}
            onCancel={onClose}
            cancelLabel={keeps}
            onSubmit={(values, readAs) => {
              setSent(spec);
              return send(values, readAs).finally(() => setSent(null));
            }}
          >
            {spec.form?.children}
          </FieldsForm>
        </>
      )}
    </Dialog>
  );
}

/** Nothing begins with more than may be sent: a role gives back less than what is left. */
const withinLimits = (fields: Fields, initial: Initial<Fields>): Initial<Fields> =>
  Object.fromEntries(
    Object.entries(initial).map(([key, value]) => {
      const { hint, max } = fields[key] ?? {};
      const over = hint !== undefined && max !== undefined && typeof value === 'number';
      return [key, over ? Math.min(value, max) : value];
    }),
  );
