import type { ReactNode } from 'react';
import { peopleWords } from '@paydesk/contract/losses.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import styles from './roles.module.css';

/** Those who have a role: some by name. */
export interface People {
  names: readonly string[];
  count: number;
}

interface Props {
  people: People;
  /** What the change takes from them; empty: nothing. */
  losses: readonly string[];
}

const isOne = ({ count }: People) => count === 1;
const losing = (people: People) =>
  `${peopleWords(people.names, people.count)} ${isOne(people) ? 'loses' : 'lose'}`;

/** Said while the form is filled in: who loses what, before it is saved. */
export const Losses = ({ people, losses }: Props): ReactNode => (
  <output className={styles.losses}>
    {losses.length && people.count ? (
      <>
        <strong>{losing(people)}:</strong>
        <Lines losses={losses} />
      </>
    ) : null}
  </output>
);

const Lines = ({ losses }: Pick<Props, 'losses'>) => (
  <ul>
    {losses.map((loss) => (
      <li key={loss}>{loss}</li>
    ))}
  </ul>
);

/** Asked before it is saved, where anybody loses anything. */
export function LossesAsked({
  people,
  losses,
  onCancel,
  onYes,
}: Props & { onCancel: () => void; onYes: () => Promise<void> }): ReactNode {
  const whom = isOne(people) ? 'one person' : `${people.count} people`;
  return (
    <Dialog title={`Take this from ${whom}?`} onClose={onCancel}>
      <FieldsForm
        fields={{}}
        submitLabel={`Take it from ${whom}`}
        danger
        onCancel={onCancel}
        onSubmit={onYes}
      >
        <div className={styles.losses}>
          <p>As soon as it is saved, {losing(people)}:</p>
          <Lines losses={losses} />
        </div>
      </FieldsForm>
    </Dialog>
  );
}
