import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';

interface Props {
  raw: boolean;
  /** What the list of keys says of it. */
  does: string;
  onRaw: (raw: boolean) => void;
}

/** What is read, as it lies there. */
export const RawButton = ({ raw, does, onRaw }: Props): ReactNode => (
  <Button aria-pressed={raw} data-key="r" data-does={does} onClick={() => onRaw(!raw)}>
    Raw<kbd aria-hidden>r</kbd>
  </Button>
);
