import { useState, type ReactNode } from 'react';
import { holderOf, type Holder, type Taken } from '@paydesk/contract/taking.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Since } from '../../ui/Since.tsx';
import { ActionButton, type AnyActionSpec } from '../ActionButton.tsx';
import { useActor } from '../session.ts';
import { HandingOver } from './HandingOver.tsx';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';

interface Props {
  queue: AnyQueue;
  id: string;
  one: Taken;
}

/** Whose the case is, and the keys that take it, take it over after a question, give it back, or to a colleague. */
export function Taking({ queue, id, one }: Props): ReactNode {
  const actor = useActor();
  const [opened] = useState(() => new Date());
  const holder = holderOf(one, opened);
  const isMine = holder?.userId === actor.userId;
  const { take, giveBack, assign } = queue.taking(one);
  const waits = take.action.whyNot(one as never, opened, actor) === null;
  const { action } = assign;
  const goesOn =
    isAllowed(actor, action.asks) && action.whyNot(one as never, opened, actor) === null;
  const spec = isMine ? giveBack : holder ? overFrom(take, holder.name) : take;
  return (
    <>
      <div className={styles.hand}>
        {isMine || waits ? (
          <span className={styles.taking} data-key="t" data-does="Assign or unassign">
            <ActionButton {...spec} icon={<kbd aria-hidden>t</kbd>} />
          </span>
        ) : null}
        {goesOn ? (
          <HandingOver queue={queue} id={id} spec={assign} from={isMine ? null : holder} />
        ) : null}
      </div>
      {holder ? (
        <span
          className={styles.holder}
          data-mine={isMine || undefined}
          title={isMine ? undefined : [holder.name, holder.from].filter(Boolean).join(', from ')}
        >
          <Since of={whoseWords(holder, isMine)} from={holder.since} />
        </span>
      ) : null}
    </>
  );
}

/** Whose it is; of the own who gave it. */
export const whoseWords = ({ name, from }: Holder, isMine: boolean): string =>
  isMine ? (from ? `From ${from}` : 'Yours') : name;

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
