import type { ReactNode } from 'react';

/** Stands where something is still on its way, so that what is below it waits (`data-in-turn`). */
export function Coming(): ReactNode {
  return <div data-coming />;
}
