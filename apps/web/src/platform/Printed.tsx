import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { DateTime } from '../ui/values.tsx';
import { useMe } from './session.ts';
import { house } from './title.ts';
import './print.css';

/** True while a paper is made of the screen. */
export function usePrinting(): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    // the paper is made at once after
    const begins = () => flushSync(() => setIs(true));
    const ends = () => setIs(false);
    addEventListener('beforeprint', begins);
    addEventListener('afterprint', ends);
    return () => {
      removeEventListener('beforeprint', begins);
      removeEventListener('afterprint', ends);
    };
  }, []);
  return is;
}

/** On paper alone: whose installation it comes from, when it was printed and by whom. */
export function Printed() {
  const { firstName, lastName } = useMe();
  const [at, setAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    const now = () => flushSync(() => setAt(new Date().toISOString()));
    addEventListener('beforeprint', now);
    return () => removeEventListener('beforeprint', now);
  }, []);
  return (
    <p data-paper>
      <strong>{house}</strong>
      <span>
        Printed <DateTime value={at} /> by {firstName} {lastName}
      </span>
    </p>
  );
}
