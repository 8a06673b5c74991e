import { useId, useRef, useState, type ReactNode } from 'react';
import { TAKEN_HOURS, type Holder } from '@paydesk/contract/taking.ts';
import { Button } from '../../ui/Button.tsx';
import { OpenDialog, type AnyActionSpec } from '../ActionButton.tsx';
import { call } from '../api.ts';
import { useAsked } from '../asked.ts';
import { UserError } from '../errors.ts';
import { useCall } from '../query.ts';
import { useOnce } from '../useOnce.ts';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';

interface Props {
  queue: AnyQueue;
  id: string;
  spec: AnyActionSpec;
  /** Who has it now, where that is somebody else. */
  from: Holder | null;
}

type Person = Readonly<Record<'id' | 'name', string>>;

const NOBODY = 'No other colleague may decide this case';

/** The key that gives the case to a colleague by name, of those who may decide it; without one it says so. */
export function HandingOver({ queue, id, spec, from }: Props): ReactNode {
  const known = useCall(queue.colleagues, { params: { id } as never }).data as
    | readonly Person[]
    | undefined;
  const none = known?.length === 0;
  const reason = useId();
  const [people, setPeople] = useState<readonly Person[] | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [running, once] = useOnce();
  const ask = () => {
    // what the dialog gives the focus back to, also where a key or search asks for it
    button.current?.focus();
    once(async () => {
      const found: unknown = await call(queue.colleagues, { params: { id } as never });
      if (!(found as readonly Person[]).length) throw new UserError(NOBODY);
      setPeople(found as readonly Person[]);
      return null;
    });
  };
  useAsked(spec.action.label, none ? null : ask);
  return (
    <span className={styles.taking} data-key="h" data-does="Hand the case over to a colleague">
      <Button
        ref={button}
        icon={<kbd aria-hidden>h</kbd>}
        pending={running !== null}
        // focusable, so that the reason can be read
        {...(none
          ? { 'aria-disabled': true, 'aria-describedby': reason, title: NOBODY }
          : { onClick: ask })}
      >
        {spec.action.label}
      </Button>
      {none ? (
        <span id={reason} hidden>
          {NOBODY}
        </span>
      ) : null}
      <OpenDialog spec={people && toOne(spec, people, from)} onClose={() => setPeople(null)} />
    </span>
  );
}

/** With whom there is to choose from; of two of one name each says who it is by the end of the id. */
function toOne(spec: AnyActionSpec, people: readonly Person[], from: Holder | null): AnyActionSpec {
  const named = ({ id, name }: Person) =>
    people.some((other) => other.id !== id && other.name === name)
      ? `${name} (${id.slice(-8)})`
      : name;
  const to = {
    ...spec.action.fields['to']!,
    kind: 'choice' as const,
    enumeration: Object.fromEntries(people.map((one) => [one.id, named(one)])),
  };
  return {
    ...spec,
    action: { ...spec.action, fields: { to } },
    intro: (
      <>
        {from ? <p>{from.name} has this case now, and sees that you handed it over.</p> : null}
        <p>
          Your colleague is told by mail, and has it for {TAKEN_HOURS} hours; after that it stands
          among the unassigned again.
        </p>
      </>
    ),
  };
}
