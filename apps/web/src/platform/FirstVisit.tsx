import { useMatches } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { INTROS } from 'virtual:intros';
import { IconButton, TextButton } from '../ui/Button.tsx';
import { IconX } from '../ui/icons.ts';
import { isFirstVisit, noteVisit, wantsNoHints } from './first-visits.ts';
import classes from './first-visit.module.css';
import { opening, useActor } from './session.ts';

/** As long as it takes to read it twice. */
const GOES_AFTER_MS = 20_000;

/** What a screen is for, in one line, when somebody comes to it for the first time (ADR 146). */
export default function FirstVisit({ name }: { name: string }): ReactNode {
  const actor = useActor();
  const { userId } = actor;
  const row = useMatches({ select: (matches) => matches.at(-1)?.staticData.row });
  // whoever is turned away is not told what they could do there, and has not seen it
  const opens = row !== undefined && opening(actor, row).every(({ allowed }) => allowed);
  const [shown, setShown] = useState(() => isFirstVisit(userId, name));
  useEffect(() => {
    if (!opens) return undefined;
    noteVisit(userId, name);
    const timer = setTimeout(() => setShown(false), GOES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [userId, name, opens]);
  const intro = INTROS[name];
  if (!shown || !opens || intro === undefined) return null;
  return (
    <p className={classes.line} role="note" aria-label="What this screen is for">
      <span>{intro}</span>
      <TextButton
        onClick={() => {
          wantsNoHints(userId);
          setShown(false);
        }}
      >
        No more hints
      </TextButton>
      <IconButton label="Hide this hint" onClick={() => setShown(false)}>
        <IconX size={14} aria-hidden />
      </IconButton>
    </p>
  );
}
