import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { DateTime } from '../ui/values.tsx';
import { useMe } from './session.ts';
import { house } from './title.ts';
import './print.css';

/** Since when a paper is made of the screen; null: none is. */
export function usePrinting(): string | null {
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    // the paper is made at once after
    const begins = () => flushSync(() => setSince(new Date().toISOString()));
    const ends = () => setSince(null);
    addEventListener('beforeprint', begins);
    addEventListener('afterprint', ends);
    return () => {
      removeEventListener('beforeprint', begins);
      removeEventListener('afterprint', ends);
    };
  }, []);
  return since;
}

/** On paper alone: whose installation it comes from, what of it this is, when it was printed and by whom. */
export function Printed({ what }: { what?: string }) {
  const { firstName, lastName } = useMe();
  const [opened] = useState(() => new Date().toISOString());
  const at = usePrinting() ?? opened;
  return (
    <p data-paper>
      <strong>
        {house}
        {what ? ` · ${what}` : null}
      </strong>
      <span>
        Printed <DateTime value={at} /> by {firstName} {lastName}
      </span>
    </p>
  );
}
