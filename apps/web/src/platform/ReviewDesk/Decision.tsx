import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { decide } from '@paydesk/contract/policy.ts';
import type { Taken } from '@paydesk/contract/taking.ts';
import { Button } from '../../ui/Button.tsx';
import { IconBan, IconCircleCheck } from '../../ui/icons.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { checkOf, hintsOf } from '../form/check.ts';
import { mayLeave } from '../leave.ts';
import { notify } from '../notify.tsx';
import { useActor } from '../session.ts';
import { useSend } from '../useSend.ts';
import styles from './review.module.css';
import type { AnyQueue, Choice } from './types.ts';

interface Props {
  queue: AnyQueue;
  id: string;
  one: Taken;
  /** It has been decided: on to the next. */
  onDone: () => void;
}

/** What can be said of the case, at hand all the time; what comes of it is said before it is sent. */
export function Decision({ queue, id, one, onDone }: Props): ReactNode {
  const actor = useActor();
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<Choice['key'] | null>(null);
  const card = useRef<HTMLElement>(null);
  const [titleId, whyId] = [useId(), useId()];
  const choices = queue.choices(one);
  const whyNot = ({ spec: { action } }: Choice): string | null => {
    const allowed = decide(actor, action.asks);
    return allowed.allowed ? action.whyNot(one as never, now, actor) : allowed.reason;
  };
  const choice = choices.find(({ key }) => key === chosen);
  // one of them may be left where another is not
  const left = choices.filter((each) => whyNot(each) === null);
  const why = (choice ? [choice] : choices).map(whyNot).find((said) => said !== null) ?? null;

  const back = async () => {
    if (!(await mayLeave(card.current))) return;
    setChosen(null);
    requestAnimationFrame(() =>
      card.current?.querySelector<HTMLElement>(`[data-key="${chosen}"]`)?.focus(),
    );
  };
  const isOpen = choice !== undefined;
  const onEscape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    if (key !== 'Escape' || defaultPrevented || isElsewhere(card.current, target as Node)) return;
    event.preventDefault();
    void back();
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [isOpen]);
  return (
    <section
      ref={card}
      className={styles.decision}
      aria-labelledby={titleId}
      data-holds-keys={isOpen || undefined}
      data-at-foot={isOpen ? undefined : true}
    >
      <h3 id={titleId}>{choice ? choice.label : 'Your decision'}</h3>
      {/* where the form stands below the evidence, what it is about is out of sight */}
      {choice ? <p className={styles.about}>{queue.head(one).title}</p> : null}
      {why === null ? null : (
        <output id={whyId} className={styles.why}>
          {why}.
        </output>
      )}
      {choice ? (
        <Saying
          key={`${id} ${choice.key}`}
          name={`${id} ${choice.key}`}
          choice={choice}
          one={one}
          blocked={why === null ? null : whyId}
          onBack={() => void back()}
          onDone={onDone}
        />
      ) : left.length ? (
        <div className={styles.choices}>
          {left.map(({ key, label, spec }) => (
            <Button
              key={key}
              data-key={key}
              data-does={label}
              icon={SIGNS[spec.danger ? 'danger' : 'clears']}
              onClick={() => {
                // what was said of the case before is over
                notify.clear();
                setChosen(key);
              }}
            >
              {label}
              <kbd aria-hidden>{key}</kbd>
            </Button>
          ))}
        </div>
      ) : null}
    </section>
  );
}

/** Off the desk, as in a dialog; whoever has pressed beside everything has the focus on what is around it. */
const isElsewhere = (card: Element | null, target: Node): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
  !(target.contains(card) || card?.closest('[data-desk]')?.contains(target));

/** One key has another word in each queue: by its colour it is told what stops before it is opened. */
const SIGNS = {
  clears: <IconCircleCheck size={16} className={styles.clears} aria-hidden />,
  danger: <IconBan size={16} className={styles.danger} aria-hidden />,
};

interface SayingProps {
  name: string;
  choice: Choice;
  one: Taken;
  blocked: string | null;
  onBack: () => void;
  onDone: () => void;
}

/** What will happen, the reason, and the button that says it again. */
function Saying({ name, choice: { spec, words }, one, blocked, onBack, onDone }: SayingProps) {
  const send = useSend(spec, onDone);
  const { action } = spec;
  return (
    <>
      <p className={styles.words}>{words}</p>
      <FieldsForm
        name={name}
        fields={action.fields}
        hints={hintsOf(action.fields)}
        check={checkOf(action, action.fields, one as never)}
        submitLabel={spec.submitLabel ?? action.label}
        danger={spec.danger ?? false}
        blocked={blocked}
        onCancel={onBack}
        onSubmit={send}
      />
    </>
  );
}
