import { useEffect, useRef, type ReactNode } from 'react';
import classes from './field.module.css';
import { useMeaning } from './useMeaning.tsx';
import type { WordMarkProps } from './word-marks.ts';

/** The mark of a heading or of a form's label, in a place of its own, so that nothing moves for it. */
function WordMark({ label, of, optional }: WordMarkProps): ReactNode {
  const meaning = useMeaning(label);
  const place = useRef<HTMLSpanElement>(null);
  const toggle = meaning?.toggle;
  useEffect(() => {
    if (of !== 'field') return undefined;
    const field = place.current?.parentElement;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F1' || !toggle) return;
      event.preventDefault();
      toggle();
    };
    field?.addEventListener('keydown', onKey);
    return () => field?.removeEventListener('keydown', onKey);
  });
  if (!meaning) return null;
  return (
    <>
      <span
        ref={place}
        className={`mantine-InputWrapper-label ${classes[of]}`}
        data-words={optional ? `${label} optional` : label}
      >
        {/* who types goes from field to field; F1 says what it means */}
        {meaning.mark({
          'aria-description': label,
          ...(of === 'field' && { tabIndex: -1, title: 'What this means (F1)' }),
        })}
      </span>
      {meaning.panel}
    </>
  );
}

export const wordMark = (props: WordMarkProps): ReactNode => <WordMark {...props} />;
