import { useEffect } from 'react';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { REASON_LENGTH } from '@paydesk/contract/kernel/second-person.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './action.module.css';
import { FieldsForm } from './form/FieldsForm.tsx';
import { secondPerson } from './second-person.ts';
import { useSession } from './session.ts';

const fields = {
  reason: { label: 'Reason', kind: 'textarea', required: true, maxLength: REASON_LENGTH },
} as const satisfies Fields;

/** Asks why another person should agree; what waits for it is asked for by that. */
export default function SecondPersonDialog({ what }: { what: string }) {
  const session = useSession();
  useEffect(() => {
    // ended meanwhile, here or elsewhere: nothing is left to ask for
    if (!session) secondPerson.answer(null);
  }, [session]);
  return (
    <Dialog title="A second person has to agree" onClose={() => secondPerson.answer(null)}>
      <div className={styles.intro}>
        <p>{what}.</p>
        <p>
          Say why. Nothing happens until another administrator confirms it; they get an email, and
          you find it under Approvals.
        </p>
      </div>
      <FieldsForm
        fields={fields}
        submitLabel="Ask for it"
        onCancel={() => secondPerson.answer(null)}
        onSubmit={async ({ reason }) => secondPerson.answer(reason)}
      />
    </Dialog>
  );
}
