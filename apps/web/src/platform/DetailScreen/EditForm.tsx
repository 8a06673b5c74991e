import type { ReactNode } from 'react';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import type { AnyActionSpec } from '../ActionButton.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { checkOf } from '../form/check.ts';
import { ConfirmedForm } from '../form/ConfirmedForm.tsx';
import { FieldsForm, type FieldsFormProps } from '../form/FieldsForm.tsx';
import styles from '../form/form.module.css';
import { throwGone } from '../gone.ts';
import { notify } from '../notify.tsx';
import { useRefresh } from '../query.ts';

/** What a form has beside the fields of the contract. */
export interface EditFormOptions extends Pick<
  FieldsFormProps<Fields>,
  'hints' | 'beside' | 'children' | 'folded' | 'side'
> {
  /** The fields with what there is to choose from; null while that is not known. */
  fields?: Fields | null;
}

/** A record edited in its place on the screen: saved at once, or after the question of its action (AM-74). */
export default function EditForm({
  spec,
  fields = spec.action.fields,
  ...options
}: EditFormOptions & { spec: AnyActionSpec }): ReactNode {
  const { action, record, run, intro, title } = spec;
  const refresh = useRefresh();
  if (!fields) return <Coming />;
  const form: FieldsFormProps<Fields> = {
    ...options,
    fields,
    initial: spec.initial ?? {},
    focus: false,
    submitLabel: action.label,
    check: checkOf(action, fields, record),
    onSubmit: async (values, readAs) => {
      await run(values, '', readAs).catch(throwGone);
      notify.success(action.success);
      // until the record is read anew the form is not done
      await refresh();
    },
  };
  return (
    <div className={styles.inPlace}>
      {spec.atOnce ? (
        <FieldsForm {...form} />
      ) : (
        <ConfirmedForm {...form} action={title} question={intro} />
      )}
    </div>
  );
}
