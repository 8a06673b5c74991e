import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { WORDS } from 'virtual:glossary-words';
import { PlainButton } from '../ui/Button.tsx';
import { usePlace } from '../ui/DateRange/DateRange.tsx';
import { IconInfoCircle } from '../ui/icons.ts';
import { Popover } from '../ui/Popover.tsx';
import classes from './field.module.css';
import { wordOf } from './glossary.ts';

const Meaning = lazy(() => import('./Meaning.tsx'));

interface Props {
  label: string;
  mono?: boolean | undefined;
  children: ReactNode;
}

/** A term and its value; behind a word that the glossary has, what it means (ADR 146). */
export function Field({ label, mono, children }: Props): ReactNode {
  const word = wordOf(label);
  const id = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  usePlace(mark, panel, open);
  if (!WORDS.has(word))
    return (
      <>
        <dt>{label}</dt>
        <dd data-mono={mono || undefined}>{children}</dd>
      </>
    );
  return (
    <>
      <dt>
        <span id={`${id}word`}>{label}</span>
        {/* no name of an action may be a part of its own: the word only describes it */}
        <PlainButton
          ref={mark}
          className={classes.mark}
          aria-label="What this means"
          aria-describedby={`${id}word`}
          title="What this means"
          popoverTarget={id}
        >
          <IconInfoCircle size={13} aria-hidden />
        </PlainButton>
      </dt>
      <dd data-mono={mono || undefined}>
        {children}
        {/* beside the term, whose words are read by what stands in it */}
        <Popover
          ref={panel}
          id={id}
          // a closed one has no name: it would be one of two that are called as a field of a form
          aria-label={open ? label : undefined}
          className={classes.meaning}
          onToggle={({ newState }) => setOpen(newState === 'open')}
        >
          {open ? (
            <Suspense fallback={null}>
              <Meaning word={word} />
            </Suspense>
          ) : null}
        </Popover>
      </dd>
    </>
  );
}
