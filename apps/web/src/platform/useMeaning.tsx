import { Suspense, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { WORDS } from 'virtual:glossary-words';
import { PlainButton } from '../ui/Button.tsx';
import { usePlace } from '../ui/DateRange/DateRange.tsx';
import { IconInfoCircle } from '../ui/icons.ts';
import { Popover } from '../ui/Popover.tsx';
import classes from './field.module.css';
import { wordOf } from './glossary.ts';
import { late } from './late.tsx';

const Meaning = late(() => import('./Meaning.tsx'));

interface Parts {
  /** The button behind the word; who says the word describes it. */
  mark: (described: ComponentProps<typeof PlainButton>) => ReactNode;
  panel: ReactNode;
  toggle: () => void;
}

/** What a word means: the mark behind it and the panel; null where the glossary has none (ADR 146). */
export function useMeaning(label: string): Parts | null {
  const word = wordOf(label);
  const id = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  usePlace(mark, panel, open);
  if (!WORDS.has(word)) return null;
  return {
    mark: (described) => (
      <PlainButton
        {...described}
        ref={mark}
        className={classes.mark}
        // no name of an action may be a part of its own: the word only describes it
        aria-label="What this means"
        title="What this means"
        popoverTarget={id}
        data-mantine-stop-propagation={open || undefined}
      >
        <IconInfoCircle size={13} aria-hidden />
      </PlainButton>
    ),
    panel: (
      <Popover
        ref={panel}
        id={id}
        // a closed one has no name: it would be one of two that are called as a field of a form
        aria-label={open ? label : undefined}
        className={classes.meaning}
        // Escape closes it alone, and not the dialog around it
        data-mantine-stop-propagation
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open ? (
          <Suspense fallback={null}>
            <Meaning word={word} />
          </Suspense>
        ) : null}
      </Popover>
    ),
    toggle: () => panel.current?.togglePopover(),
  };
}
