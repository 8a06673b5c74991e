import { useId, type ReactNode } from 'react';
import { useMeaning } from './useMeaning.tsx';

interface Props {
  label: string;
  mono?: boolean | undefined;
  children: ReactNode;
}

/** A term and its value; behind a word that the glossary has, what it means (ADR 146). */
export function Field({ label, mono, children }: Props): ReactNode {
  const id = useId();
  const meaning = useMeaning(label);
  return (
    <>
      <dt>
        {meaning ? (
          <>
            <span id={id}>{label}</span>
            {meaning.mark({ 'aria-describedby': id })}
          </>
        ) : (
          label
        )}
      </dt>
      <dd data-mono={mono || undefined}>
        {children}
        {/* beside the term, whose words are read by what stands in it */}
        {meaning?.panel}
      </dd>
    </>
  );
}
