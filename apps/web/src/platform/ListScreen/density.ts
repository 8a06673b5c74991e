import { readItem, writeItem } from '../session-store.ts';
import { store } from '../store.ts';

export type Density = 'comfortable' | 'compact';
const NAME = 'paydesk.density';

/** How close the rows of all lists stand; this browser keeps it. */
export const density = store<Density>(readItem(NAME) === 'compact' ? 'compact' : 'comfortable');

export function turnDensity(): void {
  const next = density.get() === 'compact' ? 'comfortable' : 'compact';
  writeItem(NAME, next);
  density.set(next);
}
