import { useState, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import type { UserRole } from '@paydesk/contract/permissions.ts';
import { rightsOf, RIGHT_WORDS, type GivenRight } from '@paydesk/contract/rights.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import type { Initial } from '../../platform/form/values.ts';
import { useActor } from '../../platform/session.ts';
import { Rights } from './Rights.tsx';
import styles from './roles.module.css';

interface Props<F extends Fields> {
  fields: F;
  start: Initial<F>;
  /** Of a role that is there: what it is made from stays. */
  base?: UserRole;
  rights?: readonly GivenRight[];
  submitLabel: string;
  onSubmit: (values: object, rights: GivenRight[], readAs: ReadAs) => Promise<void>;
  onCancel?: () => void;
}

const atOnce = 'At one time. Leave it empty for no limit.';
const HINTS = {
  base: 'It can never do more than this built-in role.',
  refundUpTo: atOnce,
  reverseUpTo: atOnce,
};

/** A role: its name, what it is made from, and what is kept of that. */
export function RoleForm<F extends Fields>(props: Props<F>): ReactNode {
  const { role: own } = useActor();
  const all = (of: UserRole) => rightsOf(of).filter((right) => !own?.lacks.includes(right));
  const first = props.base ?? (props.start['base'] as UserRole);
  const [base, setBase] = useState(first);
  const [held, setHeld] = useState<readonly GivenRight[]>(props.rights ?? all(first));
  const [error, setError] = useState<string>();
  const change = (rights: readonly GivenRight[]) => {
    setHeld(rights);
    setError(undefined);
  };
  return (
    <div className={styles.form}>
      <FieldsForm
        fields={props.fields}
        initial={props.start}
        focus={!props.base}
        hints={HINTS}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        onTexts={(texts) => {
          const typed = texts['base'] as UserRole | undefined;
          if (!typed || typed === base) return;
          setBase(typed);
          change(all(typed));
        }}
        takeErrors={(errors) => {
          const mine = errors.find(({ field }) => field.startsWith('rights'));
          if (mine) setError(mine.message);
          return errors.filter((one) => one !== mine);
        }}
        parts={{
          rights: {
            label: 'What they can do',
            value: held,
            readAs: props.rights ?? [],
            words: (of) =>
              (of as GivenRight[]).map((right) => RIGHT_WORDS[right]).join(', ') || 'nothing',
            take: (of) => change(of as GivenRight[]),
          },
        }}
        onSubmit={(values, readAs) => props.onSubmit(values, [...held], readAs)}
      >
        <Rights base={base} held={held} onChange={change} error={error} />
      </FieldsForm>
    </div>
  );
}
