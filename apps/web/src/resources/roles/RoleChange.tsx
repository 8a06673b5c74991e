import type { ReactNode } from 'react';
import { peopleWords } from '@paydesk/contract/role-change.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import styles from './roles.module.css';

/** Those who have a role: some by name. */
export interface People {
  names: readonly string[];
  count: number;
}

const isOne = ({ count }: People) => count === 1;
/** 'Anna Berg loses', 'Anna Berg and Jan Kalns lose' */
const whoDo = (people: People, does: 'lose' | 'gain') =>
  `${peopleWords(people.names, people.count)} ${does}${isOne(people) ? 's' : ''}`;

/** Said while the form is filled in: who loses what and gains what, before it is saved. */
export const RoleChange = ({
  people,
  losses,
  gains,
}: {
  people: People;
  losses: readonly string[];
  gains: readonly string[];
}): ReactNode => (
  <>
    <output className={styles.change}>
      {losses.length ? <Said who={whoDo(people, 'lose')} lines={losses} /> : null}
    </output>
    <output className={styles.change} data-gains>
      {gains.length ? <Said who={whoDo(people, 'gain')} lines={gains} /> : null}
    </output>
  </>
);

const Said = ({ who, lines }: { who: string; lines: readonly string[] }) => (
  <>
    <strong>{who}:</strong>
    <Lines lines={lines} />
  </>
);

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** Asked before it is saved, where anybody loses anything. */
export function LossesAsked({
  people,
  losses,
  onCancel,
  onYes,
}: {
  people: People;
  losses: readonly string[];
  onCancel: () => void;
  onYes: () => Promise<void>;
}): ReactNode {
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
        <div className={styles.change}>
          <p>As soon as it is saved, {whoDo(people, 'lose')}:</p>
          <Lines lines={losses} />
        </div>
      </FieldsForm>
    </Dialog>
  );
}
