import { useState, type ReactNode } from 'react';
import { holderOf, type Taken } from '@paydesk/contract/taking.ts';
import { Since } from '../../ui/Since.tsx';
import { ActionButton, type AnyActionSpec } from '../ActionButton.tsx';
import { useActor } from '../session.ts';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';

/** Whose the case is, and the key that takes it, takes it over after a question, or gives it back. */
export function Taking({ queue, one }: { queue: AnyQueue; one: Taken }): ReactNode {
  const actor = useActor();
  const [opened] = useState(() => new Date());
  const holder = holderOf(one, opened);
  const isMine = holder?.userId === actor.userId;
  const { take, giveBack } = queue.taking(one);
  const waits = take.action.whyNot(one as never, opened, actor) === null;
  const spec = isMine ? giveBack : holder ? overFrom(take, holder.name) : take;
  return (
    <>
      {isMine || waits ? (
        <span className={styles.taking} data-key="t" data-does="Assign or unassign">
          <ActionButton {...spec} icon={<kbd aria-hidden>t</kbd>} />
        </span>
      ) : null}
      {holder ? (
        <span
          className={styles.holder}
          data-mine={isMine || undefined}
          title={isMine ? undefined : holder.name}
        >
          <Since of={isMine ? 'Yours' : holder.name} from={holder.since} />
        </span>
      ) : null}
    </>
  );
}

const overFrom = (take: AnyActionSpec, name: string): AnyActionSpec => ({
  ...take,
  atOnce: false,
  action: { ...take.action, label: 'Take over' },
  title: `Take over from ${name}?`,
  intro: (
    <p>{name} has this case and may be reading it now. They will see that you took it over.</p>
  ),
  submitLabel: `Take over from ${name}`,
});
